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
	"github.com/karplint/karplint/terraform"
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

// manyDirectories returns a tree of n directories, and settings with which each has the next of the linters. Every second linter has other rules.
func manyDirectories(t *testing.T, n, linters int) (Tree, Settings, *countedFiles) {
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
	tree.Files = readable{counted}
	var all []*Linter
	for i := range linters {
		all = append(all, testLinter(t, [][]string{nil, {"KL501"}}[i%2]...))
	}
	return tree, Settings{all, func(path string) *Linter { return all[int(path[2]-'0')%linters] }}, counted
}

// TestLintersShare: several linters read each file together, so the number of reads does not grow with the number of linters.
func TestLintersShare(t *testing.T) {
	most := func(linters int) int {
		tree, settings, files := manyDirectories(t, 8, linters)
		Lint(t.Context(), tree, settings)
		return slices.Max(slices.Collect(maps.Values(files.reads)))
	}
	if few, many := most(2), most(8); few != many {
		t.Errorf("a file is read up to %d times for two linters and %d times for eight", few, many)
	}
}

// TestLintersAreAsAlone: the findings in the files of a linter are the same with other linters and without.
func TestLintersAreAsAlone(t *testing.T) {
	tree, settings, _ := manyDirectories(t, 5, 2)
	var want []Finding
	for _, l := range settings.Linters {
		own := tree
		own.Inputs = slices.Clone(tree.Inputs)
		for i := range own.Inputs {
			own.Inputs[i].Context = settings.Of(own.Inputs[i].Path) != l
		}
		want = append(want, l.Tree(t.Context(), own).Findings...)
	}
	sortFindings(want)
	got := Lint(t.Context(), tree, settings)
	if d := cmp.Diff(want, got.Findings, cmpopts.IgnoreUnexported(Finding{}, fixes.Fix{})); d != "" {
		t.Errorf("(-alone +together) %s", d)
	}
	if len(got.Findings) < 5 || got.Files != 15 || got.Selected != 15 || len(got.Beyond) > 0 {
		t.Errorf("%d findings in %d files, %d of them selected; %d beyond", len(got.Findings), got.Files, got.Selected, len(got.Beyond))
	}
}

// TestBeyond: findings in files that were not requested are kept, once, if there are several linters.
func TestBeyond(t *testing.T) {
	tree := memory(map[string]string{
		"a/main.tf":   "module \"k\" {\n  source = \"../m\"\n}\n",
		"b/pool.yaml": "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\n",
		"m/main.tf": "resource \"helm_release\" \"k\" {\n  name = \"karpenter\"\n  chart = \"karpenter\"\n  repository = " +
			"\"oci://public.ecr.aws/karpenter\"\n  version = \"0.37.0\"\n}\n",
	})
	for i := range tree.Inputs {
		tree.Inputs[i].Context = tree.Inputs[i].Path == "m/main.tf"
	}
	a, b := testLinter(t, "KL000"), testLinter(t, "KL501")
	want := a.Tree(t.Context(), tree).Beyond
	got := Lint(t.Context(), tree, Settings{[]*Linter{a, b}, func(path string) *Linter {
		if path == "b/pool.yaml" {
			return b
		}
		return a
	}}).Beyond
	if len(want) == 0 || len(got) != len(want) || got[0].File != "m/main.tf" {
		t.Errorf("%d findings of %d are kept", len(got), len(want))
	}
}
