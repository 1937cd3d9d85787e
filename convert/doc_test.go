package convert_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestDocNamesFiles asserts that doc.go leads to files that there are.
func TestDocNamesFiles(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`[a-z0-9_*]+\.go\b`).FindAllString(string(doc), -1) {
		if found, err := filepath.Glob(name); err != nil || len(found) == 0 {
			t.Errorf("doc.go names %s, and there is none (%v)", name, err)
		}
	}
}
