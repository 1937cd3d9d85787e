// Package golden runs tests whose input and expected output stand together in txtar archives. Only tests import it; the
// flag -update of theirs is here.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what tests get into the files that say what they want")

// Update says whether tests write what they get, and compare nothing.
func Update() bool { return *update }

// Archives runs a subtest for each archive whose path matches the pattern, named after the file without .txtar. The test
// returns the files that the archive should hold: its input, and what comes of it. An archive that holds others fails,
// or is written with -update.
func Archives(t *testing.T, pattern string, test func(t *testing.T, archive *txtar.Archive) []txtar.File) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives %s: %v", pattern, err)
	}
	for _, name := range names {
		name, err := filepath.Abs(name) // tests may change the directory
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := txtar.Format(archive)
			got := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: test(t, archive)})
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
			} else if diff := udiff.Unified("want", "got", string(want), string(got)); diff != "" {
				t.Errorf("run with -update if this is right:\n%s", diff)
			}
		})
	}
}

// Without returns the files of the archive but those with the names.
func Without(archive *txtar.Archive, names ...string) []txtar.File {
	return slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool { return slices.Contains(names, f.Name) })
}
