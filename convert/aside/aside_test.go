package aside

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

const pool = "---\nkind: Provisioner\nmetadata: {name: a}\n"

// objectsOf returns the objects in a text, and their file.
func objectsOf(t *testing.T, text string) (f *model.File, all []*units.Unit) {
	t.Helper()
	f = model.NewFile("pools.yaml", []byte(text))
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		if doc.Root.IsMap() {
			all = append(all, &units.Unit{Res: &model.Resource{Document: doc, Value: doc.Root, Kind: "Provisioner", Name: "a"}})
		}
		return true
	})
	return f, all
}

// TestOf names the objects of a file that are set aside, by their numbers.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"none":                   {pool + pool, ".."},
		"above":                  {"---\n# karplint:ignore convert -- why\n# more\n" + pool[4:] + pool, "x."},
		"beside":                 {"---\nkind: Provisioner # karplint:ignore convert -- why\nmetadata: {name: a}\n" + pool, "x."},
		"of another object":      {"---\nkind: Provisioner\nmetadata: {name: a} # karplint:ignore convert -- why\n" + pool, "x."},
		"above something else":   {"---\nx: y\n# karplint:ignore convert -- why\nz: y\nkind: Provisioner\n", "."},
		"of the file":            {"# karplint:ignore-file convert -- why\n" + pool + pool, "xx"},
		"of the file, too late":  {pool + "# karplint:ignore-file convert -- why\n" + pool, ".."},
		"of a rule":              {"# karplint:ignore KL501 -- why\n" + pool, "."},
		"a byte order mark":      {"\uFEFF# karplint:ignore-file convert -- why\r\n" + pool, "x"},
		"nearest of two reasons": {"---\n# karplint:ignore convert -- far\n# karplint:ignore convert -- why\n" + pool[4:], "x"},
	} {
		t.Run(name, func(t *testing.T) {
			_, objects := objectsOf(t, c.text)
			finder, got := NewFinder(&settings.Settings{}), ""
			for _, u := range objects {
				by, ok := finder.Of(u)
				if ok && by.Reason != "why" {
					t.Errorf("the reason is %q", by.Reason)
				}
				got += map[bool]string{true: "x", false: "."}[ok]
			}
			if got != c.want {
				t.Errorf("set aside are %q, want %q", got, c.want)
			}
		})
	}
}

// TestReadsOnce: a file with many objects is read once.
func TestReadsOnce(t *testing.T) {
	f, objects := objectsOf(t, strings.Repeat(pool, 20)+"# karplint:ignore convert -- why\n")
	finder := NewFinder(&settings.Settings{})
	finder.Of(objects[0])
	first := finder.files[f]
	for _, u := range objects {
		finder.Of(u)
	}
	if len(finder.files) != 1 || finder.files[f] != first {
		t.Error("the comments were read again")
	}
}
