package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// session is a block of migration.md: commands with what they print, or a change that a person makes.
var session = regexp.MustCompile("(?ms)^```(console|diff)\n(.*?)^```\n")

// TestMigration follows migration.md in a repository that holds examples/fleet: each command sees what those above it did. At the end nothing is
// left.
func TestMigration(t *testing.T) {
	const name = "migration.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := fleetRepository(t)
	text := session.ReplaceAllStringFunc(string(page), func(old string) string {
		match := session.FindStringSubmatch(old)
		if match[1] == "diff" {
			inRepository(t, dir, match[2], "git", "apply", "--recount")
			return old
		}
		var b strings.Builder
		for line := range strings.Lines(match[2]) {
			if command, isCommand := strings.CutPrefix(line, "$ "); isCommand {
				b.WriteString(line + runIn(t, dir, strings.TrimSpace(command)))
			}
		}
		return "```console\n" + b.String() + "```\n"
	})
	compare(t, name, text)
	if out := inRepository(t, dir, "", "git", "status", "--porcelain"); out != "" {
		t.Errorf("at the end the repository has changes that are in no commit:\n%s", out)
	}
	lastWords := map[string]string{"plan --to 1.8.1": "nothing to upgrade: ", "convert --status": "nothing left to convert"}
	for command, want := range lastWords { // in any order: each is a check of its own
		if out := runKarplint(t, dir, strings.Fields(command)); !strings.Contains(out, want) {
			t.Errorf("at the end karplint %s does not say %q:\n%s", command, want, firstLines(out, "| head -20"))
		}
	}
}

// fleetRepository returns a directory with a copy of examples/fleet, in a commit of git.
func fleetRepository(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fleet")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "fleet"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Dir(dir)) // no settings of the user
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, role := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+role+"_NAME", "platform")
		t.Setenv("GIT_"+role+"_EMAIL", "platform@example.com")
	}
	for _, arguments := range []string{"init --quiet --initial-branch=main", "add .", "commit --quiet --message=Fleet"} {
		inRepository(t, dir, "", "git", strings.Fields(arguments)...)
	}
	return dir
}

// runIn returns what a command of the page prints in a directory.
func runIn(t *testing.T, dir, command string) string {
	t.Helper()
	arguments, isKarplint := strings.CutPrefix(command, "karplint ")
	if !isKarplint {
		return inRepository(t, dir, "", "sh", "-c", command)
	}
	return firstLines(runKarplint(t, dir, strings.Fields(head.ReplaceAllString(arguments, ""))), command)
}

// inRepository returns what a program prints in a directory. It must not fail.
func inRepository(t *testing.T, dir, input, program string, arguments ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, arguments...)
	command.Dir, command.Stdin = dir, strings.NewReader(input)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", command, err, out, input)
	}
	return string(out)
}
