package conversions

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// TestOfFile: the readers of a file are known only if all Terraform that names it can be followed.
func TestOfFile(t *testing.T) {
	const reads = "resource \"helm_release\" \"karpenter\" {\n  values = [file(\"values.yaml\")]\n}\n"
	for _, test := range []struct {
		name, file, text string
		followed         bool
		blocks           []string
	}{
		{"a block", "main.tf", reads, true, []string{"helm_release.karpenter"}},
		{"nobody", "main.tf", "locals {}\n", true, nil},
		{"JSON", "main.tf.json", `{"resource": {"helm_release": {"karpenter": {"values": ["${file(\"values.yaml\")}"]}}}}`, false, nil},
		{"another language", "main.tofu", reads, false, nil},
		{"a broken file", "main.tf", reads + "}", false, nil},
		{"a broken file that reads another", "main.tf", "resource {{", true, nil},
	} {
		files := fileset.Overlay{Texts: map[string][]byte{test.file: []byte(test.text), "values.yaml": []byte("a: b\n")}}
		s := newSharing(t.Context(), lint.Tree{Source: inventory.Source{Inputs: []fileset.Input{{Path: test.file, Terraform: true}, {Path: "values.yaml"}}, Files: files}})
		r := &readers{sharing: s, visited: map[string]bool{}}
		if followed := r.readersOfFile("values.yaml"); followed != test.followed || !slices.Equal(r.blocks, test.blocks) {
			t.Errorf("%s: followed %v, %q; want %v, %q", test.name, followed, r.blocks, test.followed, test.blocks)
		}
	}
}
