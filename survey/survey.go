// Package survey defines the observations about a project: chart installations, add-ons, node groups, Kubernetes objects and
// policies. They are the same for every form in which files declare them. The packages manifests and rootmodule read them.
package survey

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Kinds of resources in a project. The Value of each is a map with the keys listed here. A key is absent if the files do not set it,
// and Unknown if its value cannot be known.
const (
	// Installation of a Helm chart, or of Karpenter's controller in plain manifests:
	//   - chart: its name without the repository; absent for plain manifests
	//   - image: of the controller, in plain manifests; Unknown if branches of a template have several
	//   - repository: for Flux "file:name" for a chart in git, and Unknown, "HelmRepository/namespace/name", if the project does not have
	//     that object
	//   - karpenter: "controller" or "crds" for AWS's two charts; absent for any other; Unknown if the chart is unknown but its
	//     repository, release or address mentions Karpenter
	//   - name and namespace of the release
	//   - version: the module's default if none is written, Unknown if that is not fixed
	//   - pinned (bool): the version is written
	//   - semver (bool): it is compared as a version, so v1.0.8 is the same as 1.0.8; true for the semver of an OCIRepository
	//   - via: "helm_release", "blueprints_addons", "blueprints_v4", "eks" or "module" for other modules, "HelmRelease", "Application",
	//     "ApplicationSet", "helmfile", "helmCharts", "eksctl", "kustomization_resource", "Deployment" for plain manifests, or "Chart"
	//     for a dependency of a chart, if it is not known who installs that chart
	//   - umbrella: the directory of that chart
	//   - installer: the address of the installation of that chart; installed_from: its file, or the directory of its Terraform root
	//   - read_by_umbrella: the values that the templates of that chart read, as paths with a dot after each step
	//   - values_key: the name or alias below which the values of that chart have those of Karpenter's; beside: the values of that chart that
	//     reach neither its templates nor a dependency
	//   - read_by_others: names at the top of its values that installations of other charts read from the same text
	//   - skip_crds (for helmCharts: not includeCRDs), force_update, wait (the module's default if none is written)
	//   - values: all sources merged; open if one of them is unknown
	//   - gate: its count or condition; absent without one
	//   - clusters: the clusters that it is installed in, by the names that its tool uses (see manifests/destination.go); absent if unknown
	//   - off: true if the values in the files disable it; Unknown if they do not decide that
	//   - with_queue: withSpotInterruptionQueue of eksctl
	// In Terraform also:
	//   - cluster: the ID of the Cluster
	//   - waits_for: the nodes that the items of depends_on lead to; "" for an item that the block also refers to elsewhere, or
	//     that cannot be known
	//   - object: the object's name, if Terraform applies the installation as an object
	//   - provider, of a helm_release of Karpenter if the root requires one major of the Helm provider: constraint, major, and written (a map
	//     from set and the like to "block" or "argument")
	// For Flux also install_crds, upgrade_crds, and depends_on (list of {name, namespace}); builds of Karpenter's charts: the Kustomizations that
	// apply them; after of the controller's chart: those that are ready, with the CRD chart, before the controller's chart is applied.
	// For Argo CD also sync_wave and generated (bool): an ApplicationSet makes Applications for several charts from one template,
	// and this is one of them.
	Installation = "ChartInstallation"
	// Addon of EKS: name, version, configuration (decoded configuration_values), cluster (ID of the Cluster), via.
	Addon = "Addon"
	// NodeGroup, managed by EKS or by its owner: name, labels, taints (list of {key, value, effect, written}; effect as in Kubernetes, written as in
	// a managed group of Terraform), max_size, cluster, via.
	NodeGroup = "NodeGroup"
	// FargateProfile: name, selectors (list of {namespace, labels}), cluster.
	FargateProfile = "FargateProfile"
	// Cluster of EKS: name, version, auto_mode (bool), opaque (bool: it may have node groups that are not in the files), via ("aws_eks_cluster",
	// "eks" for terraform-aws-modules/eks, "module" for another one), authentication_mode (CONFIG_MAP, API or API_AND_CONFIG_MAP).
	Cluster = "Cluster"
	// Object of Kubernetes, in short:
	//   - apiVersion, kind, metadata {name, namespace}
	//   - class: {apiVersion, group, kind, name} of the EC2NodeClass or AWSNodeTemplate that a pool refers to
	//   - cloud: the API group of the only provider that a pool can be for (see CloudOf)
	//   - taints: the keys of the taints and startup taints of a pool; absent if it has none. A new startup taint is written at startupTaints
	//   - stateful (bool): has or claims volumes
	//   - hook (bool): Helm applies it as a hook, before or after the other objects of a release
	//   - role and instanceProfile of a class, and uses: the list of its other fields for which Karpenter needs further permissions
	//   - amiFamily and amiSelectorTerms of a class
	//   - subnetSelectorTerms, securityGroupSelectorTerms, subnetSelector and securityGroupSelector of a class, and of the provider of a
	//     Provisioner: each a list with a text for each term with tags only, lines of "key=value" with "?" for unknown values
	//   - of a NodePool the labels of its nodes, and its requirements, each as a text: "kubernetes.io/arch In amd64,arm64", with "?" for unknown values
	//   - provisioner, volumeBindingMode and allowedTopologies of a StorageClass, and zone: the zone or zones in its parameters
	//   - url and ref of a GitRepository of Flux, of Karpenter's repository
	//   - of a NodePool also expireAfter and terminationGracePeriod (of v1), replicas, consolidationPolicy and consolidateAfter unless nodes are
	//     replaced too, and its budgets, each as a text: "10% Drifted,Empty"
	//   - tainted (bool): of a NodePool whose taints, startup taints aside, keep away pods without tolerations; Unknown if they may do so
	//   - protected (bool): a workload that keeps running, with pods that Karpenter does not evict; Unknown if a patch may change that; its
	//     nodeSelector, nodeAffinity and tolerations
	//   - gate: in a Go template, the conditions of the blocks around it
	//   - unread (bool): it is in a template that nothing is known to read
	//   - skips_dry_run (bool): an annotation lets Argo CD apply it without its CRD
	//   - of a pool or class in a directory that one Application, HelmRelease or release of helmfile applies, applied_by: its address, file, via,
	//     sync_wave, clusters and depends_on, and gives_up (bool; see ChartUse)
	//   - of a pool or class that Kustomizations of Flux apply, builds: their names; and after: the names of those that are ready before, each with a
	//     star if it may be ready before its objects are; Unknown if one of them is not in the files
	// In Terraform also:
	//   - via: "kubectl_manifest", "kubernetes_manifest", "kubernetes_deployment", ...; "module", or "data.http" for a CustomResourceDefinition of
	//     Karpenter of which only the address is known
	//   - wait, delete_cascade, server_side_apply, upgrade_api_version, apply_only, waits_for
	//   - ignored (bool): it is in another document than the first of a kubectl_manifest, which applies the first one alone
	// Of manifest files, only Karpenter's kinds, classes of its other providers, its CustomResourceDefinitions, stateful and protected objects,
	// classes of EBS volumes and sources in its Git repository are kept; of Terraform all objects.
	Object = "Object"
	// ChartObject is an object of Karpenter in a chart of the repository, in the release of Terraform that installs it: apiVersion, kind,
	// metadata, class and waits_for as those of an Object.
	ChartObject = "ChartObject"
	// IAMPolicy: statements (list of {sid, effect, actions, resources, conditions: list of {test, variable, values}}). A statement without
	// actions has them in another form (NotAction). name: its name in a template. open (bool): the policy includes documents that are not in the files.
	// roles: the nodes to which the block refers as its roles; absent if it refers to none. role_names: what it has for their names.
	IAMPolicy = "IAMPolicy"
	// PolicyAttachment attaches a policy from elsewhere to a role: policy (its ARN; absent if it is a document of the root), roles and role_names as
	// for an IAMPolicy.
	PolicyAttachment = "PolicyAttachment"
	// ServiceAccount that may assume a role: namespace, name, via ("trust policy", "pod identity", "module", or "other" for a command or an
	// annotation of which it is not known what it gives to which), cluster, and for an association role (its ARN).
	ServiceAccount = "ServiceAccount"
	// IAMRole that Terraform makes or looks up:
	//   - name; or prefix, if its name has a random end; absent if it is not written
	//   - of: "node", "controller", "pods" or "node group" for one that a module makes
	//   - certain (bool): nothing but the files decides that it is made
	//   - trusts: list of the principals that may assume it, services by name and others by type; open if there may be more
	//   - name_from and arn_from: lists of the expressions with its name and its ARN, without keys
	//   - users: the nodes that use it, also through names; open if there may be others
	//   - boundary: the nodes to which it refers only as its permissions boundary
	//   - passes, of a module: list of the ARNs of the roles that its own policy lets it give to nodes; absent if it may be any
	//   - entry and association, for a module that can make an access entry or a Pod Identity association for it: whether it does; namespace of the
	//     association, if it is given
	//   - cluster, and cluster_name as a module is told
	IAMRole = "IAMRole"
	// InstanceProfile: name or prefix, role (a name or an ARN), name_from as for an IAMRole.
	InstanceProfile = "InstanceProfile"
	// AccessEntry lets a role into a cluster: principal (ARN of the role; absent if it is not known), type (EC2_LINUX, STANDARD, ...; absent for
	// aws-auth), cluster, via ("aws_eks_access_entry", "access_entries", "aws-auth", "node group", "module", "other"
	// for a command of which it is not known what it lets in).
	AccessEntry = "AccessEntry"
	// ModuleCall of a Terraform module whose arguments or permissions the tables of facts know:
	//   - module: its address in the tables; title: its usual name
	//   - since and until: the first version that the call admits, and the first one after those it admits; absent if open
	//   - version: the constraint as it is written
	//   - arguments: the values of those in the tables; given: the names of all arguments, each at its place in the call
	//   - outputs: list of the outputs that the calling module reads, each at the place where it is read
	ModuleCall = "ModuleCall"
	// DestroyScript: a local-exec that runs on destroy: command.
	DestroyScript = "DestroyScript"
	// TagSelector selects instances by their tags, such as the targets of an experiment of AWS Fault Injection Service: tags (map).
	TagSelector = "TagSelector"
	// RegistryToken is a data source with the credentials for the public registry of ECR: region, in which it is read, and configured: the region is
	// that of its provider's configuration.
	RegistryToken = "RegistryToken"
	// Queue of SQS, made by a resource, or by a module that makes one for Karpenter:
	//   - name; kms_master_key_id and sqs_managed_sse_enabled, which a module calls otherwise
	//   - output: the attribute or output with its name
	//   - made, of a module: true, or Unknown if the arguments may leave the queue out
	//   - users: the nodes that refer to it (of a module: to the output), also through variables, locals and outputs; outputs of the root are
	//     among them
	//   - passed (bool): the module passes the name to the Karpenter that it installs
	//   - gate and off as for an Installation
	Queue = "Queue"
	// QueuePolicy is the policy of a queue: queue (its URL), statements as those of an IAMPolicy, each with principals (a list of identifiers of
	// any type, or "*"; absent if they have another form).
	QueuePolicy = "QueuePolicy"
	// EventRule of EventBridge: name, pattern (the decoded event pattern).
	EventRule = "EventRule"
	// EventTarget sends the events of a rule: rule (the name of the rule), arn (of what it sends them to), role_arn (of the role that EventBridge
	// takes for that).
	EventTarget = "EventTarget"
	// Subnets that Terraform makes or tags, in roots that make a cluster. Without a block, they stand for others that something may make or look up.
	//   - tags (map; open if there may be others)
	//   - written: the keys of those that are written in a file, each true
	//   - perhaps (bool): it is not certain that there are any, or that they have these tags
	Subnets = "Subnets"
	// SecurityGroup that Terraform, or EKS for its cluster, makes or tags, with the same keys.
	SecurityGroup = "SecurityGroup"
	// Cycle: nodes (list of the addresses on a cycle of dependencies), item (number of the item of depends_on in which a block names
	// itself, which Terraform ignores; absent for a real cycle).
	Cycle = "Cycle"
)

