package lint

import (
	"fmt"
	"strings"
	"testing"
)

// TestParsedOnce: no file of manifests is parsed twice in a round, except those for which the bound on memory leaves no room.
func TestParsedOnce(t *testing.T) {
	texts := map[string]string{
		"app.yaml":    "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: 0.37.0}}\n",
		"values.yaml": "replicas: 1\n",
	}
	for i := range 10 {
		texts[fmt.Sprintf("pool-%d.yaml", i)] = fmt.Sprintf("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {providerRef: {name: c}}\n---\nkind: Other\n", i)
	}
	const large = "large.yaml"
	texts[large] = texts["pool-1.yaml"] + strings.Repeat("# comment\n", (128<<10)/10)
	tree := memory(texts)
	r := newRun(t.Context(), tree, testLinter(t).ForAll())
	result := r.lint(tree.Files)
	if len(result.Findings) < 11 || len(r.inventory.Documents.Parses) < 12 {
		t.Fatalf("%d findings, %d files were parsed", len(result.Findings), len(r.inventory.Documents.Parses))
	}
	for name, times := range r.inventory.Documents.Parses {
		if times > 1 && name != large {
			t.Errorf("%s was parsed %d times", name, times)
		}
	}
	if r.inventory.Documents.Parses[large] < 2 || r.inventory.Documents.Parses["values.yaml"] != 0 {
		t.Errorf("%v", r.inventory.Documents.Parses)
	}
}
