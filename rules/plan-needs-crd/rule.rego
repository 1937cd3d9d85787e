# METADATA
# title: The plan needs a CRD that the same root installs
# description: |
#   `kubernetes_manifest` asks the API server of the cluster about the kind of its object, and that already while Terraform makes the plan. The kinds
#   of Karpenter exist once its CRDs are installed. If the chart that installs them is in the same root, they are missing at the first plan of each
#   new cluster, and `depends_on` does not help: it orders what happens during `terraform apply`, which never begins.
#
#   **What you see.** `terraform plan` fails
#   ([plan.go](https://github.com/hashicorp/terraform-provider-kubernetes/blob/v2.38.0/manifest/provider/plan.go)):
#
#   ```
#   Error: API did not recognize GroupVersionKind from manifest (CRD may not be installed)
#   no matches for kind "NodePool" in group "karpenter.sh"
#   ```
#
#   If the root makes the cluster too, there is no API server yet, and the plan fails with `Failed to construct REST client`. Nobody notices on a
#   cluster that has the CRDs, until somebody makes a second one, or the first one again.
#
#   **What to do.** One of these:
#
#   - Use `kubectl_manifest`, which asks the API server only when it applies. It also needs `wait = true` for a pool (KL204).
#   - Put pools and classes into a chart, and install it by a `helm_release` with `depends_on` of Karpenter's.
#   - Put them into another root, which is applied after this one.
#
#   To get over it once: `terraform apply -target=helm_release.karpenter`, and then `terraform apply`.
#
#   **Severity.** Warning, because clusters that have the CRDs already are not concerned.
#
#   **Not reported.**
#
#   - Roots that do not install the CRDs: with `skip_crds = true` and without the chart `karpenter-crd`, they come from elsewhere.
#   - Repositories in which another root, or a manifest, applies the CRDs: that may come first.
#   - Objects with another condition (`count`, or `for_each` with a condition) than the release: a person may turn them on for a second run.
#   - Blocks with a `provider` of their own, unless the root makes exactly one cluster: it may be for another one.
#   - Pools of EKS Auto Mode, whose clusters have the CRD from the start.
#
#   A block that makes many objects gets one finding.
#
#   **Fix safety.** No automatic fix: another resource for an object that exists has to take it over, or Terraform deletes the object, and with it the
#   nodes.
# related_resources:
# - description: the provider's documentation, before you use this resource
#   ref: https://registry.terraform.io/providers/hashicorp/kubernetes/latest/docs/resources/manifest#before-you-use-this-resource
# - description: a first plan that fails
#   ref: https://github.com/kubernetes-sigs/karpenter/issues/1527
# custom:
#   id: KL207
#   severity: warning
#   scope: project
#   fix: none
#   kinds: [Object]
#   needles: [kubernetes_manifest]
package karplint.rules.plan_needs_crd

import data.karplint.lib.conditions
import data.karplint.lib.crds
import data.karplint.lib.gates
import data.karplint.lib.installations
import data.karplint.lib.pools
import data.karplint.lib.values

report contains {
	"resource": made.id,
	"path": [],
	"message": sprintf("the first plan fails, because it needs the CRD of %s", [pools.title(made)]),
	"why": sprintf(`kubernetes_manifest asks the cluster for it at plan time, and %s installs it only during "terraform apply"`, [installer.address]),
	"help": "use kubectl_manifest, a helm_release with a chart of your own, or another root that is applied later",
	"related": [{"resource": installer.id, "path": [], "message": "installs the CRDs"}],
} if {
	count(installers) > 0
	some made in pools.first_of_blocks(planned)
	installer := installers_for(made)[0]
}

# planned: what kubernetes_manifest makes of Karpenter's kinds.
planned := [made |
	some made in array.concat(pools.pools, pools.classes)
	made.value.via == "kubernetes_manifest"
	not conditions.maybe_off(made)
	not is_auto_mode(made)
	not has_own_provider(made)
]

is_auto_mode(made) if {
	made.value.kind == "NodePool"
	some cluster in input.project.by_kind.Cluster
	not object.get(cluster.value, "auto_mode", false) in {false, null}
}

# installers_for(made): what certainly installs CRDs in this root wherever the object is made: blocks with the CRDs themselves, or else releases.
installers_for(made) := [crd | some crd in own_crds] if {
	count(own_crds) > 0
} else := [release |
	some release in installers
	switches(release) == switches(made)
]

own_crds := [crd |
	some crd in input.project.by_kind.Object
	crd.block != ""
	not startswith(crd.block, "data.")
	crd.value.kind == "CustomResourceDefinition"
	crds.may_have_crds(crd)
]

installers := [] if input.project.crds_elsewhere

else := [release |
	some release in array.concat(installations.crd_charts, installations.controllers)
	release.block != ""
	installs_crds(release)
	not conditions.maybe_off(release)
]

installs_crds(release) if release.value.karpenter == "crds"

installs_crds(release) if {
	release.value.karpenter == "controller"
	not release.value.image
	not crds.skips(release)
	not values.unknown(object.get(release.value, "skip_crds", false))
}

# switches(resource): the conditions in its gate, which a person may set for one run and not for another. What for_each only enumerates is none.
switches(resource) := {part |
	some part in split(gates.gate(resource), " && ")
	regex.match(`\?| if |^!?\(?var\.|data\.|length\(|tonumber\(`, part)
}

# has_own_provider(made): its block names a provider, which may be for another cluster than the one that this root makes.
has_own_provider(made) if {
	count(object.get(input.project.by_kind, "Cluster", [])) != 1
	some node in input.project.edges[made.block]
	regex.match(`(^|\.)provider\.kubernetes\.`, node)
}
