package terraform

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/modules"
)

// TestCache holds roots that share a module to share its files too, and what they evaluate to be as without.
func TestCache(t *testing.T) {
	files := memory{fstest.MapFS{
		"a/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"a\"\n}\nmodule \"n\" {\n  source = \"../m\"\n  in     = \"n\"\n}\n")},
		"b/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"b\"\n}\n")},
		"m/main.tf": {Data: []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = var.in\n}\n")},
	}}
	cache := hcl.NewCache(1000)
	load := func(dir string) (*Root, string) {
		root := Load(files, dir, modules.Options{Cache: cache})
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
	if source(a) != source(b) {
		t.Error("the module was parsed twice")
	}
	if again, _ := load("b"); again.Sources[0] == b.Sources[0] {
		t.Error("a file of the root itself was kept")
	}
	keep := modules.Options{Cache: cache, CacheRoot: true}
	kept := Load(files, "b", keep)
	if again := Load(files, "b", keep); again.Sources[0] != kept.Sources[0] {
		t.Error("a file of the root itself was parsed twice")
	}
	files.MapFS["m/main.tf"] = &fstest.MapFile{Data: []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = \"new ${var.in}\"\n}\n")}
	if _, got = load("b"); got != `module.m.r.r "new b"` {
		t.Errorf("after a change %s", got)
	}
}
