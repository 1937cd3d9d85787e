package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/completion"
	"github.com/karplint/karplint/internal/testing/golden"
)

// candidates asks for what may be at the end of a command line. It returns the kind and the prefix of the answer, and the candidates.
func candidates(t *testing.T, words ...string) (head string, found []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Main(append([]string{"karplint", completion.Command}, words...), strings.NewReader(""), &stdout, &stderr)
	if code != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	for _, line := range lines[1:] {
		word, _, _ := strings.Cut(line, "\t")
		found = append(found, word)
	}
	return strings.Replace(lines[0], "\t", " ", 1), found
}

// TestCompletion: a candidate list that ends with … has more words.
func TestCompletion(t *testing.T) {
	for _, test := range []struct{ line, head, want string }{
		{"", "words ", "lint convert plan upgrade graph report rules input test lsp config init completion version"},
		{"-", "words ", "--help --version"},
		{"con", "words ", "convert config"},
		{"help con", "words ", "convert config"},
		{"nothing ", "words ", ""},
		{"rules ", "words ", "list explain new"},
		{"rules -", "words ", "--help"},
		{"rules explain KL50", "words ", "KL501 KL502 …"},
		{"rules explain do-not-e", "words ", "do-not-evict"},
		{"rules explain kl501", "words ", "KL501"},
		{"rules explain KL501 ", "words ", "--config --rules --color --help"},
		{"rules list ", "words ", "--format --config --rules --color --help"},
		{"rules list --format json --f", "words ", ""},
		{"rules list --rules x --r", "words ", "--rules"},
		{"rules list --format=", "words --format=", "text json"},
		{"rules list -format ", "words ", "text json"},
		{"rules new ", "files ", ""},
		{"rules new dir ", "words ", ""},
		{"lint ", "files ", ""},
		{"lint x.yaml y.ya", "files ", ""},
		{"lint --fix -- --fi", "files ", ""},
		{"lint --fi", "words ", "--fix"},
		{"lint --format ", "words ", "text concise json sarif github gitlab junit checkstyle markdown"},
		{"lint --format json,s", "words json,", "sarif"},
		{"lint --output ", "stems ", "text= concise= json= sarif= github= gitlab= junit= checkstyle= markdown="},
		{"lint --output sarif=o", "files sarif=", ""},
		{"lint --output=sarif=o", "files --output=sarif=", ""},
		{"lint --select ", "words ", "advice KL000 …"},
		{"lint --select KL501,KL502,do-not-e", "words KL501,KL502,", "do-not-evict"},
		{"lint --ignore=ad", "words --ignore=", "addon-misses-controller-toleration addon-argument-ignored"},
		{"lint --fail-on ", "words ", "error warning info"},
		{"lint --color a", "words ", "auto always"},
		{"lint --config ", "files ", ""},
		{"lint --baseline=", "files --baseline=", ""},
		{"lint --new-from ", "words ", ""},
		{"lint --karpenter-version 0.37.", "words ", "0.37.8 0.37.7 …"},
		{"convert -", "words ", "--diff --write -w …"},
		{"convert -w --w", "words ", ""},
		{"convert -f ", "files ", ""},
		{"convert --to ", "words ", "v1beta1 v1"},
		{"convert --role ", "words ", ""},
		{"plan --to 0.32.", "words ", "0.32.10 0.32.9 …"},
		{"plan --format ", "words ", "text markdown json"},
		{"plan --strategy ", "words ", "drift delete manual"},
		{"report --format ", "words ", "html json"},
		{"report -o ", "files ", ""},
		{"report --from a.json ", "files ", ""},
		{"upgrade --to=0.31.4", "words --to=", "0.31.4"},
		{"upgrade ", "files ", ""},
		{"config x ", "words ", "--format --config --help"},
		{"init ", "files ", ""},
		{"completion ", "words ", "bash zsh fish"},
		{"version --format ", "words ", "text json"},
	} {
		head, found := candidates(t, strings.Split(test.line, " ")...)
		got := strings.Join(found, " ")
		if start, more := strings.CutSuffix(test.want, "…"); more && strings.HasPrefix(got, start) {
			got = test.want
		}
		if head != test.head || got != test.want {
			t.Errorf("%q: %q with %q, want %q with %q", test.line, head, got, test.head, test.want)
		}
	}
}

