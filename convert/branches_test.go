package convert_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// TestBranchesInList: each object of a list may have template blocks of its own, which are compared without those of the other objects.
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
		if count := strings.Count(string(f.After), "kind: NodePool"); count != 2 {
			t.Errorf("got %d pools, want 2: %v\n%s", count, f.Notes, f.After)
		}
	}
}
