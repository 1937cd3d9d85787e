package hcl

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestCacheLimit holds a cache to keep what was used twice, and never more than it may.
func TestCacheLimit(t *testing.T) {
	cache := NewCache(100)
	parse := func(name string) *Source {
		source, err := cache.Parse(model.NewFile(name, []byte("a = \""+strings.Repeat("x", 34)+"\"")))
		if err != nil {
			t.Fatal(err)
		}
		if cache.size > 100 || len(cache.entries) != len(cache.order) {
			t.Fatalf("%d bytes, %d files, %d in order", cache.size, len(cache.entries), len(cache.order))
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
	if c := cache.entries["c"]; c == nil || cache.entries["a"] != nil {
		t.Error("the last file is not kept in the place of the first")
	}
	parse("c")
	parse("d")
	if cache.entries["d"] != nil {
		t.Error("a file that was used twice is dropped for a new one")
	}
}

// TestCacheOfTemplates: a template is parsed once as long as its text stays the same, and is no source.
func TestCacheOfTemplates(t *testing.T) {
	cache := NewCache(1000)
	file := func(text string) *model.File { return model.NewFile("a.tf", []byte(text)) }
	first := cache.ParseTemplate(file("a = \"${b}\""))
	if again := cache.ParseTemplate(file("a = \"${b}\"")); again != first || first == nil {
		t.Error("a template was parsed twice")
	}
	if cache.ParseTemplate(file("a = \"${c}\"")) == first {
		t.Error("a template that changed was not parsed again")
	}
	if source, failed := cache.Parse(file("a = \"${c}\"")); source == nil || failed != nil {
		t.Errorf("as a source it is %v, %v", source, failed)
	}
	if (*Cache)(nil).ParseTemplate(file("${")) != nil {
		t.Error("a broken template was parsed")
	}
}
