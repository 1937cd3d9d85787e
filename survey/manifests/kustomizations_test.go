package manifests

import (
	"testing"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestBrokenKustomization: a kustomization that does not parse says nothing of the values of a release, neither beside it nor in another directory.
func TestBrokenKustomization(t *testing.T) {
	const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec:
  chart: {spec: {chart: karpenter, version: 1.0.8}}
  valuesFrom: [{kind: ConfigMap, name: values}]
`
	for _, broken := range []string{"app/kustomization.yaml", "other/kustomization.yaml"} {
		files := fileset.Overlay{Texts: map[string][]byte{"app/flux.yaml": []byte(release), broken: []byte("resources: [\n}\n")}}
		yaml.Documents(model.NewFile("app/flux.yaml", []byte(release)), func(doc *model.Document, _ *yaml.ParseError) bool {
			if o := Observe(doc, 0, files); len(o.Resources) != 1 {
				t.Errorf("%s: %d installations", broken, len(o.Resources))
			}
			return true
		})
	}
}
