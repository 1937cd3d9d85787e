package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/terraform"
)

// exampleTree is a repository of the examples of all rules, each in a directory of its own. An example may change the findings in another one, as in
// any repository.
func exampleTree(t testing.TB, l *Linter) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, rule := range l.rules.All() {
		examples, err := rule.Examples()
		if err != nil {
			continue // told by TestExamples
		}
		for i := range examples.Cases {
			if !golden.IsSampled(i, CasesEach) {
				continue
			}
			c := &examples.Cases[i]
			name := strings.NewReplacer("/", "-", ".", "-").Replace(c.Name)
			for _, f := range c.Files {
				files[rule.Name+"/"+name+"/"+f.Name] = f.Text
			}
		}
	}
	if len(files) < 100 {
		t.Fatalf("only %d files", len(files))
	}
	return files
}

func findings(t testing.TB, r TreeResult) []string {
	t.Helper()
	if len(r.Errors) > 0 {
		t.Fatal(errors.Join(r.Errors...))
	}
	var all []string
	for _, f := range r.Findings {
		line := fmt.Sprintf("%s:%d:%d %s %s %s %s", f.File, f.Start.Line, f.Start.Column, f.Rule, f.Severity, f.Text(), f.Fingerprint)
		if f.Fix != nil {
			line += fmt.Sprintf(" (%s fix: %s)", f.Fix.Safety, f.Fix.Title)
		}
		all = append(all, line)
	}
	return all
}

// TestTreeWithoutScan: the byte scan changes no finding.
func TestTreeWithoutScan(t *testing.T) {
	golden.NotInCheck(t)
	l, all := testLinter(t, "KL000"), testLinter(t, "KL000") // a file that nothing else selects is not said to be broken
	WithoutScan(all)
	tree := memory(exampleTree(t, l))
	scanned := l.Tree(t.Context(), tree)
	unscanned := all.Tree(t.Context(), tree)
	if d := cmp.Diff(findings(t, unscanned), findings(t, scanned)); d != "" {
		t.Errorf("with the scan (-without +with):\n%s", d)
	}
	if scanned.Selected >= unscanned.Selected || unscanned.Selected != len(tree.Inputs) {
		t.Errorf("selected %d files with the scan, %d without, of %d", scanned.Selected, unscanned.Selected, len(tree.Inputs))
	}
}

// TestTreeContext: the findings in a file are the same if it is requested alone or with everything.
func TestTreeContext(t *testing.T) {
	golden.NotInCheck(t)
	l := testLinter(t)
	checkContext(t, l, exampleTree(t, l), 53)
	checkContext(t, l, map[string]string{
		"old/main.tf": calls("../module"),
		"module/main.tf": "resource \"helm_release\" \"k\" {\n  chart      = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n  " +
			"version    = \"0.31.0\"\n}\n",
		"old/web.yaml": evictedPod,
		"new/release.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart:\n    spec: " +
			"{chart: karpenter, version: 1.0.8}\n",
		"new/apps/web.yaml":   evictedPod,
		"new/apps/class.yaml": "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\n",
		"new/apps/pool.yaml": "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      nodeClassRef: " +
			"{group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}\n",
		"new/apps/lost.yaml": "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: b}\nspec:\n  template:\n    spec:\n      nodeClassRef: " +
			"{group: karpenter.k8s.aws, kind: EC2NodeClass, name: b}\n",
	}, 1)
}

const evictedPod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    karpenter.sh/do-not-evict: \"true\"\n"

// checkContext compares the findings in each file, or in a sample of them, with those in all files.
func checkContext(t *testing.T, l *Linter, files map[string]string, each int) {
	t.Helper()
	tree := memory(files)
	whole := findings(t, l.Tree(t.Context(), tree))
	if len(whole) < 4 {
		t.Fatalf("only %d findings:\n%s", len(whole), strings.Join(whole, "\n"))
	}
	for i := 0; i < len(tree.Inputs); i += each {
		asked := tree.Inputs[i].Path
		one := tree
		one.Inputs = slices.Clone(tree.Inputs)
		for k := range one.Inputs {
			one.Inputs[k].Context = k != i
		}
		result := l.Tree(t.Context(), one)
		var want []string
		for _, line := range whole {
			if strings.HasPrefix(line, asked+":") {
				want = append(want, line)
			}
		}
		if d := cmp.Diff(want, findings(t, result)); d != "" {
			t.Errorf("%s alone (-want +got):\n%s", asked, d)
		}
		if result.Files != 1 {
			t.Errorf("%s alone: %d files", asked, result.Files)
		}
	}
}

