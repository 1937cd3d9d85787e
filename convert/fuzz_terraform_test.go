package convert_test

import (
	"bytes"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// FuzzTerraform converts any text as a Terraform file: what comes out parses if what went in does, and a second run changes nothing.
func FuzzTerraform(f *testing.F) {
	fuzz.Files(f, []string{".tf"}, func(data []byte) { f.Add(data, len(data)%2 == 0) }, "../testdata/golden/convert/tf_*.txtar")
	f.Add([]byte("a = { apiVersion = \"karpenter.sh/v1alpha5\", kind = \"Provisioner\", spec = {} }"), false)
	f.Add([]byte("a = { apiVersion = \"karpenter.sh/v1alpha5\"\nkind = \"Provisioner\"\nmetadata = { name = \"a\" }\nspec = { # c\nproviderRef = { "+
		"name = \"a\" }, weight = 1 /* d */ } }"), true)
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
		var converted []convert.File
		fuzz.Bounded(t, len(data), func() { converted = c.Files([]*model.File{model.NewFile("main.tf", data)}) })
		for _, out := range converted {
			if bytes.Equal(out.After, data) {
				continue
			}
			if _, err := hcl.Parse(model.NewFile(out.Path, out.After)); err != nil {
				t.Fatalf("of %q was made %q, which does not parse: %v", data, out.After, err)
			}
			for _, again := range c.Files([]*model.File{model.NewFile("main.tf", out.After)}) {
				if !bytes.Equal(again.After, out.After) {
					t.Fatalf("of %q was made %q, and in a second run %q", data, out.After, again.After)
				}
			}
		}
	})
}
