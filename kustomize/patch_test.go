package kustomize

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestLargePatches: patches beyond the bound may change anything in the objects that they name, and nothing in others.
func TestLargePatches(t *testing.T) {
	files := map[string]string{"kustomization.yaml": "patchesStrategicMerge: [a.yaml, b.yaml, c.yaml, d.yaml, e.yaml]\nresources: [pod.yaml]\n"}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		files[name+".yaml"] = "kind: Pod\nmetadata: {name: " + name + "}\nspec: [" + strings.Repeat("x, ", maxPatchValues/4-50) + "]\n"
	}
	read := func(name string) ([]byte, error) { return []byte(files[name]), nil }
	tree := NewTree([]string{"kustomization.yaml", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml", "pod.yaml"}, []string{"kustomization.yaml"}, read)
	for name, isRead := range map[string]bool{"a": true, "d": true, "e": false} {
		changes := tree.Changes("pod.yaml", Object{Kind: "Pod", Names: []string{name}, Value: model.NewMap()})
		if len(changes) != 1 || changes[0].Unread == isRead {
			t.Errorf("%s: %d changes", name, len(changes))
		}
	}
	want := "the patches up to this one have more than 300000 keys and values, the maximum"
	if last := tree.Changes("pod.yaml", Object{Kind: "Pod", Names: []string{"e"}, Value: model.NewMap()})[0]; last.patch.Problem != want {
		t.Error(last.patch.Problem)
	}
}
