package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/scan"
)

// TestParsedOnce: no file of manifests is parsed twice in a round, but for those that a bound on memory keeps from staying.
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
	r := newTreeRun(t.Context(), []Part{{testLinter(t), tree}}, scan.MayMatter)
	result := r.lint(tree.Files)
	if len(result.Findings) < 11 || len(r.documents.Parses) < 12 {
		t.Fatalf("%d findings, %d files were parsed", len(result.Findings), len(r.documents.Parses))
	}
	for name, times := range r.documents.Parses {
		if times > 1 && name != large {
			t.Errorf("%s was parsed %d times", name, times)
		}
	}
	if r.documents.Parses[large] < 2 || r.documents.Parses["values.yaml"] != 0 {
		t.Errorf("%v", r.documents.Parses)
	}
}
