// Package survey has what files tell about their project, typed and short: chart installations, add-ons, node groups, Kubernetes objects,
// policies, whichever way each was written. Its packages manifests and rootmodule read them.
package survey

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Kinds of resources in a project. The Value of each is a map with the keys named here; a key is
// absent where it is not written, Unknown where it cannot be known.
const (
	// Installation of a Helm chart: chart (its name without repository), repository, karpenter ("controller" or "crds" for
	// AWS's two charts, absent for any other; Unknown where the chart is unknown but something is called after Karpenter), name and
	// namespace of the release, version (the module's default if none is written, Unknown if that floats), pinned (bool: the version is
	// written), via ("helm_release", "blueprints_addons", "blueprints_v4", "module", "HelmRelease", "Application", "ApplicationSet",
	// "helmCharts", "Chart" for a dependency of a chart of which nothing says who installs it), umbrella (string: the directory
	// of that chart) and installer (string: what installs it), skip_crds (for helmCharts: not includeCRDs), force_update, wait (the
	// module's default if none is written), values (all sources merged; open where one is unknown), gate (string: count or condition,
	// absent without), clusters (list of the names of those that it goes to, as its tool has them: see destination.go; absent where that is not
	// said), off (true: it is not there with the values that are written; Unknown where these do not tell), cluster (ID of the Cluster, in Terraform), waits_for (in Terraform: list of the nodes that the items of depends_on
	// lead to, "" for what the block refers to elsewhere as well, or cannot be known), and for Flux install_crds, upgrade_crds, depends_on (list of {name,
	// namespace}), for Argo CD sync_wave and generated (bool: its Application is one of those for several charts, which an ApplicationSet
	// makes of one template); of one that Terraform applies as an object, object (string: the object's name). The repository of Flux is Unknown, "HelmRepository/namespace/name", or
	// "file:name" for a chart in git.
	Installation = "ChartInstallation"
	// Addon of EKS: name, version, configuration (decoded configuration_values), cluster (ID of the Cluster), via.
	Addon = "Addon"
	// NodeGroup, managed by EKS or by its owner: name, labels, taints (list of {key, value, effect}; effect as in Kubernetes),
	// cluster, via.
	NodeGroup = "NodeGroup"
	// FargateProfile: name, selectors (list of {namespace, labels}), cluster.
	FargateProfile = "FargateProfile"
	// Cluster of EKS: name, version, auto_mode (bool), opaque (bool: it may have node groups that cannot be seen).
	Cluster = "Cluster"
	// Object of Kubernetes, in short: apiVersion, kind, metadata {name, namespace}, class ({apiVersion, group, kind, name}
	// of the EC2NodeClass or AWSNodeTemplate that a pool names), stateful (bool: has or asks for volumes), and for one in Terraform
	// via ("kubectl_manifest", "kubernetes_manifest", ...; "module", "data.http" for a CustomResourceDefinition of Karpenter that is
	// only known by its address), wait, delete_cascade, gate (for one in a Go template what stands in its {{ if }} and the like), waits_for. Of manifest files only Karpenter's kinds, its
	// CustomResourceDefinitions and what is stateful are kept; of Terraform all objects.
	Object = "Object"
	// IAMPolicy: statements (list of {effect, actions, resources, conditions: list of {test, variable, values}}).
	IAMPolicy = "IAMPolicy"
	// DestroyScript: a local-exec that runs on destroy: command.
	DestroyScript = "DestroyScript"
	// TagSelector is what selects instances by their tags, such as the targets of an experiment of AWS Fault Injection Service: tags (map).
	TagSelector = "TagSelector"
	// Cycle: nodes (list of the addresses on a cycle of dependencies), item (number of the item of depends_on by which a block names
	// itself, which Terraform passes over; absent for a real cycle).
	Cycle = "Cycle"
)

// Resource is one thing that project rules look at.
type Resource struct {
	ID      string // unique in its project
	Address string // for people: helm_release.karpenter, NodePool/default
	Kind    string // one of the constants above

	// Block is the node in the project's Edges, "" for what stands in a manifest file.
	Block string
	// File is where the resource is written; it has no Data where only the path was kept.
	File  *model.File
	Value *model.Value // a map; its Span and Props are those of the block or object it came from

	// Real gives, for a key of Value or a path of keys joined by ".", the path in the static document of File at which it is or would be
	// written: version → ["module", "eks_blueprints_addons", "karpenter", "chart_version"].
	Real map[string][]any
	// Document is the number of the document in File (from 0) to which the paths of Real belong.
	Document int

	// Sources are what each source of the values of an installation sets, in the order in which Helm merges them; what Value has of them is
	// merged, and shows only what wins. A short form has the files in which they stand instead.
	Sources    []*model.Value
	ValueFiles []string

	// Settings are those of an installation of the controller, nil for anything else.
	Settings *Settings

	// Object is the whole Kubernetes object where there is one and its file is in memory, else nil.
	Object *model.Resource

	Versions      versions.Interval // of an installation: the releases its version admits
	OCIRepository string            // of Flux: the OCIRepository that the chart comes from; of a patch: the object
	Variant       bool              // the same installation with other values, for the rules of resources alone
	Owner         string            // of an installation: the address of its block, where Address says more
}
