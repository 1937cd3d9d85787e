package lint

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/lint/inventory"
)

// TestReadsOfConfigMaps: how often a ConfigMap is read does not depend on how many releases of Flux lie beside it.
func TestReadsOfConfigMaps(t *testing.T) {
	reads := func(releases int) int {
		files := map[string]string{"config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {values.yaml: 'replicas: 1'}\n"}
		for i := range releases {
			files[fmt.Sprintf("r%02d.yaml", i)] = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart: " +
				"{spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  valuesFrom: [{kind: ConfigMap, name: c}]\n"
		}
		tree := memory(files)
		counted := &countedFiles{files: tree.Files, reads: map[string]int{}}
		tree.Source = inventory.Source{Files: readable{counted}, Inputs: tree.Inputs}
		testLinter(t).Tree(t.Context(), tree)
		return counted.reads["config.yaml"]
	}
	if few, many := reads(4), reads(40); few != many || few == 0 {
		t.Errorf("it is read %d times for 4 releases, and %d times for 40", few, many)
	}
}
