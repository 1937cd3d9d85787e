# METADATA
# title: The controller waits for CoreDNS, which waits for a node of Karpenter
# description: |
#   From 0.34 on the chart runs the controller with `dnsPolicy: ClusterFirst`: it asks CoreDNS for the addresses of AWS's services. If only the
#   controller has somewhere to run, as with a Fargate profile for its namespace alone, CoreDNS stays `Pending` until Karpenter launches a node, and
#   Karpenter launches none before it finds AWS. Up to 0.33 the default was `Default`, the resolver of the host.
#
#   **What you see in the cluster.** The pods of CoreDNS are `Pending`. The controller ends again and again: `ec2 api connectivity check failed …
#   dial tcp: lookup ec2.…amazonaws.com … i/o timeout` or `server misbehaving` ([#5817](https://github.com/aws/karpenter-provider-aws/issues/5817),
#   [#2186](https://github.com/aws/karpenter-provider-aws/issues/2186)).
#
#   **What to do.** Set the chart's value `dnsPolicy: Default`. Or give CoreDNS a place of its own: a Fargate profile for `kube-system` with the
#   label `k8s-app: kube-dns`, or a node group.
#
#   **Not reported.** Clusters with Auto Mode, with node groups or profiles that are not all known; a profile that selects `kube-system`, whatever
#   its labels are; releases whose values are not known.
#
#   **Fix safety.** Unsafe, because a `dnsPolicy` may have been left out on purpose, for example where the VPC resolves names of the cluster. No
#   automatic fix in Terraform.
# related_resources:
# - description: Karpenter 0.34, upgrade guide
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0340
# - description: Karpenter, the controller cannot resolve names
#   ref: https://karpenter.sh/docs/troubleshooting/#karpenter-unable-to-resolve-dns
# custom:
#   id: KL410
#   severity: warning
#   scope: project
#   fix: unsafe
#   kinds: [FargateProfile]
#   needles: [karpenter]
package karplint.rules.controller_needs_dns

import data.karplint.lib.hosting
import data.karplint.lib.installations
import data.karplint.lib.target
import data.karplint.lib.values

report contains object.union(
	{
		"resource": release.id,
		"path": place(release),
		"message": "the controller asks CoreDNS for names, and CoreDNS waits for a node of Karpenter",
		"why": "the only Fargate profiles are for other namespaces than kube-system, and there is no node group: neither starts",
	},
	todo(release),
) if {
	some cluster in hosting.clusters
	hosting.known(cluster)
	some release in installations.controllers
	hosting.goes_to(release, cluster)
	is_string(release.value.namespace)
	count(hosting.possible(cluster, "NodeGroup")) == 0
	hosting.fargate(cluster, release.value.namespace)
	not hosting.fargate(cluster, "kube-system")
	asks_cluster(release)
}

asks_cluster(release) if release.value.values.dnsPolicy == "ClusterFirst"

asks_cluster(release) if {
	target.at_least("0.34")
	unset(release)
}

unset(release) if values.absent(release.value, "values")

unset(release) if values.absent(release.value.values, "dnsPolicy")

place(release) := ["values", "dnsPolicy"] if {
	release.value.values.dnsPolicy
} else := []

todo(release) := {"fix": {
	"title": "use the resolver of the host",
	"safety": "unsafe",
	"ops": [{"do": "set", "path": ["values", "dnsPolicy"], "value": "Default"}],
}} if {
	release.block == ""
} else := {"help": "set the value dnsPolicy to Default"}
