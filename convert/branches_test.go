package convert_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// TestBranchesInList: several objects of a list with template blocks of their own are a decision that says what to do.
func TestBranchesInList(t *testing.T) {
	const item = `  - apiVersion: karpenter.sh/v1alpha5
    kind: Provisioner
    metadata: {name: NAME}
    spec:
      providerRef: {name: default}
      {{- if .Values.NAME }}
      weight: 10
      {{- end }}
`
	text := "apiVersion: v1\nkind: List\nitems:\n" + strings.ReplaceAll(item, "NAME", "a") + strings.ReplaceAll(item, "NAME", "b")
	c, err := convert.New(convert.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Files([]*model.File{model.NewFile("templates/pools.yaml", []byte(text))}) {
		if string(f.After) != text {
			t.Errorf("it is changed:\n%s", f.After)
		}
		left := 0
		for _, n := range f.Notes {
			if n.Level == convert.Decision && strings.HasSuffix(n.Message, "; write each object as a document of its own") {
				left++
			}
		}
		if left != 2 {
			t.Errorf("%d of 2 objects are left to a person: %v", left, f.Notes)
		}
	}
}
