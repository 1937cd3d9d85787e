# METADATA
# title: The pools of some namespaces have no spot nodes
# description: |
#   A spot node ends with a warning of two minutes. The workloads of some namespaces cannot end so soon. Their pools are those whose nodes have
#   the namespace in a label, by default `example.com/namespace`, which the workloads select.
#
#   **What to do.** Require `karpenter.sh/capacity-type` to be `on-demand`. Name the namespaces in the configuration:
#
#   ```yaml
#   rules:
#     no-spot-for-namespaces:
#       namespaces: [payments]
#   ```
#
#   **Not reported.** Pools whose label or requirements a template or a patch decides.
# custom:
#   id: ACME002
#   severity: error
#   scope: resource
#   fix: none
#   kinds: [NodePool]
#   apis: [v1beta1, v1]
#   options:
#     namespaces:
#       type: strings
#       default: []
#       description: namespaces whose pools must not have spot nodes
#     label:
#       type: string
#       default: example.com/namespace
#       description: the label of nodes that names the namespace which uses them
package karplint.custom.no_spot_for_namespaces

import data.karplint.lib.absent
import data.karplint.lib.kustomize
import data.karplint.lib.literal

options := input.config.options.ACME002

requirements_path := ["spec", "template", "spec", "requirements"]

report contains {
	"resource": input.resource.address,
	"path": place.path,
	"message": sprintf("the pool of namespace %q %s", [namespace, place.what]),
	"why": "a spot node ends with a warning of two minutes",
	"help": "require karpenter.sh/capacity-type to be on-demand",
	"related": [{"path": ["spec", "template", "metadata", "labels", options.label], "message": "the namespace"}],
} if {
	some place in places
}

# namespace: that of the pool, if it is one of those named.
namespace := name if {
	name := input.resource.value.spec.template.metadata.labels[options.label]
	name in options.namespaces
}

requirements := object.get(input.resource.value, requirements_path, [])

# places: the values that allow spot, or the list that lacks the requirement, unless something else may decide.
places contains {"path": array.concat(requirements_path, [i, "values", k]), "what": "allows spot"} if {
	not patched
	some i, requirement in requirements
	requirement.key == "karpenter.sh/capacity-type"
	requirement.operator == "In"
	some k, "spot" in requirement.values
}

places contains {"path": requirements_path, "what": "does not require a capacity type, which allows spot"} if {
	not patched
	literal.at(requirements_path)
	is_array(requirements)
	every requirement in requirements {
		is_string(requirement.key)
		requirement.key != "karpenter.sh/capacity-type"
	}
	not absent.at(requirements_path)
}

patched if kustomize.patched(requirements_path)

patched if kustomize.is_patch
