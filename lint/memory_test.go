package lint

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// TestMemory: a run that remembers earlier runs over the same files has the findings of one that does not, after files have changed or were removed.
func TestMemory(t *testing.T) {
	golden.NotInCheck(t)
	l := testLinter(t)
	tree := memory(exampleTree(t, l))
	remembered := inventory.NewMemory()
	for step := range 2 {
		with := tree
		with.Memory = remembered
		inventory.New(t.Context(), with.Source)
		if d := cmp.Diff(findings(t, l.Tree(t.Context(), tree)), findings(t, l.Tree(t.Context(), with))); d != "" {
			t.Errorf("step %d (-without +with memory):\n%s", step, d)
		}
		tree = changedTree(tree, step)
	}
}

// changedTree changes the versions in some files, and removes others.
func changedTree(tree Tree, step int) Tree {
	texts, removed := map[string][]byte{}, map[string]bool{}
	for i, in := range tree.Inputs {
		text, err := tree.Files.ReadFile(in.Path)
		switch {
		case err != nil:
		case i%7 == step:
			removed[in.Path] = true
		case i%3 == step%3:
			texts[in.Path] = []byte(strings.NewReplacer("1.0.", "0.37.", "0.3", "1.1", "v1beta1", "v1").Replace(string(text)))
		}
	}
	tree.Inputs = slices.DeleteFunc(slices.Clone(tree.Inputs), func(in fileset.Input) bool { return removed[in.Path] })
	tree.Files = fileset.Overlay{Base: fileset.Without{Files: tree.Files, Removed: removed}}.With(texts)
	return tree
}

// TestMemoryReads: a file is read again only after it, or a file that it refers to, has changed.
func TestMemoryReads(t *testing.T) {
	texts := map[string]string{
		"app.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: " +
			"./charts/k, sourceRef: {kind: GitRepository, name: a}}}}\n",
		"k/Chart.yaml":  "apiVersion: v2\nname: k\ndependencies:\n- {name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n",
		"k/values.yaml": "karpenter: {replicas: 1}\n",
		"other.yaml":    "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n",
	}
	tree := memory(texts)
	disk := &counting{Files: tree.Files, reads: map[string]int{}}
	tree.Files, tree.Memory = disk, inventory.NewMemory()
	read := func() string {
		clear(disk.reads)
		inventory.New(t.Context(), tree.Source)
		return strings.Join(slices.Sorted(maps.Keys(disk.reads)), " ")
	}
	if got, want := read(), "app.yaml k/Chart.yaml k/values.yaml other.yaml"; got != want {
		t.Errorf("the first run reads %q, want %q", got, want)
	}
	if got := read(); got != "" {
		t.Errorf("the second run reads %q", got)
	}
	tree.Files = fileset.Overlay{Base: disk}.With(map[string][]byte{"k/values.yaml": []byte("karpenter: {replicas: 2}\n")})
	if got, want := read(), "k/Chart.yaml"; got != want {
		t.Errorf("after a change of values it reads %q, want %q", got, want)
	}
}

// counting counts how often files are read.
type counting struct {
	fileset.Files
	mu    sync.Mutex
	reads map[string]int
}

func (c *counting) count(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads[name]++
}

func (c *counting) ReadFile(name string) ([]byte, error) {
	c.count(name)
	return c.Files.ReadFile(name)
}

func (c *counting) Scan(name string, part func([]byte)) (bool, error) {
	c.count(name)
	return c.Files.Scan(name, part)
}
