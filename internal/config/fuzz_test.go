package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
)

var errorPlace = regexp.MustCompile(`^.*\.karplint\.yaml:(\d+):(\d+): .`)

// FuzzLoad reads any text as a configuration. It is refused with a place in the file, on one line, or read, and then it is one that the
// schema accepts.
func FuzzLoad(f *testing.F) {
	for _, text := range right {
		f.Add(text)
	}
	for text := range wrong {
		f.Add(text)
	}
	schema := compiledSchema(f)
	path := filepath.Join(f.TempDir(), Name)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var got *Config
		var err error
		fuzz.Bounded(t, len(text), func() { got, err = Load(nil, path, builtin) })
		if err != nil {
			checkError(t, text, err)
			return
		}
		again, err := Load(nil, path, builtin)
		if diff := cmp.Diff(got, again, cmpopts.IgnoreUnexported(Config{}, Layers{}, ruleSettings{}, Override{}, model.Value{})); err != nil || diff != "" {
			t.Errorf("%q is read differently a second time: %v %s", text, err, diff)
		}
		value, err := asJSON(text)
		if err != nil {
			return
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%q is read, but the schema refuses it: %v", text, err)
		}
	})
}

// lineBreak is what YAML 1.1 takes to end a line.
var lineBreak = regexp.MustCompile("\r\n|[\r\n\u0085\u2028\u2029]")

// checkError says whether an error is on one line and names a place in the text.
func checkError(t *testing.T, text string, err error) {
	t.Helper()
	if strings.ContainsAny(err.Error(), "\n\x1b") {
		t.Errorf("%q: %q is more than a line", text, err)
	}
	place := errorPlace.FindStringSubmatch(err.Error())
	if place == nil {
		if !strings.Contains(err.Error(), "has a second document") {
			t.Errorf("%q: %q names no place", text, err)
		}
		return
	}
	line, _ := strconv.Atoi(place[1])
	column, _ := strconv.Atoi(place[2])
	// The reader counts lines as YAML does, and for bytes that are not text karplint counts them as editors do.
	if !isIn(lineBreak.Split(text, -1), line, column) && !isIn(strings.Split(text, "\n"), line, column) {
		t.Errorf("%q: %q names a place outside of the file", text, err)
	}
}

func isIn(lines []string, line, column int) bool {
	return line >= 1 && line <= len(lines) && column >= 1 && column <= len(lines[line-1])+1
}
