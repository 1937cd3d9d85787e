package lint

import (
	"testing"
)

// TestStrangers: a template that does not parse is only spoken of where it says something of Karpenter, or was named.
func TestStrangers(t *testing.T) {
	const template = "kind: Deployment\nspec:\n{% if all %}\n  tolerations: [{operator: Exists}]\n{% endif %}\n"
	files := map[string]string{
		"other.yaml": template,
		"own.yaml":   "# on nodes of Karpenter\n" + template,
		"wrong.yaml": "kind: Deployment\nspec: {tolerations: [{operator: Exists}]\n",
	}
	l := testLinter(t)
	count := func(named bool) map[string]int {
		found := map[string]int{}
		tree := memory(files)
		for i := range tree.Inputs {
			tree.Inputs[i].Named = named
		}
		for _, f := range l.Tree(t.Context(), tree).Findings {
			if f.Rule == "KL000" {
				found[f.File]++
			}
		}
		return found
	}
	if found := count(false); found["other.yaml"] != 0 || found["own.yaml"] != 1 || found["wrong.yaml"] != 1 {
		t.Errorf("found by the scan: %v", found)
	}
	if found := count(true); found["other.yaml"] != 1 {
		t.Errorf("named: %v", found)
	}
}
