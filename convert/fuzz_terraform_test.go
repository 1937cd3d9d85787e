package convert_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// FuzzTerraform converts any text as a Terraform file: what comes out parses if what went in does, and a second run changes nothing.
func FuzzTerraform(f *testing.F) {
	cases, err := filepath.Glob("../testdata/golden/convert/tf_*.txtar")
	if err != nil || len(cases) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i, file := range archive.Files {
			if filepath.Ext(file.Name) == ".tf" {
				f.Add(file.Data, i%2 == 0)
			}
		}
	}
	f.Add([]byte("a = { apiVersion = \"karpenter.sh/v1alpha5\", kind = \"Provisioner\", spec = {} }"), false)
	f.Add([]byte("a = { apiVersion = \"karpenter.sh/v1alpha5\"\nkind = \"Provisioner\"\nmetadata = { name = \"a\" }\nspec = { # c\nproviderRef = { name = \"a\" }, weight = 1 /* d */ } }"), true)
	var converters []*convert.Converter
	for _, opts := range []convert.Options{{Role: "NodeRole"}, {Role: "NodeRole", Keep: true}} {
		c, err := convert.New(opts)
		if err != nil {
			f.Fatal(err)
		}
		converters = append(converters, c)
	}
	f.Fuzz(func(t *testing.T, data []byte, keep bool) {
		c := converters[0]
		if keep {
			c = converters[1]
		}
		for _, out := range c.Files([]*model.File{model.NewFile("main.tf", data)}) {
			if bytes.Equal(out.Written, data) {
				continue
			}
			if _, err := hcl.Parse(model.NewFile(out.Path, out.Written)); err != nil {
				t.Fatalf("of %q was made %q, which does not parse: %v", data, out.Written, err)
			}
			for _, again := range c.Files([]*model.File{model.NewFile("main.tf", out.Written)}) {
				if !bytes.Equal(again.Written, out.Written) {
					t.Fatalf("of %q was made %q, and in a second run %q", data, out.Written, again.Written)
				}
			}
		}
	})
}
