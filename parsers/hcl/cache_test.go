package hcl

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/model"
)

// TestCache holds roots that share a module to share its files too, and what they evaluate to be as without.
func TestCache(t *testing.T) {
	files := memory{fstest.MapFS{
		"a/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"a\"\n}\nmodule \"n\" {\n  source = \"../m\"\n  in     = \"n\"\n}\n")},
		"b/main.tf": {Data: []byte("module \"m\" {\n  source = \"../m\"\n  in     = \"b\"\n}\n")},
		"m/main.tf": {Data: []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = var.in\n}\n")},
	}}
	cache := NewCache(1000)
	load := func(dir string) (*Root, string) {
		root := Load(files, dir, Options{Cache: cache})
		var all []string
		for _, r := range root.Resources {
			all = append(all, r.Address+" "+leaf(r.Value.Get("v")))
		}
		return root, strings.Join(all, ", ")
	}
	source := func(root *Root) *Source { return root.Sources[len(root.Sources)-1] }
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
	if len(cache.kept) != 1 {
		t.Errorf("%d files are kept, not that of the module alone", len(cache.kept))
	}
	files.MapFS["m/main.tf"] = &fstest.MapFile{Data: []byte("variable \"in\" {}\nresource \"r\" \"r\" {\n  v = \"new ${var.in}\"\n}\n")}
	if _, got = load("b"); got != `module.m.r.r "new b"` {
		t.Errorf("after a change %s", got)
	}
}

// TestCacheLimit holds a cache to keep what was used twice, and never more than it may.
func TestCacheLimit(t *testing.T) {
	cache := NewCache(100)
	parse := func(name string) *Source {
		source, err := cache.parse(model.NewFile(name, []byte("a = \""+strings.Repeat("x", 34)+"\"")))
		if err != nil {
			t.Fatal(err)
		}
		if cache.size > 100 || len(cache.kept) != len(cache.order) {
			t.Fatalf("%d bytes, %d files, %d in order", cache.size, len(cache.kept), len(cache.order))
		}
		return source
	}
	twice := parse("twice")
	parse("twice")
	for _, name := range []string{"a", "b", "c"} {
		parse(name)
	}
	if parse("twice") != twice {
		t.Error("a file that was used twice is not kept")
	}
	if c := cache.kept["c"]; c == nil || cache.kept["a"] != nil {
		t.Error("the last file is not kept in the place of the first")
	}
	parse("c")
	parse("d")
	if cache.kept["d"] != nil {
		t.Error("a file that was used twice is dropped for a new one")
	}
}
