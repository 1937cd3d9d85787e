package lint_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// TestFixesOfLongList: what is allocated to plan the fixes of a List, and to make them, grows no faster than the number of its objects. A plan
// reads the whole document again for its proof.
func TestFixesOfLongList(t *testing.T) {
	l := linter(t, load(t), "1.0.8", "KL002", "KL501", "KL502")
	pod := "- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: p\n    annotations:\n" +
		"      karpenter.sh/do-not-evict: \"true\"\n      karplint.dev/ignore: KL502 no longer\n      a: b\n  spec: {containers: []}\n"
	allocated := func(n int, fix bool) uint64 {
		f := model.NewFile("list.yaml", []byte("apiVersion: v1\nkind: List\nitems:\n"+strings.Repeat(pod, n)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if fix {
			if fixed := fixFile(t, l, f, true, true); fixed.Fixes != 2*n || len(fixed.Findings) > 0 {
				t.Errorf("%d fixes, %d findings left", fixed.Fixes, len(fixed.Findings))
			}
		} else {
			fixes := 0
			result, err := l.File(f, nil, true, versions.Target{})
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range result.Findings {
				if finding.Fix != nil {
					fixes++
				}
			}
			if fixes != 2*n {
				t.Errorf("%d fixes in a list of %d", fixes, n)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, fix := range []bool{false, true} {
		allocated(10, fix)
		if few, many := allocated(100, fix), allocated(400, fix); many > 6*few {
			t.Errorf("fix %t: %d bytes for 100 objects, and %d for 400", fix, few, many)
		}
	}
}

// TestManyFixesOfOneKind: fixes that do not conflict are made together, however many are in one document, also where templates, an alias or the
// alignment of a list in Terraform make it hard to tell them apart.
func TestManyFixesOfOneKind(t *testing.T) {
	const n = 30 // more than there are rounds
	l := linter(t, load(t), "1.0.8", "KL501")
	list := func(object string) string { return "apiVersion: v1\nkind: List\nitems:\n" + strings.Repeat(object, n) }
	pod := "- apiVersion: v1\n  kind: Pod\n  metadata:\n    annotations:\n      karpenter.sh/do-not-evict: \"true\"\n      a: "
	object := "  { apiVersion = \"v1\", kind = \"Pod\", metadata = { name = \"a\", annotations = { \"karpenter.sh/do-not-evict\" = \"true\" } } },\n"
	for name, text := range map[string]string{
		"templates.yaml": list(pod + "{{ .Values.a }}\n"),
		"alias.yaml":     "x: &x b\n" + list(pod+"*x\n"),
		"main.tf": "resource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode({ apiVersion = \"v1\", kind = \"List\", items = [\n" +
			strings.Repeat(object, n) + "  ] })\n}\n",
	} {
		tree := lint.Tree{Source: inventory.Source{
			Inputs: []fileset.Input{{Path: name, Terraform: isTerraform(name)}}, Files: fileset.Overlay{Texts: map[string][]byte{name: []byte(text)}},
		}}
		if fixed := fixTree(t, l, tree, true); fixed.Fixes != n || len(fixed.Findings) > 0 || len(fixed.Notes) > 0 {
			t.Errorf("%s: %d fixes, %d findings left, notes %q", name, fixed.Fixes, len(fixed.Findings), fixed.Notes)
		}
	}
}
