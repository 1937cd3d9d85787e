package karplint_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

// A repository of somebody who uses the hooks: one object for karplint-convert, one mistake that
// karplint-fix mends, and both for karplint to find.
var scratch = map[string]string{
	".karplint.yaml": `karpenter-version: "1.0.8"
`,
	"nodes.yaml": `apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata:
  name: default
spec:
  amiFamily: Bottlerocket
  instanceProfile: nodes
  subnetSelector:
    karpenter.sh/discovery: shop
  securityGroupSelector:
    karpenter.sh/discovery: shop
`,
	"agent.yaml": `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      tolerations:
        - key: karpenter.sh/disruption
          operator: Exists
          effect: NoSchedule
      containers:
        - name: agent
          image: agent:1
`,
}

// TestHooks lets pre-commit itself try the hooks of this checkout on the scratch repository: they
// fail on its mistakes, two of them mend it, and then all pass.
func TestHooks(t *testing.T) {
	if testing.Short() {
		t.Skip("pre-commit builds karplint twice")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		golden.Skip(t, "pre-commit is not installed; .ci/run takes it from Debian, elsewhere: pip install pre-commit")
	}
	for _, name := range []string{".pre-commit-hooks.yaml", "go.mod", "cmd/karplint/main.go"} {
		if _, err := os.Stat(name); err != nil { // also tells the go command what its cached answer depends on
			t.Fatal(err)
		}
	}
	// With the whole program in the test's binary, the go command answers from its cache only while the
	// program is the same.
	if code := cli.Main([]string{"karplint", "version"}, strings.NewReader(""), io.Discard, io.Discard); code != 0 {
		t.Fatalf("karplint version exits with %d", code)
	}
	hooks, revision := hookRepository(t)
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	for name, text := range scratch {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	try := func() (string, error) {
		git(t, dir, "add", "-A")
		return run(dir, "pre-commit", "try-repo", "--ref", revision, hooks, "--all-files")
	}

	out, err := try()
	if err == nil {
		t.Errorf("the scratch repository has mistakes, and pre-commit passes")
	}
	wantStatus(t, out, "Failed")
	for _, want := range []string{"KL301", "KL402", "files were modified by this hook"} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	wantText(t, filepath.Join(dir, "nodes.yaml"), "kind: EC2NodeClass")
	wantText(t, filepath.Join(dir, "agent.yaml"), "karpenter.sh/disrupted")
	if t.Failed() {
		t.Fatalf("on mistakes:\n%s", out)
	}

	out, err = try()
	if err != nil {
		t.Errorf("after the fixes: %v", err)
	}
	wantStatus(t, out, "Passed")
	if t.Failed() {
		t.Fatalf("after the fixes:\n%s", out)
	}
}

// wantStatus expects pre-commit's line "name.....status" for each of the hooks.
func wantStatus(t *testing.T, out, status string) {
	t.Helper()
	for _, hook := range []string{"karplint", "karplint (fix)", "karplint (convert)"} {
		line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(hook) + `\.+(\w+)$`).FindStringSubmatch(out)
		if line == nil || line[1] != status {
			t.Errorf("hook %s: got %q, want status %s", hook, line, status)
		}
	}
}

func wantText(t *testing.T, name, text string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), text) {
		t.Errorf("%s lacks %q:\n%s", filepath.Base(name), text, data)
	}
}

// hookRepository commits the checkout, as it stands, into a repository of its own.
func hookRepository(t *testing.T) (dir, revision string) {
	t.Helper()
	checkout, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	git(t, dir, "init", "-q")
	git(t, dir, "--work-tree", checkout, "add", "-A")
	git(t, dir, "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "checkout")
	return dir, strings.TrimSpace(git(t, dir, "rev-parse", "HEAD"))
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := run(dir, "git", args...)
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// run runs a command in dir. Git's own variables are dropped, for the tests may run in a hook;
// the module cache is named, for pre-commit moves GOPATH and would fill another one.
func run(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	if cache, err := exec.Command("go", "env", "GOMODCACHE").Output(); err == nil {
		cmd.Env = append(cmd.Env, "GOMODCACHE="+strings.TrimSpace(string(cache)))
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}