// TestTreeFix: fixing everything ends, leaves no safe fix, and changes only requested files.
func TestTreeFix(t *testing.T) {
	golden.NotInCheck(t)
	l := testLinter(t)
	files := exampleTree(t, l)
	tree := memory(files)
	for i := range tree.Inputs {
		tree.Inputs[i].Context = i%3 == 0
	}
	saved := map[string][]byte{}
	fixed := l.FixTree(t.Context(), tree, false, func(path string, before, after []byte) error {
		if files[path] != string(before) {
			t.Errorf("%s: before is not what the file was", path)
		}
		saved[path] = after
		return nil
	})
	if fixed.Fixes < 10 || len(saved) < 10 {
		t.Fatalf("only %d fixes in %d files", fixed.Fixes, len(saved))
	}
	for _, in := range tree.Inputs {
		if in.Context && saved[in.Path] != nil {
			t.Errorf("%s was not asked for and was changed", in.Path)
		}
	}
	tree.Files = fileset.Overlay{Base: tree.Files, Texts: saved}
	if d := cmp.Diff(findings(t, l.Tree(t.Context(), tree)), findings(t, fixed.TreeResult)); d != "" {
		t.Errorf("after fixing (-linted again +result of the fix):\n%s", d)
	}
	if again := l.FixTree(t.Context(), tree, false, func(string, []byte, []byte) error { return nil }); again.Fixes > 0 {
		t.Errorf("fixing again makes %d fixes", again.Fixes)
	}
}

// TestTreeFixNotSaved: a file that cannot be saved keeps its text and its findings.
func TestTreeFixNotSaved(t *testing.T) {
	l := testLinter(t)
	fixed := l.FixTree(t.Context(), memory(map[string]string{"a.yaml": evictedPod, "b.yaml": evictedPod}), false, func(path string, _, _ []byte) error {
		if path == "a.yaml" {
			return errors.New("a.yaml: read-only")
		}
		return nil
	})
	if fixed.Fixes != 1 || len(fixed.Findings) != 1 || fixed.Findings[0].File != "a.yaml" || len(fixed.Errors) != 1 {
		t.Errorf("%d fixes, %d findings, errors %v", fixed.Fixes, len(fixed.Findings), fixed.Errors)
	}
}

// readable are files that are scanned by reading them.
type readable struct{ terraform.Files }

func (r readable) Scan(name string, part func([]byte)) (tooLarge bool, err error) {
	data, err := r.ReadFile(name)
	if err == nil {
		part(data)
	}
	return false, err
}

func (r readable) Real(name string) string { return path.Clean(name) }

// panicking panics when one file is read.
type panicking struct {
	terraform.Files
	file string
}

func (p panicking) ReadFile(name string) ([]byte, error) {
	if name == p.file {
		panic("a defect")
	}
	return p.Files.ReadFile(name)
}

// TestTreeBug: a panic on one file is reported, and the others are linted.
func TestTreeBug(t *testing.T) {
	chart := "resource \"helm_release\" \"k\" {\n  chart = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n}\n"
	for _, file := range []string{"a.yaml", "x/main.tf"} {
		tree := memory(map[string]string{"a.yaml": evictedPod, "b.yaml": evictedPod, "x/main.tf": chart, "y/main.tf": chart})
		tree.Files = readable{panicking{tree.Files, file}}
		result := testLinter(t).Tree(t.Context(), tree)
		var bug *parallel.Bug
		if len(result.Errors) == 0 || !errors.As(result.Errors[0], &bug) || bug.Value != "a defect" {
			t.Errorf("%s: errors %v", file, result.Errors)
		}
		var others []string
		for _, f := range result.Findings {
			others = append(others, f.File)
		}
		for _, want := range []string{"b.yaml", "y/main.tf"} {
			if !slices.Contains(others, want) {
				t.Errorf("%s: nothing was found in %s", file, want)
			}
		}
	}
}

// unreadable returns an error for one file.
type unreadable struct {
	terraform.Files
	file string
}

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if name == u.file {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return u.Files.ReadFile(name)
}

func TestTreeErrors(t *testing.T) {
	files := map[string]string{
		"a.yaml": "karpenter: 1", "main.tf": calls("./m"), "m/main.tf": "locals {\n  a = \"karpenter\"\n}\n",
	}
	for name, test := range map[string]struct {
		file    string
		context bool
		errors  int
	}{
		"manifest":            {"a.yaml", false, 1},
		"manifest of context": {"a.yaml", true, 0},
		"module":              {"m/main.tf", false, 1},
	} {
		tree := memory(files)
		for i := range tree.Inputs {
			tree.Inputs[i].Context = test.context && tree.Inputs[i].Path == test.file
		}
		tree.Files = readable{unreadable{tree.Files, test.file}}
		result := testLinter(t).Tree(t.Context(), tree)
		if len(result.Errors) != test.errors || result.Files != 2 {
			t.Errorf("%s: %d files, errors %v", name, result.Files, result.Errors)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if result := testLinter(t).Tree(ctx, memory(files)); result.Files != 0 || len(result.Findings) != 0 {
		t.Errorf("after an interrupt %d files were read", result.Files)
	}
}

// TestTreeComment: a module that only a comment seems to call is linted as a root.
func TestTreeComment(t *testing.T) {
	module := "resource \"helm_release\" \"k\" {\n  chart = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n}\n"
	result := testLinter(t).Tree(t.Context(), memory(map[string]string{
		"main.tf":       "/*\n" + calls("./old") + "*/\nlocals {\n  a = \"karpenter\"\n}\n",
		"old/a.tf":      calls("./deep"),
		"old/deep/a.tf": module,
	}))
	roots := ""
	for _, p := range result.Projects {
		roots += p.Root + " "
	}
	if roots != "old " || len(result.Findings) == 0 {
		t.Errorf("projects %q, %d findings", roots, len(result.Findings))
	}
}
