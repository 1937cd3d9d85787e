package diff

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a\n", "a\n", ""},
		{"a\nb\n", "a\nc\n", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"a\nb", "a\nc", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"},
		{"a\nb", "c\nb", "--- a/x.yaml\n+++ b/x.yaml\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
	} {
		if got := Unified("x.yaml", []byte(c.before), []byte(c.after)); got != c.want {
			t.Errorf("Diff(%q, %q):\n%s\nwant\n%s", c.before, c.after, got, c.want)
		}
	}
}

// The second hunk starts one line further down for each line that the first one adds, the
// unchanged line between its two changes counted once.
func TestDiffNumbersHunks(t *testing.T) {
	before := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n"
	after := "0\n1\n2\n2b\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"
	got := Unified("x.yaml", []byte(before), []byte(after))
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
		golden.Skip(t, "git is not installed")
	}
	for _, c := range [][2]string{{"a\nb", "a\nc\n"}, {"a\r\nb\r\n", "x\r\nb\r\n"}, {"1\n2\n3\n4\n5\n6\n7\n8\n9", "0\n2\n3\n4\n5\n6\n7\n8\n9\n10"},
		{"", "a\n"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.yaml")
		put(t, path, c[0])
		put(t, filepath.Join(dir, "p"), Unified("x.yaml", []byte(c[0]), []byte(c[1])))
		cmd := exec.Command(git, "apply", "p")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q to %q: %v %s", c[0], c[1], err, out)
		}
		holds(t, path, c[1])
	}
}

// git and patch find the file, whatever its name is, and a name cannot write lines of its own.
func TestDiffNames(t *testing.T) {
	for _, tool := range [][]string{{"git", "apply", "-"}, {"patch", "-p1"}} {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		for _, name := range []string{"a b.yaml", "ü.yaml", "q\"\\x.yaml", "new\nline\t\"\\ \x1b[31m.yaml"} {
			path := filepath.Join(t.TempDir(), name)
			put(t, path, "a\n")
			cmd := exec.Command(tool[0], tool[1:]...)
			cmd.Dir = filepath.Dir(path)
			cmd.Stdin = strings.NewReader(Unified(name, []byte("a\n"), []byte("b\n")))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s, %q: %v %s", tool[0], name, err, out)
			}
			holds(t, path, "b\n")
		}
	}
}

// Many changes far apart stay small, however many they are.
func TestDiffOfManyChanges(t *testing.T) {
	var before, after strings.Builder
	for i := range 2000 {
		for _, b := range []*strings.Builder{&before, &after} {
			fmt.Fprintf(b, "name: %d\nsame: a\nsame: b\nsame: a\n", i)
		}
		fmt.Fprintln(&before, "old: true")
		fmt.Fprintln(&after, "new: true")
	}
	got := Unified("x.yaml", []byte(before.String()), []byte(after.String()))
	if n := strings.Count(got, "\n-"); n != 2000 {
		t.Errorf("%d lines removed, want 2000", n)
	}
	if n := strings.Count(got, "\n+"); n != 2001 { // and the header
		t.Errorf("%d lines added, want 2000", n-1)
	}
}

func TestRising(t *testing.T) {
	got := rising([][2]int{{0, 5}, {1, 1}, {2, 2}, {3, 0}, {4, 4}, {5, 3}})
	if want := [][2]int{{1, 1}, {2, 2}, {5, 3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s contains %q, %v; want %q", path, got, err, want)
	}
}
