package lint_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/karplint/karplint/lint"
)

// TestCompiledAhead holds rules/compiled.bin to the rules and facts: with -update it writes it.
func TestCompiledAhead(t *testing.T) {
	const file = rulesDir + "/compiled.bin"
	want, err := lint.CompileAhead(os.DirFS(rulesDir), os.DirFS("../facts"))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not that of the rules and facts as they are; run make docs", file)
	}
}
