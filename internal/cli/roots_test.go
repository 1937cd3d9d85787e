package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
)

// TestReportsByRoot: the reports for other programs are the same from every directory, and in a worktree.
func TestReportsByRoot(t *testing.T) {
	const pool = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: a\n"
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("repo/.git/HEAD", "ref: refs/heads/main\n")
	write("worktree/.git", "gitdir: "+filepath.Join(base, "repo/.git/worktrees/worktree")+"\n")
	write("plain/.karplint.yaml", "karpenter-version: 1.0.8\n")
	for _, root := range []string{"repo", "worktree", "plain"} {
		write(root+"/apps/pools/a.yaml", pool)
	}
	for _, format := range []string{"sarif", "github", "gitlab", "junit", "checkstyle", "markdown"} {
		report := func(dir, path string) string {
			t.Helper()
			t.Chdir(filepath.Join(base, dir))
			var out, errs bytes.Buffer
			code := cli.Main([]string{"karplint", "lint", "--karpenter-version", "1.0.8", "--format", format, path}, strings.NewReader(""), &out, &errs)
			if code != 1 || !strings.Contains(out.String(), "apps/pools/a.yaml") {
				t.Fatalf("%s of %s in %s: exit code %d\n%s%s", format, path, dir, code, out.String(), errs.String())
			}
			return out.String()
		}
		want := report("repo", "apps")
		for _, from := range [][2]string{{"repo/apps", "."}, {"repo/apps/pools", "a.yaml"}, {"", "repo/apps"}, {"plain", base + "/repo/apps"},
			{"worktree", "apps"}, {"plain/apps", "."}} {
			if got := report(from[0], from[1]); got != want {
				t.Errorf("%s of %s in %s is\n%s\nwant\n%s", format, from[1], from[0], got, want)
			}
		}
	}
}
