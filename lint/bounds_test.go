package lint

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint/place"
)

const boundedProvisioner = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {}\n"

// boundedLinter is a linter with some rules, and few steps for them.
func boundedLinter(t *testing.T, steps int64, rules ...string) *Linter {
	t.Helper()
	all := testLinter(t)
	l, err := New(all.rules, Options{Select: append(rules, "KL000"), Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	l.maxSteps = steps
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

// TestStepsInFile: the objects before the one at which the steps run out are checked, and the bound is reported once. No suppression is reported as
// unused.
func TestStepsInFile(t *testing.T) {
	text := ""
	for i := range 40 {
		text += "---\n" + fmt.Sprintf(boundedProvisioner, i) + "# karplint:ignore KL511 -- reason\n"
	}
	tree := memory(map[string]string{"pools.yaml": text})
	_, all := byBound(t, boundedLinter(t, maxSteps, "KL302").Tree(t.Context(), tree))
	bounds, some := byBound(t, boundedLinter(t, 1000, "KL302", "KL001").Tree(t.Context(), tree))
	if len(bounds) != 1 || !strings.Contains(bounds[0], "more than 1000 steps in this file") {
		t.Fatalf("found %q, want the bound once", bounds)
	}
	if len(some) == 0 || len(some) >= len(all) {
		t.Fatalf("%d findings of %d; want some", len(some), len(all))
	}
	if d := cmp.Diff(all[:len(some)], some); d != "" {
		t.Errorf("before the bound (-without +with):\n%s", d)
	}
}

// TestManyPools: a hundredth of the steps is enough for a hundredth of 4,000 pools.
func TestManyPools(t *testing.T) {
	text := ""
	for i := range 40 {
		text += "---\n" + fmt.Sprintf(plainPool, i)
	}
	bounds, _ := byBound(t, boundedLinter(t, maxSteps/100, "KL").Tree(t.Context(), memory(map[string]string{"pools.yaml": text})))
	if len(bounds) > 0 {
		t.Errorf("found %q", bounds)
	}
}

const plainPool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: p%d
spec:
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
  limits: {cpu: 100}
  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s}
`

// TestStepsOfSuppressions: only some of many unused suppressions are reported, because a few bytes make a finding.
func TestStepsOfSuppressions(t *testing.T) {
	tree := memory(map[string]string{"web.yaml": evictedPod + "---\nkind: Pod\n" + strings.Repeat("# karplint:ignore KL501 -- reason\n", 100)})
	_, all := byBound(t, boundedLinter(t, maxSteps, "KL002", "KL501").Tree(t.Context(), tree))
	bounds, some := byBound(t, boundedLinter(t, 6000, "KL002", "KL501").Tree(t.Context(), tree))
	if len(bounds) != 1 {
		t.Errorf("found %q, want the bound once", bounds)
	}
	if len(all) < 100 || len(some) == 0 || len(some) >= len(all)*3/4 {
		t.Errorf("%d findings of %d; want a few", len(some), len(all))
	}
}

// TestStepsInProject: rules that compare resources have steps of their own.
func TestStepsInProject(t *testing.T) {
	bounds, others := byBound(t, boundedLinter(t, 600, "KL303").Tree(t.Context(), memory(provisioners(20))))
	if len(bounds) != 1 || len(others) > 0 || !strings.Contains(bounds[0], "more than 600 steps in this project, and KL303") {
		t.Errorf("found %q and %q, want the bound once", bounds, others)
	}
}

// TestStepsInTree: there is a bound on the steps in all files together. Which files are left out does not depend on the order in which they
// are linted.
func TestStepsInTree(t *testing.T) {
	var want []string
	for _, processors := range []int{1, 4, 16} {
		before := runtime.GOMAXPROCS(processors)
		result := boundedLinter(t, 1200, "KL302").Tree(t.Context(), memory(provisioners(60)))
		runtime.GOMAXPROCS(before)
		bounds, some := byBound(t, result)
		if len(bounds) != 1 || !strings.Contains(bounds[0], "more than 2250 steps in all files") || len(some) == 0 {
			t.Fatalf("found %q and %d others, want the bound once", bounds, len(some))
		}
		got := findings(t, result)
		if want == nil {
			want = got
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("on %d processors:\n%s", processors, d)
		}
	}
}

// TestStepsOfFixes: planning a fix takes steps for each value and line of the document. If there are too few, the finding gives that as the reason.
func TestStepsOfFixes(t *testing.T) {
	text := strings.Replace(boundedProvisioner, "{}", "{providerRef: {name: a}}", 1) + strings.Repeat("# a comment\n", 1000)
	tree := memory(map[string]string{"pool.yaml": text})
	for steps, want := range map[int64]bool{maxSteps: true, 5000: false} {
		result := boundedLinter(t, steps, "implicit-requirements").Tree(t.Context(), tree)
		if bounds, some := byBound(t, result); len(bounds) > 0 || len(some) != 1 {
			t.Fatalf("%d steps: found %q and %q", steps, bounds, some)
		}
		f := result.Findings[0]
		if hasFix := f.Fix != nil; hasFix != want || hasFix == strings.Contains(f.NoFix, "takes too long") {
			t.Errorf("%d steps: fix %v, %q", steps, f.Fix, f.NoFix)
		}
	}
}

// TestStepsOfRounds: fixes are not made if rules would take too many steps to lint the changed files again. Files that do not change take none.
func TestStepsOfRounds(t *testing.T) {
	fix := func(steps int64, files map[string]string) TreeFixed {
		return boundedLinter(t, steps, "KL501", "KL302").FixTree(t.Context(), memory(files), false, func(string, []byte, []byte) error { return nil })
	}
	pods := map[string]string{}
	for i := range 20 {
		pods[fmt.Sprintf("p%02d.yaml", i)] = strings.Replace(evictedPod, "kind: Pod\n", fmt.Sprintf("kind: Pod # %d\n", i), 1)
	}
	if all := fix(maxSteps, pods); all.Fixes != 20 || len(all.Notes) > 0 {
		t.Fatalf("%d fixes, %q", all.Fixes, all.Notes)
	}
	none := fix(3000, pods)
	if bounds, left := byBound(t, none.TreeResult); none.Fixes != 0 || len(none.Texts) != 0 || len(bounds) > 0 || len(left) != 20 {
		t.Errorf("%d fixes, left %q, bounds %q", none.Fixes, left, bounds)
	}
	if len(none.Notes) != 1 || !strings.Contains(none.Notes[0], "and 10 more, but to check the result, rules would take more than") || !strings.HasSuffix(none.Notes[0], "fix fewer files at once, or divide them") {
		t.Errorf("notes %q", none.Notes)
	}
	others := provisioners(20)
	others["web.yaml"] = evictedPod
	others["pool.yaml"] = "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n" // else the fix would be unsafe
	if one := fix(3000, others); one.Fixes != 1 || len(one.Notes) > 0 {
		t.Errorf("%d fixes of one file, %q", one.Fixes, one.Notes)
	}
}

// TestDocumentsInFile: a file with too many documents is checked up to the bound, which is reported once.
func TestDocumentsInFile(t *testing.T) {
	const text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p%d, annotations: {karpenter.sh/do-not-evict: 'true'}}\n---\n"
	var file strings.Builder
	for i := range place.MaxDocuments + 2 {
		fmt.Fprintf(&file, text, i)
	}
	l := boundedLinter(t, maxSteps, "KL501")
	bounds, others := byBound(t, l.Tree(t.Context(), memory(map[string]string{"pods.yaml": file.String()})))
	if len(bounds) != 1 || !strings.Contains(bounds[0], "more than 5000 documents") || len(others) != place.MaxDocuments {
		t.Errorf("%d findings, and of bounds %q", len(others), bounds)
	}
}

// TestBuiltObjects: the objects that kustomizations build beyond the bound are not judged, and that is reported once.
func TestBuiltObjects(t *testing.T) {
	const pool = "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p%d}\nspec: {weight: 500, template: {spec: {requirements: [], nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}}}}\n"
	files := map[string]string{"kustomization.yaml": "resources: [base.yaml]\n"}
	for i := range 100 {
		files["base.yaml"] += fmt.Sprintf(pool, i)
	}
	for i := range 101 {
		files[fmt.Sprintf("o%03d/kustomization.yaml", i)] = "resources: [../]\npatches: [{target: {kind: NodePool}, patch: '[{op: add, path: /spec/limits, value: {cpu: 1}}]'}]\n"
	}
	bounds, others := byBound(t, boundedLinter(t, maxSteps, "KL541").Tree(t.Context(), memory(files)))
	if len(bounds) != 1 || !strings.Contains(bounds[0], "more than 10000 times") {
		t.Errorf("about the bound: %q", bounds)
	}
	if len(others) != 99 { // each is built 101 times
		t.Errorf("%d objects were judged", len(others))
	}
}

// TestNamedDirectories: each directory above a file may be the root of its repository, so deep files make many names.
func TestNamedDirectories(t *testing.T) {
	deep := strings.Repeat("a/", 500) + "flux.yaml"
	text := ""
	for i := range 40 {
		text += fmt.Sprintf("---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: k%d}\nspec: {path: ./karpenter}\n", i)
	}
	files := provisioners(1)
	files[deep] = text
	bounds, others := byBound(t, boundedLinter(t, maxSteps, "KL302").Tree(t.Context(), memory(files)))
	if len(bounds) != 1 || !strings.Contains(bounds[0], "names have more than 16 MiB") {
		t.Errorf("found %q, want the bound once", bounds)
	}
	if len(others) != 1 {
		t.Errorf("found %q, want the finding about the other file", others)
	}
}
