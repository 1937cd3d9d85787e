// Package golden runs tests whose input and expected output are together in txtar archives. Only tests import it. It defines their
// flag -update and reads the variables KARPLINT_TEST_LONG and KARPLINT_TEST_NO_SKIP.
package golden

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what tests get into the files that say what they want")

// Update reports whether tests write their results instead of comparing them.
func Update() bool { return *update }

// long is true in `make test-long`. It is an environment variable and not a flag, because `go test ./...` refuses a flag that one
// of the packages does not know.
var long = os.Getenv("KARPLINT_TEST_LONG") != ""

// Draws returns how many random cases a test draws: short in `make test`, complete in `make test-long`.
func Draws(short, complete int) int {
	if long {
		return complete
	}
	return short
}

// NotInCheck skips a test that takes long in `make check`, which has a minute for what a person works on.
func NotInCheck(t test) {
	t.Helper()
	if os.Getenv("KARPLINT_TEST_SHORT") != "" {
		t.Logf("it takes long, and make check leaves it out")
		t.SkipNow()
	}
}

// IsSampled reports whether a test of numbered cases runs the i-th one: every one in `make test-long`, otherwise the first of each
// interval.
func IsSampled(i, interval int) bool { return long || i%interval == 0 }

// Shuffles runs a subtest for some orders of the files, one in `make test` and more in `make test-long`, so that results depend
// neither on that order nor on that of a map. A subtest is named after the seed of its order.
func Shuffles[F any](t *testing.T, files []F, test func(t *testing.T, shuffled []F)) {
	t.Helper()
	for seed := range uint64(Draws(1, 10)) {
		t.Run(fmt.Sprintf("shuffled by seed %d", seed), func(t *testing.T) {
			shuffled := slices.Clone(files)
			rand.New(rand.NewPCG(seed, uint64(len(files)))).Shuffle(len(files), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
			test(t, shuffled)
		})
	}
}

// test is a *testing.T or a *rapid.T.
type test interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
	SkipNow()
}

// Skip skips the test, because this machine lacks something that it needs. If KARPLINT_TEST_NO_SKIP is set, as in .ci/run, the
// test fails.
func Skip(t test, format string, args ...any) {
	t.Helper()
	if os.Getenv("KARPLINT_TEST_NO_SKIP") != "" {
		t.Fatalf("KARPLINT_TEST_NO_SKIP is set, but "+format, args...)
	}
	t.Logf(format, args...)
	t.SkipNow()
}

// Archives runs a subtest for each archive whose path matches the pattern, named after the file without .txtar. The test
// returns the expected files of the archive: its input, and the results. An archive with other files fails, or is rewritten
// with -update.
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

// Trees runs Archives for a parser: the first file of each archive is parsed, and the second, "tree", is the output of dump. That
// must be the same for the file with CRLF, except for newlines in texts.
func Trees(t *testing.T, pattern string, dump func(name string, data []byte) string) {
	t.Helper()
	Archives(t, pattern, func(t *testing.T, archive *txtar.Archive) []txtar.File {
		in := archive.Files[0]
		tree := dump(in.Name, in.Data)
		crlf := dump(in.Name, bytes.ReplaceAll(in.Data, []byte("\n"), []byte("\r\n")))
		if diff := udiff.Unified("LF", "CRLF", tree, strings.ReplaceAll(crlf, `\r\n`, `\n`)); diff != "" {
			t.Errorf("with CRLF:\n%s", diff)
		}
		return []txtar.File{in, {Name: "tree", Data: []byte(tree)}}
	})
}

// Without returns the files of the archive, except the named ones.
func Without(archive *txtar.Archive, names ...string) []txtar.File {
	return slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool { return slices.Contains(names, f.Name) })
}
