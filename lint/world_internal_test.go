package lint

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
)

// memory is a Tree of the files, all of them requested.
func memory(texts map[string]string) Tree {
	t := Tree{}
	bytes := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		bytes[name] = []byte(texts[name])
		t.Inputs = append(t.Inputs, fileset.Input{Path: name, Terraform: path.Ext(name) == ".tf"})
	}
	t.Files = fileset.Overlay{Texts: bytes}
	return t
}

func testLinter(t testing.TB, ignored ...string) *Linter {
	t.Helper()
	rules, err := rule.Load(os.DirFS("../rules"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(rules, Options{Ignore: ignored, Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func calls(sources ...string) string {
	var b strings.Builder
	for i, source := range sources {
		b.WriteString("module \"m" + string(rune('a'+i)) + "\" {\n  source = \"" + source + "\"\n}\n")
	}
	return b.String()
}
