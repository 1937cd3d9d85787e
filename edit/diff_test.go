package edit

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a\n", "a\n", ""},
		{"a\nb\n", "a\nc\n", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"a\nb", "a\nc", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"},
		{"a\nb", "c\nb", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
	} {
		if got := Diff("x.yaml", []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("Diff(%q, %q):\n%s\nwant\n%s", c.before, c.after, got, c.want)
		}
	}
}

// The second hunk starts one line further down for each line that the first one adds, the
// unchanged line between its two changes counted once.
func TestDiffNumbersHunks(t *testing.T) {
	before := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n"
	after := "0\n1\n2\n2b\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"
	got := Diff("x.yaml", []byte(before), []byte(after))
	for _, want := range []string{"\n@@ -1,5 +1,7 @@\n", "\n@@ -11,4 +13,3 @@\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no hunk %q in\n%s", want, got)
		}
	}
}

// What Diff writes, patch and git understand.
func TestDiffApplies(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for _, c := range [][2]string{{"a\nb", "a\nc\n"}, {"a\r\nb\r\n", "x\r\nb\r\n"}, {"1\n2\n3\n4\n5\n6\n7\n8\n9", "0\n2\n3\n4\n5\n6\n7\n8\n9\n10"}, {"", "a\n"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.yaml")
		put(t, path, c[0], 0o644)
		put(t, filepath.Join(dir, "p"), Diff("x.yaml", []byte(c[0]), []byte(c[1])), 0o644)
		cmd := exec.Command(git, "apply", "p")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q to %q: %v %s", c[0], c[1], err, out)
		}
		holds(t, path, c[1])
	}
}
