package lint

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// countedFiles count how often each file is read, by several goroutines at once.
type countedFiles struct {
	files terraform.Files
	mu    sync.Mutex
	reads map[string]int
}

func (c *countedFiles) ReadFile(name string) ([]byte, error) {
	c.mu.Lock()
	c.reads[name]++
	c.mu.Unlock()
	return c.files.ReadFile(name)
}

func (c *countedFiles) ReadDir(name string) ([]fs.DirEntry, error) { return c.files.ReadDir(name) }

// manyParts returns n directories with a part for each. Every second part has other rules.
func manyParts(t *testing.T, n int) ([]Part, *countedFiles) {
	t.Helper()
	texts := map[string]string{}
	for i := range n {
		dir := fmt.Sprintf("d%02d/", i)
		texts[dir+"pool.yaml"] = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec: {}\n"
		texts[dir+"app.yaml"] = "apiVersion: v1\nkind: Pod\nmetadata:\n  annotations: {karpenter.sh/do-not-evict: \"true\"}\n"
		texts[dir+"main.tf"] = `resource "helm_release" "k" {
  name       = "karpenter"
  chart      = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  version    = "1.0.8"
}
`
	}
	texts["d01/main.tf"] += "module \"other\" {\n  source = \"../d00\"\n}\n"
	tree := memory(texts)
	counted := &countedFiles{files: tree.Files, reads: map[string]int{}}
	linters := []*Linter{testLinter(t), testLinter(t, "KL501")}
	var parts []Part
	for i := range n {
		part := Part{Linter: linters[i%2], Tree: Tree{Source: inventory.Source{Files: readable{counted}}}}
		for k, in := range tree.Inputs {
			in.Context = k/3 != i
			part.Tree.Inputs = append(part.Tree.Inputs, in)
		}
		parts = append(parts, part)
	}
	return parts, counted
}

// TestPartsShare: several parts read each file together, so the number of reads does not grow with the number of parts.
func TestPartsShare(t *testing.T) {
	most := func(n int) int {
		parts, files := manyParts(t, n)
		LintParts(t.Context(), parts)
		return slices.Max(slices.Collect(maps.Values(files.reads)))
	}
	few, many := most(4), most(12)
	if few != many {
		t.Errorf("a file is read up to %d times for 4 parts and %d times for 12", few, many)
	}
}

// TestPartsAreAsAlone: the findings in the files of a part are the same with other parts and without.
func TestPartsAreAsAlone(t *testing.T) {
	parts, _ := manyParts(t, 5)
	var alone []TreeResult
	for _, p := range parts {
		alone = append(alone, p.Linter.Tree(t.Context(), p.Tree))
	}
	want, got := joined(alone), LintParts(t.Context(), parts)
	want.Beyond = nil // every file was asked for
	ignored := cmp.Options{cmpopts.IgnoreUnexported(TreeResult{}, Result{}, Finding{}, fixes.Fix{}), cmp.Comparer(func(a, b versions.Target) bool { return a.String() == b.String() })}
	if d := cmp.Diff(want, got, ignored); d != "" {
		t.Errorf("(-alone +together) %s", d)
	}
	if len(got.Findings) < 5 || got.Files != 15 || got.Selected != 15 {
		t.Errorf("%d findings in %d files, %d of them selected", len(got.Findings), got.Files, got.Selected)
	}
}

// TestPartsBeyond: findings in files that were not requested are kept if there are several parts.
func TestPartsBeyond(t *testing.T) {
	texts := map[string]string{
		"a/main.tf":   "module \"k\" {\n  source = \"../m\"\n}\n",
		"b/pool.yaml": "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\n",
		"m/main.tf":   "resource \"helm_release\" \"k\" {\n  name = \"karpenter\"\n  chart = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n  version = \"0.37.0\"\n}\n",
	}
	tree := memory(texts)
	var parts []Part
	for i, asked := range []string{"a/main.tf", "b/pool.yaml"} {
		part := Part{testLinter(t, []string{"KL000", "KL501"}[i]), tree}
		part.Tree.Inputs = nil
		for _, in := range tree.Inputs {
			in.Context = in.Path != asked
			part.Tree.Inputs = append(part.Tree.Inputs, in)
		}
		parts = append(parts, part)
	}
	alone := parts[0].Linter.Tree(t.Context(), parts[0].Tree).Beyond
	want := unique(slices.DeleteFunc(alone, func(f Finding) bool { return f.File != "m/main.tf" }))
	if got := LintParts(t.Context(), parts).Beyond; len(want) == 0 || len(got) != len(want) {
		t.Errorf("%d findings of %d are kept", len(got), len(want))
	}
}
