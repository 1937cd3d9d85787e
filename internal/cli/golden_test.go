package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/cli"
)

// TestLint runs testdata/golden/lint/*.txtar: lint on a directory of files. Lines of the comment
// that begin with -- are flags. The files want/concise, want/text … are what --format prints,
// want/diff is what --diff prints.
func TestLint(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join(golden, "lint", "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { testLint(t, path) })
	}
}

func testLint(t *testing.T, path string) {
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	wants := 0
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want/") {
			wants++
			continue
		}
		full := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if wants == 0 {
		t.Fatal("nothing is wanted: add want/concise")
	}
	t.Chdir(dir)
	for i, f := range archive.Files {
		format, ok := strings.CutPrefix(f.Name, "want/")
		if !ok {
			continue
		}
		got := lint(t, format, flags(string(archive.Comment)))
		if *update {
			archive.Files[i].Data = got
		} else if diff := cmp.Diff(string(f.Data), string(got)); diff != "" {
			t.Errorf("%s (run with -update if this is right):\n%s", f.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func flags(comment string) []string {
	var all []string
	for line := range strings.Lines(comment) {
		if strings.HasPrefix(line, "--") {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return all
}

func lint(t *testing.T, format string, flags []string) []byte {
	t.Helper()
	args := append([]string{"karplint", "lint"}, flags...)
	if format == "diff" {
		args = append(args, "--diff")
	} else {
		args = append(args, "--format", format)
	}
	var stdout, stderr bytes.Buffer
	if code := cli.Main(args, strings.NewReader(""), &stdout, &stderr); code > 1 {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	return stdout.Bytes()
}
