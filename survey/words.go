package survey

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/facts"
)

// Words in the bytes of manifests that may describe a project.
var (
	// Installers are words of manifests that install a chart or contain its settings: each has at least one of them.
	Installers = sync.OnceValue(func() []string {
		return []string{
			"HelmRelease", "OCIRepository", "HelmRepository", "argoproj.io", "helmChart", "HelmChartInflationGenerator", "ChartInflator", "dependencies",
			"releases", "ClusterConfig", "postBuild", "ConfigMap",
			facts.Settings().ConfigMap,
		}
	})
	// Declared are words of manifests with objects that rules of projects read, except those of OfKarpenter, and of manifests that
	// name the directories that Flux builds. A policy need not name Karpenter to let it do something.
	Declared = []string{facts.PoolGroup, facts.ClassGroup, facts.ClassSuffix, "volumeClaimTemplates", "PersistentVolume", "kustomize.toolkit.fluxcd.io", "Statement"}
	// OfKarpenter are words of manifests with a CustomResourceDefinition or a selector of tags. These matter only if they
	// are about Karpenter, and then contain its name as well.
	OfKarpenter = []string{"CustomResourceDefinition", "ResourceTags"}
)

// HoldsCharts reports whether a file of manifests with these bytes may install a chart.
func HoldsCharts(data []byte) bool {
	return slices.ContainsFunc(Installers(), func(word string) bool { return bytes.Contains(data, []byte(word)) })
}