// Resource is an observation that rules of projects read.
type Resource struct {
	ID      string // unique in its project
	Address string // for people: helm_release.karpenter, NodePool/default
	Kind    string // one of the constants above

	// Block is the node in the project's Edges; "" for a resource in a manifest file.
	Block string
	// File is the file of the resource. It has no Data if only its path was kept.
	File  *model.File
	Value *model.Value // a map; its Span and Props are those of the block or object it came from

	// Real maps a key of Value, or a dotted path of keys, to its path in the static document of File:
	// version → ["module", "eks_blueprints_addons", "karpenter", "chart_version"]. The document need not have a value there.
	Real map[string][]any
	// Document is the number of the document in File (from 0) to which the paths of Real belong.
	Document int

	// Sources are the values that each source of an installation sets, in the order in which Helm merges them. Value has only the
	// merged result. A summary has ValueFiles instead: the files with these values.
	Sources    []*model.Value
	ValueFiles []string

	// Settings are those of an installation of the controller; nil for any other resource.
	Settings *Settings
	Default  *ClusterDefault // of an installation; nil if it is not known

	// Object is the whole Kubernetes object, if there is one and its file is in memory; otherwise nil.
	Object *model.Resource

	Versions   versions.Interval // of an installation: the releases that its version admits
	FluxSource string            // the Flux object that provides the chart: OCIRepository/namespace/name, or a HelmRepository
	Owner      string            // of an installation: the address of its block, if Address has more parts
}
