package convert_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

const patchedProvisioner = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: default
  labels: {a: "${X}"}
  annotations: {c: e}
spec:
  weight: 10
  weights: 11
  providerRef: {name: default}
`

// convertKustomization returns the kustomization beside a Provisioner as it is then, and its notes.
func convertKustomization(t *testing.T, kustomization string) (after string, notes []convert.Note) {
	t.Helper()
	c, err := convert.New(convert.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files := c.Files([]*model.File{model.NewFile("kustomization.yaml", []byte(kustomization)),
		model.NewFile("provisioner.yaml", []byte(patchedProvisioner))})
	return string(files[0].After), files[0].Notes
}

// TestUnknownLabels: a target means no object whose annotations it excludes, also where the labels of the object are not known.
func TestUnknownLabels(t *testing.T) {
	for range 20 { // the selectors came in random order
		after, _ := convertKustomization(t, `resources: [provisioner.yaml]
patches:
  - target: {kind: Provisioner, labelSelector: "a=b", annotationSelector: "c=d"}
    patch: '[{op: add, path: /spec/weight, value: 2}]'
`)
		if !strings.Contains(after, "kind: Provisioner") {
			t.Fatalf("the patch is for nothing, and is converted:\n%s", after)
		}
	}
}