// TestCompletionKnowsRulesOfATeam: from the command line and the configuration, unless one of them is broken.
func TestCompletionKnowsRulesOfATeam(t *testing.T) {
	dir, err := filepath.Abs("../../examples/rules")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	configure := func(text string) {
		if err := os.WriteFile(".karplint.yaml", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := func(line, want string) {
		t.Helper()
		if _, found := candidates(t, strings.Split(line, " ")...); strings.Join(found, " ") != want {
			t.Errorf("%s: %q, want %q", line, found, want)
		}
	}
	if err := os.CopyFS("policies", os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	check("lint --select pool-has", "")
	check("lint --rules policies --select pool-has", "pool-has-limits")
	check("lint --rules=missing --select do-not-e", "do-not-evict")
	configure("rules-dir: policies\n")
	check("rules explain pool-has", "pool-has-limits")
	check("lint --config missing.yaml --ignore pool-has", "")
	configure("rules-dir: [\n")
	check("rules explain pool-has", "")
	check("rules explain do-not-e", "do-not-evict")
}

// tabs are command lines in a directory with "my file.yaml" and out/, and what a tab makes of them in each shell that is typed into.
var tabs = []struct{ line, want string }{
	{"karplint ru", "karplint rules "},
	{"karplint lint --form", "karplint lint --format "},
	{"karplint lint --format js", "karplint lint --format json "},
	{"karplint lint --format=js", "karplint lint --format=json "},
	{"karplint lint --output sar", "karplint lint --output sarif="},
	{"karplint lint --output=sarif=o", "karplint lint --output=sarif=out/"},
	{"karplint lint --config my", `karplint lint --config my\ file.yaml `},
	{"karplint lint --fix my", `karplint lint --fix my\ file.yaml `},
	{`karplint lint "my`, `karplint lint "my file.yaml" `},
	{"karplint lint --select KL501,do-not-ev", "karplint lint --select KL501,do-not-evict "},
	{"karplint rules explain do-not-ev", "karplint rules explain do-not-evict "},
	{"karplint convert --to v1b", "karplint convert --to v1beta1 "},
	{"karplint lint --fail-on x", "karplint lint --fail-on x"},
	{"true && karplint pl", "true && karplint plan "},
	{"karplint plan --to 1.0.1", "karplint plan --to 1.0.1"}, // 1.0.1, and others that begin with it
}

// TestCompletionInBash types into bash in a terminal, with and without bash-completion.
func TestCompletionInBash(t *testing.T) {
	needShell(t, "bash", "zsh")
	for _, kind := range []string{"alone", "bash-completion"} {
		t.Run(kind, func(t *testing.T) {
			home := t.TempDir()
			env := []string{"XDG_DATA_HOME=" + home}
			if kind == "bash-completion" {
				if _, err := os.Stat("/usr/share/bash-completion/bash_completion"); err != nil {
					golden.Skip(t, "bash-completion is not installed; .ci/run takes it from Debian")
				}
				writeScript(t, "bash", filepath.Join(home, "bash-completion/completions/karplint"))
				env = append(env, "WITH_BASH_COMPLETION=1")
			}
			screens := typeInto(t, "bash", env)
			if screen := screens[len(tabs)-1]; !strings.Contains(screen, "1.0.14") {
				t.Errorf("the releases are not on the screen:\n%s", screen)
			}
		})
	}
}

// TestCompletionWordsOfBash calls the function of the script with the words as bash divides them.
func TestCompletionWordsOfBash(t *testing.T) {
	needShell(t, "bash")
	script := filepath.Join(t.TempDir(), "karplint")
	writeScript(t, "bash", script)
	lines := []string{
		"karplint_ru", "rules",
		"karplint_lint_--format|=|js", "json",
		"karplint_convert_--to|=", "v1beta1 v1",
		"karplint_lint_--fail-on_", "error warning info",
		"karplint_lint_", "", // bash itself completes names of files
		"karplint_lint_--output_sarif|=", "",
		"karplint_lint_--rules_" + `"x"` + "_--color_n", "never",
		"karplint_lint_a|:|b_--color|=|n", "never",
	}
	args := []string{"testdata/completion/words.bash", script}
	want := ""
	for i := 0; i < len(lines); i += 2 {
		args = append(args, lines[i])
		want += lines[i+1] + "\n"
	}
	if got := runShell(t, ".", nil, "bash", args...); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestCompletionInZsh types into zsh in a terminal.
func TestCompletionInZsh(t *testing.T) {
	needShell(t, "zsh")
	home := t.TempDir()
	writeScript(t, "zsh", filepath.Join(home, "_karplint"))
	screens := typeInto(t, "zsh", []string{"ZDOTDIR=" + home})
	screens = append(screens, screensOf(t, "zsh", []string{"ZDOTDIR=" + home}, "karplint ", "karplint rules explain KL50")...)
	for i, want := range []string{"lint        -- Check Karpenter configuration", "KL501  -- The annotation karpenter.sh/do-not-evict was renamed"} {
		if screen := screens[len(tabs)+i]; !strings.Contains(screen, want) {
			t.Errorf("the screen lacks %q:\n%s", want, screen)
		}
	}
}

// TestCompletionInFish asks fish for its candidates.
func TestCompletionInFish(t *testing.T) {
	needShell(t, "fish")
	home := t.TempDir()
	writeScript(t, "fish", filepath.Join(home, "fish/completions/karplint.fish"))
	for _, test := range []struct{ line, want string }{
		{"karplint ru", "rules\tShow the rules, or write a new one\n"},
		{"karplint lint --fi", "--fix\tapply the safe fixes\n"},
		{"karplint lint --format js", "json\n"},
		{"karplint lint --format=js", "--format=json\n"},
		{"karplint lint --output sar", "sarif=\n"},
		{"karplint lint --output=sarif=o", "--output=sarif=out/\n"},
		{"karplint lint ", "my file.yaml\nout/\n"},
		{`karplint lint "my`, "my file.yaml\n"},
		{"karplint lint --config my", "my file.yaml\n"},
		{"karplint lint --select KL502,KL501", "KL502,KL501\tThe annotation karpenter.sh/do-not-evict was renamed\n"},
		{"karplint plan --to 0.37.7", "0.37.7\n"},
		{"karplint convert --to ", "v1beta1\nv1\n"},
		{"karplint lint --fail-on x", ""},
		{"true; and karplint pl", "plan\tPlan the upgrade of Karpenter: the stops on the way, and what to do at each\n"},
	} {
		env := []string{"XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home}
		if got := runShell(t, completedDir(t), env, "fish", "-c", "complete -C '"+test.line+"'"); got != test.want {
			t.Errorf("%q: got\n%swant\n%s", test.line, got, test.want)
		}
	}
}

func needShell(t *testing.T, shells ...string) {
	t.Helper()
	for _, shell := range shells {
		if _, err := exec.LookPath(shell); err != nil {
			golden.Skip(t, "%s is not installed; .ci/run takes it from Debian", shell)
		}
	}
}

// writeScript writes the script for a shell.
func writeScript(t *testing.T, shell, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	script := runShell(t, ".", nil, "karplint", "completion", shell)
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
}

// completedDir returns a directory with the files of tabs.
func completedDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "my file.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// typeInto types the lines of tabs into a shell and checks what becomes of them. It returns the screens.
func typeInto(t *testing.T, shell string, env []string) []string {
	t.Helper()
	var lines []string
	for _, tab := range tabs {
		lines = append(lines, tab.line)
	}
	screens := screensOf(t, shell, env, lines...)
	for i, tab := range tabs {
		if line := regexp.MustCompile(`<<(.*)>>`).FindStringSubmatch(screens[i]); line == nil || line[1] != tab.want {
			t.Errorf("%q became %q, want %q; the screen:\n%s", tab.line, line, tab.want, screens[i])
		}
	}
	return screens
}

// screensOf types lines into a shell, with a tab after each, and returns what is then on the screen.
func screensOf(t *testing.T, shell string, env []string, lines ...string) []string {
	t.Helper()
	data, err := filepath.Abs("testdata/completion")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-f", filepath.Join(data, "keys.zsh"), shell, filepath.Join(data, "setup."+shell)}, lines...)
	screens := strings.Split(runShell(t, completedDir(t), env, "zsh", args...), "\x00")
	if len(screens) != len(lines)+1 {
		t.Fatalf("%d screens for %d lines: %q", len(screens)-1, len(lines), screens)
	}
	return screens[:len(lines)]
}

// runShell runs a program, which must end soon and print nothing to standard error.
func runShell(t *testing.T, dir string, env []string, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Env = dir, append(os.Environ(), append(env, "HOME="+t.TempDir())...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s %q: %v, stderr %q, stdout %q", program, args, err, stderr.String(), stdout.String())
	}
	return stdout.String()
}
