package survey

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/facts"
)

// Words by which the bytes of a manifest tell what it may say of a project.
var (
	// Installers are the words of which one is in every manifest that installs a chart, or holds its settings.
	Installers = sync.OnceValue(func() []string {
		return []string{
			"HelmRelease", "OCIRepository", "argoproj.io", "helmChart", "HelmChartInflationGenerator", "ChartInflator", "dependencies",
			"releases", "ClusterConfig", "postBuild", "ConfigMap",
			facts.Settings().ConfigMap,
		}
	})
	// Declared are in every manifest with an object that the rules of projects look at, but for those of OfKarpenter, and in every one that
	// says which variables Flux writes into others.
	Declared = []string{coreGroup, AWSGroup, "volumeClaimTemplates", "PersistentVolume", "postBuild"}
	// OfKarpenter are in every manifest with a CustomResourceDefinition, a policy or a selector of tags. One that matters is about Karpenter,
	// and has its name as well.
	OfKarpenter = []string{"CustomResourceDefinition", "Statement", "ResourceTags"}
)

// HoldsCharts reports whether a file of manifests with these bytes may install a chart.
func HoldsCharts(data []byte) bool {
	return slices.ContainsFunc(Installers(), func(word string) bool { return bytes.Contains(data, []byte(word)) })
}
