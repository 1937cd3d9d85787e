package terraform

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// held is files in memory, each of which is opened once.
type held struct {
	memory
	files map[string]*model.File
}

func (h held) Open(path string) (*model.File, error) {
	if h.files[path] == nil {
		data, err := h.ReadFile(path)
		if err != nil {
			return nil, err
		}
		h.files[path] = model.Shared(path, data)
	}
	return h.files[path], nil
}

// TestShared: roots that share a module share its files too, and evaluate to the same as alone.
func TestShared(t *testing.T) {
	files := held{memory{fstest.MapFS{
		"a/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"a\"\n}\nmodule \"n\" {\n  source = \"../m\"\n  in     = \"n\"\n}\n")},
		"b/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"b\"\n}\n")},
		"m/main.tf": {Data: []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = var.in\n}\n")},
	}}, map[string]*model.File{}}
	load := func(dir string) (*Root, string) {
		root := Load(files, dir, Options{})
		var all []string
		for _, r := range root.Resources {
			all = append(all, r.Address+" "+leaf(r.Value.Get("v")))
		}
		return root, strings.Join(all, ", ")
	}
	source := func(root *Root) *hcl.Source { return root.Sources[len(root.Sources)-1] }
	a, got := load("a")
	if want := `module.m.r.r "a", module.n.r.r "n"`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	b, got := load("b")
	if want := `module.m.r.r "b"`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if again, _ := load("b"); source(a) != source(b) || again.Sources[0] != b.Sources[0] {
		t.Error("a file was parsed twice")
	}
	files.files["m/main.tf"] = model.Shared("m/main.tf", []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = \"new ${var.in}\"\n}\n"))
	if _, got = load("b"); got != `module.m.r.r "new b"` {
		t.Errorf("after a change %s", got)
	}
}
