package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestLint runs testdata/golden/lint/*.txtar: lint on a directory of files. Lines of the comment that begin with -- are flags. The files
// want/concise, want/text … are the outputs of --format, want/diff is that of --diff.
func TestLint(t *testing.T) {
	golden.Archives(t, filepath.Join(goldenDir, "lint", "*.txtar"), func(t *testing.T, archive *txtar.Archive) []txtar.File {
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
		files := slices.Clone(archive.Files)
		for i, f := range files {
			if format, ok := strings.CutPrefix(f.Name, "want/"); ok {
				files[i].Data = lint(t, format, flags(string(archive.Comment)))
			}
		}
		return files
	})
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
