package lint

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestStrangers: a text that does not parse is reported only if it is about Karpenter or was named.
func TestStrangers(t *testing.T) {
	const template = "kind: Deployment\nspec:\n{% if all %}\n  tolerations: [{operator: Exists}]\n{% endif %}\n"
	files := map[string]string{
		"other.yaml":        template,
		"own.yaml":          "# on nodes of Karpenter\n" + template,
		"wrong.yaml":        "kind: Deployment\nspec: {tolerations: [{operator: Exists}]\n",
		"pool.yaml":         "apiVersion: karpenter.sh/v1\nkind: NodePool\nspec: {template: {spec: {}}\n",
		"devcontainer.json": "// of the container\n{\n  \"name\": \"karpenter.sh/v1\", // its name\n}\n",
		"settings.json":     "{\n  // of the editor\n  \"words\": [\"karpenter.sh/v1\"],\n}\n",
		"commas.json":       "{\n  \"words\": [\"karpenter.sh/v1\",],\n}\n",
		"pool.json":         "{\n  // the default\n  \"apiVersion\": \"karpenter.sh/v1\", \"kind\": \"NodePool\"}\n",
		"cut.json":          "{\"words\": [\"karpenter.sh/v1\"\n",
	}
	l := testLinter(t)
	reported := func(named bool) string {
		var names []string
		tree := memory(files)
		for i := range tree.Inputs {
			tree.Inputs[i].Named = named
		}
		for _, f := range l.Tree(t.Context(), tree).Findings {
			if f.Rule == "KL000" {
				names = append(names, f.File)
			}
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	if got, want := reported(false), "cut.json own.yaml pool.json pool.yaml"; got != want {
		t.Errorf("found by the scan: %s; want %s", got, want)
	}
	delete(files, "own.yaml") // the finding in other.yaml counts it
	if got, want := reported(true), strings.Join(slices.Sorted(maps.Keys(files)), " "); got != want {
		t.Errorf("named: %s; want %s", got, want)
	}
}
