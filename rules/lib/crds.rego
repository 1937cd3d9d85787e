# METADATA
# title: Where the CRDs of Karpenter come from
# description: >-
#   From the chart karpenter-crd, from the crds/ directory of the chart karpenter, or from something else in the project that applies them.
package karplint.lib.crds

import data.karplint.lib.installations
import data.karplint.lib.pairs
import data.karplint.lib.values

# skips(controller): its chart does not install its own CRDs.
skips(controller) if controller.value.skip_crds in {true, "true"}

skips(controller) if controller.value.install_crds == "Skip"

# own(controller): they certainly come from the controller's own chart.
own(controller) if {
	not controller.value.image # plain manifests install the controller without its chart
	count(pairs.crds_of(controller)) == 0
	not pairs.perhaps(controller)
	not skips(controller)
	not values.unknown(object.get(controller.value, "skip_crds", false))
	not values.unknown(object.get(controller.value, "install_crds", "Create"))
	not managed_elsewhere
}

# managed_elsewhere: something in the project applies the CRDs, or may.
managed_elsewhere if {
	some resource in input.project.resources
	may_have_crds(resource)
}

managed_elsewhere if {
	some node in nodes
	names_crds(node)
	not node in installed
}

may_have_crds(resource) if {
	resource.kind == "ChartInstallation"
	values.unknown(resource.value.karpenter)
}

may_have_crds(resource) if {
	resource.kind == "ChartInstallation"
	some key in ["chart", "name", "repository"]
	text := values_text(object.get(resource.value, key, ""))
	mentions_crd(text)
	not object.get(resource.value, "karpenter", "") in {"controller", "crds"}
	may_be_karpenters(text)
}

# may_be_karpenters(text): it names Karpenter, or a chart of another name may hold the CRDs, because Karpenter's own leaves them out.
may_be_karpenters(text) if contains(lower(text), "karpenter")

may_be_karpenters(_) if {
	some controller in installations.all
	skips(controller)
}

may_have_crds(resource) if {
	resource.kind == "Object"
	resource.value.kind == "CustomResourceDefinition"
	not resource.value.via == "git" # which input.project.crds_elsewhere is about
	name := values_text(object.get(resource.value, ["metadata", "name"], ""))
	contains(name, "karpenter")
}

values_text(value) := value["$unknown"] if values.unknown(value)

else := value if is_string(value)

nodes contains node if some node, _ in input.project.edges

nodes contains node if some node in input.project.edges[_]

# names_crds(node): a resource, data source or module is named after Karpenter's CRDs, or after CRDs in general.
names_crds(node) if {
	mentions_crd(node)
	of_karpenter(node)
	not regex.match(`(^|\.)(var|local|output|provider|aws_[^.]+)\.[^.]+$`, node)
	not node in of_others
}

# of_others: blocks that apply objects, all of which are known, and none of which is Karpenter's. may_have_crds is for the rest.
of_others := {resource.block | some resource in input.project.by_kind.Object} - {resource.block |
	some resource in input.project.by_kind.Object
	not is_of_other(resource.value)
}

is_of_other(object) if {
	is_string(object.metadata.name)
	not contains(object.metadata.name, "karpenter")
}

of_karpenter(node) if contains(lower(node), "karpenter")

of_karpenter(node) if regex.match(`(?i)\.crds?$`, node)

mentions_crd(text) if contains(lower(text), "crd")

installed := {resource.block | some resource in installations.all}
