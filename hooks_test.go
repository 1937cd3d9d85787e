package karplint_test

import (
	"errors"
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

// TestHooks lets pre-commit itself build the hooks of this checkout, and try them on the scratch repository: they fail on its mistakes, two of them
// mend it, and then all pass.
func TestHooks(t *testing.T) {
	golden.NotInCheck(t)
	needPreCommit(t)
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
	r := &repository{T: t, dir: t.TempDir()}
	r.git("init", "-q")
	r.write(scratch)
	r.write(map[string]string{".pre-commit-config.yaml": configOf(hooks, revision, "karplint", "karplint-fix", "karplint-convert")})
	try := func() (string, error) {
		r.git("add", "-A")
		return r.run("pre-commit", "run")
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
	wantText(t, filepath.Join(r.dir, "nodes.yaml"), "kind: EC2NodeClass")
	wantText(t, filepath.Join(r.dir, "agent.yaml"), "karpenter.sh/disrupted")
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

func needPreCommit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("pre-commit"); err != nil {
		golden.Skip(t, "pre-commit is not installed; .ci/run takes it from Debian, elsewhere: pip install pre-commit")
	}
}

// configOf is the configuration of pre-commit for some hooks.
func configOf(hooks, revision string, ids ...string) string {
	text := "repos:\n  - repo: " + hooks + "\n    rev: " + revision + "\n    hooks:\n"
	for _, id := range ids {
		text += "      - id: " + id + "\n"
	}
	return text
}

// repository is the repository of somebody who uses the hooks.
type repository struct {
	*testing.T
	dir         string
	bin         string   // the directory of an installed karplint
	environment []string // in addition to that of the test
}

func (r *repository) git(args ...string) string {
	r.Helper()
	out, err := r.run("git", args...)
	if err != nil {
		r.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r *repository) run(name string, args ...string) (string, error) {
	r.Helper()
	return run(r.dir, r.environment, name, args...)
}

func (r *repository) write(files map[string]string) {
	r.Helper()
	for name, text := range files {
		path := filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // as an editor does
			r.Fatal(err)
		}
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
	r := &repository{T: t, dir: t.TempDir()}
	r.git("init", "-q")
	r.git("--work-tree", checkout, "add", "-A")
	r.git("commit", "-q", "-m", "checkout")
	return r.dir, strings.TrimSpace(r.git("rev-parse", "HEAD"))
}

// run runs a command in dir. Git's own variables are dropped, for the tests may run in a hook, and so is the machine's configuration of git;
// the module cache is named, for pre-commit moves GOPATH and would fill another one.
func run(dir string, environment []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "PRE_COMMIT") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	if cache, err := exec.Command("go", "env", "GOMODCACHE").Output(); err == nil {
		cmd.Env = append(cmd.Env, "GOMODCACHE="+strings.TrimSpace(string(cache)))
	}
	cmd.Env = append(cmd.Env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=test", "GIT_AUTHOR_EMAIL=test@example.com",
		"GIT_COMMITTER_NAME=test", "GIT_COMMITTER_EMAIL=test@example.com")
	cmd.Env = append(cmd.Env, environment...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// exitCode returns the exit code of a command that ended with the error, -1 if it did not run.
func exitCode(err error) int {
	exit := &exec.ExitError{}
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
