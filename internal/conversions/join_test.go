package conversions_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/installations"
)

// The changes of objects and charts in one file are joined. A file that only one of them changes is
// included.
func TestJoin(t *testing.T) {
	before := "a: 1\nb: 1\nc: 1\n"
	files := []convert.File{{Path: "both.yaml", Before: []byte(before), After: []byte("a: 2\nb: 1\nc: 1\n"),
		Notes: []convert.Note{{File: "both.yaml", Line: 3}}}}
	read := func(path string) ([]byte, error) {
		if path != "chart.yaml" {
			return nil, errors.New("it is known")
		}
		return []byte("x: 1\n"), nil
	}
	changed := map[string][]byte{"both.yaml": []byte("a: 1\nb: 1\nc: 2\n"), "chart.yaml": []byte("x: 2\n")}
	got, refused := conversions.Join(files, &installations.Conversion{
		Texts: changed,
		Notes: []convert.Note{{File: "both.yaml", Line: 2}, {File: "chart.yaml", Line: 1}},
	}, read)
	if len(got) != 2 || len(refused) > 0 {
		t.Fatalf("%d files, refused %q", len(got), refused)
	}
	both, chart := got[0], got[1]
	if string(both.After) != "a: 2\nb: 1\nc: 2\n" || len(both.Notes) != 2 || both.Notes[0].Line != 2 {
		t.Errorf("both: after %q, notes %v", both.After, both.Notes)
	}
	if string(chart.Before) != "x: 1\n" || string(chart.After) != "x: 2\n" || chart.Group == both.Group {
		t.Errorf("chart: %+v", chart)
	}
	if len(files[0].Notes) != 1 {
		t.Error("the notes of the conversion were changed in place")
	}
}

// Two changes are refused if they are on the same lines, or if the result does not parse.
func TestJoinRefuses(t *testing.T) {
	for name, c := range map[string]struct{ object, chart string }{
		"the same line": {"a: 2\nb: 1\n", "a: 3\nb: 1\n"},
		"between lines": {"a: 1\nx: 1\nb: 1\n", "a: 1\ny: 1\nb: 1\n"},
		"no YAML":       {"a: 1\nb: {\n}\n", "a: [\nb: 1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			file := convert.File{Path: "a.yaml", Before: []byte("a: 1\nb: 1\n"), After: []byte(c.object)}
			changed := map[string][]byte{"a.yaml": []byte(c.chart)}
			got, refused := conversions.Join([]convert.File{file}, &installations.Conversion{Texts: changed}, nil)
			if string(got[0].After) != c.object || !slices.Equal(refused, []string{"a.yaml"}) {
				t.Errorf("after %q, refused %q", got[0].After, refused)
			}
		})
	}
}

// Files that only charts change get the same groups each time, in the order of their paths.
func TestJoinGroups(t *testing.T) {
	changed := map[string][]byte{"a.yaml": []byte("x: 2\n"), "b.yaml": []byte("x: 2\n"), "c.yaml": []byte("x: 2\n"), "d.yaml": []byte("x: 2\n")}
	read := func(string) ([]byte, error) { return []byte("x: 1\n"), nil }
	for range 20 {
		got, _ := conversions.Join(nil, &installations.Conversion{Texts: changed}, read)
		for i, f := range got {
			if f.Group != i {
				t.Fatalf("%s is of group %d, want %d", f.Path, f.Group, i)
			}
		}
	}
}
