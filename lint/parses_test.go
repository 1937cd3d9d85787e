package lint

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// parses counts how often each document is parsed, as it is in files and as it is not. Texts inside of others have no path and do not count.
func parses(t *testing.T, files map[string]string, run func()) map[string]int {
	t.Helper()
	var mu sync.Mutex
	counts := map[string]int{}
	count := func(f *model.File, span model.Span) {
		mu.Lock()
		defer mu.Unlock()
		if f.Path != "" && !isProof() {
			counts[fmt.Sprintf("%s:%d %t", f.Path, f.Position(span.Start).Line, string(f.Data) == files[f.Path])]++
		}
	}
	ofYAML, ofHCL := yaml.Parsed, hcl.Parsed
	defer func() { yaml.Parsed, hcl.Parsed = ofYAML, ofHCL }()
	yaml.Parsed, hcl.Parsed = count, func(f *model.File) { count(f, model.Span{}) }
	run()
	return counts
}

// parsedTwice is a repository in which several parts of karplint read the same files.
func parsedTwice() map[string]string {
	texts := map[string]string{
		"app.yaml": "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec: {source: {chart: karpenter, " +
			"repoURL: public.ecr.aws/karpenter, targetRevision: 0.37.0}}\n",
		"flux.yaml": "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart: {spec: " +
			"{chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  valuesFrom: [{kind: ConfigMap, name: c}]\n",
		"config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {values.yaml: 'replicas: 1'}\n",
		"helmfile.yaml": "environments: {default: {values: [state.yaml]}}\n---\nreleases: [{name: karpenter, chart: " +
			"oci://public.ecr.aws/karpenter/karpenter, version: 1.0.8, values: [values.yaml]}]\n",
		"state.yaml":              "a: 1\n",
		"values.yaml":             "replicas: 1\ntolerations: []\n",
		"k/kustomization.yaml":    "resources: [../base]\npatches: [{path: patch.yaml}]\n",
		"k/patch.yaml":            "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {weight: 200}\n",
		"base/kustomization.yaml": "resources: [pool.yaml]\n",
		"base/pool.yaml":          "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {template: {spec: {}}}\n",
		"a/main.tf":               "module \"m\" {\n  source = \"../m\"\n}\n",
		"b/main.tf":               "module \"m\" {\n  source = \"../m\"\n}\n",
		"m/main.tf": "resource \"helm_release\" \"karpenter\" {\n  chart      = \"karpenter\"\n  repository = " +
			"\"oci://public.ecr.aws/karpenter\"\n  version    = \"0.37.0\"\n  values     = [file(\"${path.module}/values.yaml\")]\n}\n",
		"m/values.yaml": "replicas: 1\nwebhook: {enabled: true}\n",
	}
	for i := range 10 {
		texts[fmt.Sprintf("pool-%d.yaml", i)] = fmt.Sprintf("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: "+
			"{providerRef: {name: c}}\n---\nkind: Other\n", i)
	}
	texts["large.yaml"] = texts["pool-1.yaml"] + strings.Repeat("# comment\n", (128<<10)/10)
	return texts
}

// TestParsedOnce: each document is parsed once in a run.
func TestParsedOnce(t *testing.T) {
	texts := parsedTwice()
	var result TreeResult
	counts := parses(t, texts, func() { result = testLinter(t).Tree(t.Context(), memory(texts)) })
	if len(result.Findings) < 11 || len(counts) < 20 {
		t.Fatalf("%d findings, %d documents were parsed", len(result.Findings), len(counts))
	}
	for name, times := range counts {
		if times > 1 {
			t.Errorf("%s was parsed %d times", name, times)
		}
	}
}

// TestParsedOnceMore: in a run that fixes, each document is parsed once, and once more when a fix changed its file. Proofs of fixes do not count.
func TestParsedOnceMore(t *testing.T) {
	texts := parsedTwice()
	linter, tree := testLinter(t), memory(texts)
	var fixed TreeFixed
	counts := parses(t, texts, func() {
		fixed = linter.FixTree(t.Context(), tree, true, func(string, []byte, []byte) error { return nil })
	})
	if len(fixed.Texts) < 5 || len(counts) < 20+len(fixed.Texts) {
		t.Fatalf("%d files are fixed, %d documents were parsed", len(fixed.Texts), len(counts))
	}
	for name, times := range counts {
		if times > 1 {
			t.Errorf("%s was parsed %d times", name, times)
		}
	}
}

// isProof reports whether a fix is planned or proved.
func isProof() bool {
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for {
		frame, more := frames.Next()
		if strings.Contains(frame.Function, "karplint/edit/") || strings.Contains(frame.Function, "lint/fixes.") {
			return true
		}
		if !more {
			return false
		}
	}
}

// TestTreesStay: nobody changes the documents that all share.
func TestTreesStay(t *testing.T) {
	golden.NotInCheck(t)
	linter := testLinter(t)
	texts := exampleTree(t, linter)
	tree := memory(texts)
	run := newRun(t.Context(), tree, linter.ForAll())
	run.lint(tree.Files)
	files := run.inventory.Opened.In(tree.Files)
	roots := func(f *model.File) (all []*model.Value) {
		yaml.Documents(f, func(doc *model.Document, _ *yaml.ParseError) bool {
			if doc != nil {
				all = append(all, doc.Root)
			}
			return true
		})
		return all
	}
	for name, text := range texts {
		f, err := model.Open(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(roots(f), roots(model.NewFile(name, []byte(text)))) {
			t.Errorf("the documents of %s have changed", name)
		}
	}
}
