package survey

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/facts"
)

// Words that occur in manifests which may describe a project.
var (
	// Installers occur in manifests that install a chart, or the controller without one, or contain settings. Each such manifest has
	// one of them.
	Installers = sync.OnceValue(func() []string {
		return []string{
			facts.Settings().Controller.Image, "/" + facts.Settings().Controller.Copy + ":",
			"HelmRelease", "OCIRepository", "HelmRepository", "argoproj.io", "helmChart", "HelmChartInflationGenerator", "ChartInflator", "dependencies",
			"releases", "ClusterConfig", "postBuild", "ConfigMap",
			facts.Settings().ConfigMap,
		}
	})
	// Declared occur in manifests with objects that rules of projects read, except for those of OfKarpenter, and in manifests that
	// name the directories which Flux builds. Statement is enough for a policy, because it may concern Karpenter without naming it.
	Declared = slices.Concat([]string{facts.PoolGroup, facts.ClassGroup, facts.ClassSuffix, "volumeClaimTemplates", "PersistentVolume",
		"kustomize.toolkit.fluxcd.io", "mapRoles", "Statement", bufferGroup}, VolumeProvisioners)
	// OfKarpenter occur in manifests with a CustomResourceDefinition, a selector of tags, or a source of Flux or kustomize in Git. Such a manifest
	// matters only if it also contains Karpenter's name.
	OfKarpenter = []string{"CustomResourceDefinition", "ResourceTags", "GitRepository", "pkg/apis/crds"}
)

// StorageGroup is the API group of a StorageClass.
const (
	StorageGroup = "storage.k8s.io"
	StorageClass = "StorageClass"
)

// VolumeProvisioners are the provisioners of EBS volumes: the CSI driver, and the name that Kubernetes had for EBS before, which the driver serves as
// well.
var VolumeProvisioners = []string{"ebs.csi.aws.com", "kubernetes.io/aws-ebs"}

// HoldsCharts reports whether a file of manifests with these bytes may install a chart.
func HoldsCharts(data []byte) bool {
	return slices.ContainsFunc(Installers(), func(word string) bool { return bytes.Contains(data, []byte(word)) })
}
