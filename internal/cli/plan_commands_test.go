package cli_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/golden"
)

// The commands that plans may contain, with their flags; = after a flag means that it takes a value. Sources: the reference pages of kubectl 1.36,
// Helm 3.19, Flux 2.7, Argo CD 3.2, helmfile 1.1, Terraform 1.14 and the AWS CLI 2.
var knownCommands = map[string]string{
	"kubectl annotate":                       "",
	"kubectl apply":                          "-f= --server-side --force-conflicts",
	"kubectl config current-context":         "",
	"kubectl delete":                         "-f= --all --cascade= --ignore-not-found --timeout=",
	"kubectl drain":                          "--selector= --ignore-daemonsets --delete-emptydir-data --timeout=",
	"kubectl diff":                           "-f=",
	"kubectl get":                            "--namespace= --all-namespaces -l= -L= -o= --field-selector=",
	"kubectl kustomize":                      "--enable-helm",
	"kubectl logs":                           "--namespace= --since=",
	"kubectl patch":                          "--type= -p= --subresource=",
	"kubectl replace":                        "-f=",
	"kubectl rollout status":                 "--namespace= --timeout=",
	"kubectl top":                            "--namespace= -l=",
	"kubectl version":                        "",
	"kubectl wait":                           "--for= --all --timeout=",
	"helm dependency update":                 "",
	"helm uninstall":                         "--namespace= --wait",
	"helm template":                          "--version= --namespace= --set=",
	"helm upgrade":                           "--install --version= --namespace= --take-ownership --reuse-values --wait --timeout=",
	"helmfile apply":                         "--file= --selector= --wait",
	"helmfile destroy":                       "--file= --selector=",
	"helmfile diff":                          "--file= --selector=",
	"flux delete helmrelease":                "--namespace= --silent",
	"flux reconcile helmrelease":             "--namespace= --with-source --timeout=",
	"flux reconcile kustomization":           "--namespace= --with-source",
	"flux resume helmrelease":                "--namespace=",
	"flux suspend helmrelease":               "--namespace=",
	"argocd app delete":                      "--yes",
	"argocd app set":                         "--sync-policy=",
	"argocd app sync":                        "--timeout=",
	"argocd app wait":                        "--sync --health --timeout=",
	"terragrunt apply":                       "--working-dir= -target=",
	"terragrunt destroy":                     "--working-dir= -target=",
	"terragrunt import":                      "--working-dir= ",
	"terragrunt plan":                        "--working-dir= -out=",
	"terragrunt state list":                  "--working-dir= ",
	"terragrunt state rm":                    "--working-dir= ",
	"terraform apply":                        "-chdir= -target=",
	"terraform destroy":                      "-chdir= -target=",
	"terraform import":                       "-chdir=",
	"terraform plan":                         "-chdir= -out=",
	"terraform state list":                   "-chdir=",
	"terraform state rm":                     "-chdir=",
	"aws cloudformation deploy":              "--stack-name= --capabilities= --template-file=",
	"aws iam create-policy-version":          "--policy-arn= --policy-document= --set-as-default",
	"aws ec2 describe-capacity-reservations": "--filters= --query=",
	"aws ec2 describe-instances":             "--filters= --query=",
	"aws events list-rules":                  "--query=",
	"aws iam get-instance-profile":           "--instance-profile-name=",
	"aws iam get-role":                       "--role-name=",
	"aws iam list-policies":                  "--scope= --query=",
	"aws service-quotas get-service-quota":   "--service-code= --quota-code= --query=",
	"aws sqs get-queue-url":                  "--queue-name=",
	"git push":                               "",
	"git diff":                               "",
	"grep":                                   "",
	"karplint upgrade":                       "--to= --strategy= --write",
}

// TestPlanCommands: a shell can parse every command in the plans of the golden trees, and of the example with each strategy, and each command has the
// flags that it uses.
func TestPlanCommands(t *testing.T) {
	golden.NotInCheck(t)
	commands := map[string]bool{}
	collect := func(arguments ...string) {
		for _, c := range planOf(t, arguments).commands() {
			commands[c] = true
		}
	}
	trees, err := filepath.Glob(filepath.Join(goldenDir, "plan", "*.txtar"))
	if err != nil || len(trees) == 0 {
		t.Fatal("no trees", err)
	}
	home := t.TempDir()
	for _, tree := range trees {
		archive, err := txtar.ParseFile(tree)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(home, filepath.Base(tree))
		writePlanTree(t, dir, golden.Without(archive, "want/plan"))
		collect(append(flags(string(archive.Comment)), dir)...)
	}
	for _, strategy := range []string{"drift", "delete", "manual"} {
		collect("--strategy="+strategy, filepath.Join("..", "..", "examples", "fleet"))
	}
	for c := range commands {
		if problem := wrongCommand(c); problem != "" {
			t.Errorf("%s\n%s", c, problem)
		}
	}
	if len(commands) < 100 {
		t.Errorf("only %d commands", len(commands))
	}
	checkSyntax(t, commands)
}

