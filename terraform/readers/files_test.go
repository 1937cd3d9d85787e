package readers

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
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
		blocks, followed := New(files, []string{test.file}).Of("values.yaml", model.Span{})
		if followed != test.followed || !slices.Equal(blocks, test.blocks) {
			t.Errorf("%s: followed %v, %q; want %v, %q", test.name, followed, blocks, test.followed, test.blocks)
		}
	}
}
