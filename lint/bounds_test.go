package lint

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
)

const boundedProvisioner = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {}\n"

// boundedLinter is a linter with some rules.
func boundedLinter(t *testing.T, rules ...string) *Linter {
	t.Helper()
	all := testLinter(t)
	l, err := New(all.rules, Options{Select: append(rules, "KL000"), Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// byBound separates findings about a bound from others.
func byBound(t *testing.T, r TreeResult) (bounds, others []string) {
	t.Helper()
	for _, f := range findings(t, r) {
		if strings.Contains(f, " KL000 ") {
			bounds = append(bounds, f)
		} else {
			others = append(others, f)
		}
	}
	return bounds, others
}

// provisioners are n files with one object each.
func provisioners(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("d%02d/pool.yaml", i)] = fmt.Sprintf(boundedProvisioner, i)
	}
	return files
}

// TestManyPools: a file with 5,100 pools, and one with a list of them, is checked whole.
func TestManyPools(t *testing.T) {
	golden.NotInCheck(t)
	const pools = 5100
	documents, list := strings.Builder{}, strings.Builder{}
	list.WriteString("apiVersion: v1\nkind: List\nitems:\n")
	for i := range pools {
		pool := fmt.Sprintf(plainPool, i)
		documents.WriteString("---\n" + pool)
		list.WriteString("- " + strings.ReplaceAll(pool, "\n", "\n  ") + "\n")
	}
	files := map[string]string{"documents.yaml": documents.String(), "list.yaml": list.String()}
	bounds, others := byBound(t, boundedLinter(t, "KL541").Tree(t.Context(), memory(files)))
	if len(bounds) > 0 || len(others) != 2*pools {
		t.Errorf("%d findings, and of bounds %.500q", len(others), bounds)
	}
}

const plainPool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: p%d
spec:
  weight: 500
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
  limits: {cpu: 100}
  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s}
`

// TestLeftOut: what a bound keeps from being checked is an error, so that the run does not pass.
func TestLeftOut(t *testing.T) {
	for name, text := range map[string]string{
		"deep.yaml": "kind: Provisioner # karpenter.sh\na: " + strings.Repeat("[", 1100) + strings.Repeat("]", 1100) + "\n",
	} {
		result := boundedLinter(t, "KL302").Tree(t.Context(), memory(map[string]string{name: text}))
		if len(result.Findings) != 1 || result.Findings[0].Severity != rule.Error {
			t.Errorf("%s: findings %v, want one error", name, result.Findings)
		}
	}
}
