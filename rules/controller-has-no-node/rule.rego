# METADATA
# title: No node can run the controller
# description: |
#   Karpenter launches no node for itself, so its controller needs one that something else makes: a managed node group, a node of one's own, or
#   Fargate. This rule knows a cluster of which the project makes all of these, and finds that none of them takes the controller:
#
#   - the cluster has only Fargate profiles, and none of them selects the namespace of the release. That happens when the release moves from the
#     namespace `karpenter` to `kube-system`, as Karpenter's guides have it since 0.33, and the profile does not;
#   - each node group has a taint that the controller does not tolerate, and no Fargate profile takes it. The chart tolerates only
#     `CriticalAddonsOnly` unless its value `tolerations` says otherwise.
#
#   **What you see in the cluster.** The pods of the controller stay `Pending`: `0/2 nodes are available: 2 node(s) had untolerated taint` or `no
#   nodes available to schedule pods` ([#2426](https://github.com/aws/karpenter-provider-aws/issues/2426),
#   [terraform-aws-eks#3508](https://github.com/terraform-aws-modules/terraform-aws-eks/issues/3508)). `terraform apply` waits for the release until
#   it times out.
#
#   **What to do.** Let a Fargate profile select the namespace of the release, or add a node group without a taint. Or tolerate the taint: the list in
#   `tolerations` replaces the chart's default, so repeat that.
#
#   **Not reported.** Clusters with Auto Mode, with node groups or profiles that are not all known, or with neither; node groups whose taints are
#   not known; the taint `karpenter.sh/controller`, which KL403 reports; taints that an agent takes away, such as `node.cilium.io/agent-not-ready`;
#   labels of the selectors of Fargate profiles, and node selectors of the release.
#
#   **Fix safety.** No automatic fix: which of the two was meant is not known.
# related_resources:
# - description: Karpenter, where the controller runs
#   ref: https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/
# - description: AWS, Fargate profiles
#   ref: https://docs.aws.amazon.com/eks/latest/userguide/fargate-profile.html
# custom:
#   id: KL409
#   severity: error
#   scope: project
#   fix: none
#   kinds: [FargateProfile, NodeGroup]
#   needles: [karpenter]
package karplint.rules.controller_has_no_node

import data.karplint.facts.addon_tolerations
import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.tolerations
import data.karplint.lib.values

# Only Fargate, for other namespaces.
report contains {
	"resource": release.id,
	"path": ["namespace"],
	"message": sprintf("no Fargate profile selects namespace %q, and the cluster has no node group", [release.value.namespace]),
	"why": "Karpenter launches no node for its own controller, whose pods stay Pending",
	"help": sprintf("select %q in a Fargate profile, or add a node group", [release.value.namespace]),
	"related": [{"resource": profile.id, "path": [], "message": "a profile for other namespaces"} | some profile in profiles],
} if {
	some cluster in hosting.clusters
	hosting.known(cluster)
	some release in installations.controllers
	hosting.goes_to(release, cluster)
	is_string(release.value.namespace)
	count(hosting.possible(cluster, "NodeGroup")) == 0
	profiles := hosting.own(cluster, "FargateProfile")
	count(profiles) > 0
	not hosting.fargate(cluster, release.value.namespace)
}

# Node groups with taints.
report contains {
	"resource": release.id,
	"path": place(release),
	"message": "the controller does not tolerate a taint of each node group",
	"why": "Karpenter launches no node for its own controller, whose pods stay Pending",
	"help": sprintf("tolerate %s in the value tolerations", [concat(" or ", sort(keys))]),
	"related": [{"resource": group.id, "path": ["taints"], "message": "a taint is set here"} | some group in groups],
} if {
	some cluster in hosting.clusters
	hosting.known(cluster)
	not cluster.id in {tainted.id | some tainted in hosting.tainted_clusters}
	some release in installations.controllers
	hosting.goes_to(release, cluster)
	groups := hosting.possible(cluster, "NodeGroup")
	count(groups) > 0
	list := tolerated(release)
	every group in groups {
		count(keeping_away(group, list)) > 0
	}
	not hosting.fargate(cluster, object.get(release.value, "namespace", "default"))
	keys := {sprintf("%q", [taint.key]) | some group in groups; some taint in keeping_away(group, list)}
}

# keeping_away(group, list): the taints of a node group that pods with these tolerations certainly do not tolerate.
keeping_away(group, list) := [taint |
	is_array(group.value.taints)
	some taint in group.value.taints
	is_string(taint.key)
	not regex.match(`not-?ready|uninitiali[sz]ed|startup`, taint.key) # an agent removes it, as Cilium does node.cilium.io/agent-not-ready
	taint.effect in {"NoSchedule", "NoExecute"}
	not values.unknown(object.get(taint, "value", ""))
	not tolerations.may_tolerate(list, taint)
]

# tolerated(release): the tolerations of the controller; undefined if they are not known.
tolerated(release) := list if {
	list := release.value.values.tolerations
	is_array(list)
} else := chart_default if {
	unset(release)
	some entry in addon_tolerations.addons
	entry.role == "autoscaler"
	chart_default := entry.chart.defaults[0].tolerations
}

unset(release) if values.absent(release.value, "values")

unset(release) if values.absent(release.value.values, "tolerations")

place(release) := ["values", "tolerations"] if {
	release.value.values.tolerations
} else := []