func (p planned) commands() (all []string) {
	for _, road := range p.Roads {
		for _, steps := range append([][]step{road.Before}, stepsOf(road)...) {
			for _, s := range steps {
				for _, c := range s.Commands {
					all = append(all, c.Run)
				}
			}
		}
	}
	for _, s := range p.Teardown {
		for _, c := range s.Commands {
			all = append(all, c.Run)
		}
	}
	return all
}

// checkSyntax lets bash read the commands, without running them.
func checkSyntax(t *testing.T, commands map[string]bool) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		golden.Skip(t, "bash is not installed")
	}
	for c := range commands {
		check := exec.Command(bash, "-n")
		check.Stdin = strings.NewReader(c + "\n")
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s\n%v: %s", c, err, out)
		}
	}
}

// wrongCommand returns the mistake in a line for a shell, "" if there is none.
func wrongCommand(line string) string {
	for _, words := range simpleCommands(line) {
		if problem := wrongWords(words); problem != "" {
			return problem
		}
	}
	return ""
}

// wrongWords returns the mistake in one command.
func wrongWords(words []string) string {
	name, known := "", ""
	isKnown := false
	for n := 1; n <= len(words); n++ {
		candidate := strings.Join(withoutFlags(words)[:min(n, len(withoutFlags(words)))], " ")
		if allowed, ok := knownCommands[candidate]; ok {
			name, known, isKnown = candidate, allowed, true
		}
	}
	if !isKnown {
		return fmt.Sprintf("%q is not a known command", words)
	}
	takesValue := false
	for _, word := range words {
		if takesValue || !strings.HasPrefix(word, "-") || word == "-" {
			takesValue = false
			continue
		}
		flag, _, hasValue := strings.Cut(word, "=")
		switch fields := strings.Fields(known); {
		case slices.Contains(fields, flag+"="):
			takesValue = !hasValue
		case !slices.Contains(fields, flag):
			return name + " has no flag " + flag
		}
	}
	if takesValue {
		return name + ": a flag has no value"
	}
	return ""
}

// withoutFlags returns the words of a command without its flags; values of flags stay.
func withoutFlags(words []string) (plain []string) {
	skip := false
	for _, word := range words {
		switch {
		case skip:
			skip = false
		case strings.HasPrefix(word, "-"):
			before := slices.Contains([]string{"--namespace", "--file", "--selector", "--working-dir"}, word)
			skip = before
		default:
			plain = append(plain, word)
		}
	}
	return plain
}

// simpleCommands splits a line at pipes, && and ;, and each part into words. It leaves out assignments, loops and redirections.
func simpleCommands(line string) (all [][]string) {
	line = strings.NewReplacer("$(", " ; ", ")", " ; ").Replace(quotedParens(line))
	var words []string
	end := func() {
		for len(words) > 0 && (slices.Contains([]string{"do", "done", "for", "in", "xargs"}, words[0]) || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
		if len(words) > 0 && words[0] != "node" {
			all = append(all, words)
		}
		words = nil
	}
	isTarget := false
	for _, word := range shellWords(line) {
		switch {
		case word == ";" || word == "|" || word == "&&":
			end()
		case word == ">":
			isTarget = true
		case isTarget:
			isTarget = false
		default:
			words = append(words, word)
		}
	}
	end()
	return all
}

// quotedParens replaces parentheses within single quotes, which the shell does not read.
func quotedParens(line string) string {
	isQuoted, isEscaped := false, false
	return strings.Map(func(c rune) rune {
		if c == '\'' && !isEscaped {
			isQuoted = !isQuoted
		}
		isEscaped = c == '\\' && !isQuoted
		if isQuoted && (c == '(' || c == ')') {
			return '_'
		}
		return c
	}, line)
}

// shellWords splits a line into words, with quotes removed.
func shellWords(line string) (words []string) {
	var word strings.Builder
	var quote rune
	inWord := false
	end := func() {
		if inWord {
			words = append(words, word.String())
		}
		word.Reset()
		inWord = false
	}
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ':
			end()
		case c == ';' || c == '|':
			end()
			words = append(words, string(c))
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	end()
	return words
}

// TestWrongCommands: the checks of commands find mistakes.
func TestWrongCommands(t *testing.T) {
	for line, want := range map[string]string{
		"kubectl get nodes --all-namespaces":                   "",
		"kubectl get nodes --all-namespace":                    "kubectl get has no flag --all-namespace",
		"kubectl fetch nodes":                                  `["kubectl" "fetch" "nodes"] is not a known command`,
		"A=$(kubectl get nodes -l a=b) | kubectl patch x -q y": "kubectl patch has no flag -q",
		"terraform -chdir=a apply -target":                     "terraform apply: a flag has no value",
		"kubectl get nodes | grep ERROR":                       "",
	} {
		if got := wrongCommand(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
