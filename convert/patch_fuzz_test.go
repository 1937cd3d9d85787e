package convert_test

import (
	"bytes"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
)

// FuzzKustomization converts a base with whatever stands in a kustomization and in the patch that it names: nothing that reads makes
// karplint fail, and what is converted is converted.
func FuzzKustomization(f *testing.F) {
	const target = "resources: [base.yaml]\npatches:\n  - target: {kind: Provisioner}\n    path: patch.yaml\n"
	for _, seed := range [][2]string{
		{target, "- op: replace\n  path: /spec/requirements/0/values\n  value: [a]\n"},
		{target, "- {op: add, path: /spec/ttlSecondsAfterEmpty, value: 30}\n- {op: remove, path: /spec/labels}\n"},
		{target, "- {op: move, from: /spec/labels, path: /metadata/labels}\n- {op: copy, from: /spec/labels/a, path: /spec/labels/b}\n"},
		{target, "- {op: test, path: /spec/labels/a~1b, value: c}\n- {op: add, path: /spec/requirements/-, value: {key: a}}\n"},
		{target, "spec:\n  consolidation: {enabled: true}\n"},
		{"resources: [base.yaml]\nreplacements:\n  - source: {kind: Provisioner, name: a, fieldPath: spec.providerRef.name}\n    targets:\n      - " +
			"select: {kind: Provisioner}\n        fieldPaths: ['spec.requirements.[key=a].values.0', 'spec.labels.[a.b/c]']\n        options: {create: " +
			"true}\n", ""},
		{"resources: [base.yaml]\nconfigurations: [patch.yaml]\n",
			"nameReference:\n  - kind: AWSNodeTemplate\n    fieldSpecs: [{path: spec/providerRef/name, kind: Provisioner}]\n"},
		{"resources: [base.yaml]\ntransformers: [patch.yaml]\nvars: [{name: A, objref: {kind: Provisioner, name: a}, fieldref: {fieldpath: " +
			"spec.weight}}]\n", "apiVersion: builtin\nkind: PatchTransformer\ntarget: {kind: Provisioner}\npatch: '[{\"op\": \"add\", \"path\": " +
			"\"/spec/weight\", \"value\": 1}]'\n"},
		{"resources: [base.yaml]\nnamePrefix: x-\nlabels: [{pairs: {c: d}}]\npatchesJson6902:\n  - target: {labelSelector: 'c in (d)', version: " +
			"v1alpha.*, name: x-a}\n    path: patch.yaml\n",
			"- {op: test, path: /spec/consolidation, value: null}\n- {op: test, path: /spec/labels, value: {a: b}}\n"},
		{"resources: [base.yaml]\npatchesStrategicMerge:\n  - apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: a}\n    " +
			"spec: {weight: 1}\nreplacements:\n  - source: {version: v1alpha5, fieldPath: spec.labels.a}\n    targets: [{select: {annotationSelector: a}, " +
			"reject: [{labelSelector: a=b}], fieldPaths: ['a.[karpenter.sh/provisioner-name]']}]\n", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	c, err := convert.New(convert.Options{Role: "NodeRole"})
	if err != nil {
		f.Fatal(err)
	}
	base := []byte("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec:\n  labels: {a: b}\n  requirements:\n    - {key: " +
		"a, operator: In, values: [b]}\n  providerRef: {name: a}\n")
	f.Fuzz(func(t *testing.T, kustomization, patch string) {
		if len(kustomization)+len(patch) > 4000 {
			return
		}
		files := []*model.File{
			model.NewFile("base.yaml", base), model.NewFile("kustomization.yaml", []byte(kustomization)), model.NewFile("patch.yaml", []byte(patch)),
		}
		var out []convert.File
		fuzz.Bounded(t, len(kustomization)+len(patch), func() { out = c.Files(files) })
		var again []*model.File
		for _, f := range out {
			if n := unread(f.Path, f.After); n > unread(f.Path, f.Before) {
				t.Errorf("%s does not parse:\n%s", f.Path, f.After)
			}
			again = append(again, model.NewFile(f.Path, f.After))
		}
		for _, f := range c.Files(again) {
			if f.Path == "base.yaml" && !bytes.Equal(f.After, f.Before) && !bytes.Equal(f.Before, base) {
				t.Errorf("the base changes again:\n%s", f.After)
			}
		}
	})
}
