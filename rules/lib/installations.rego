# METADATA
# title: Installations of Karpenter's two charts, and their order
# description: >-
#   The chart karpenter runs the controller and has the CRDs in its crds/ directory; the chart karpenter-crd has them as
#   templates, so that Helm upgrades them. A project may install both for several clusters.
package karplint.lib.installations

import data.karplint.lib.order
import data.karplint.lib.values

# all: every installation of a chart.
all := object.get(input.project.by_kind, "ChartInstallation", [])

# controllers: the installations of the chart karpenter, crd_charts those of karpenter-crd, identified by the chart and
# never by a label.
controllers := [resource | some resource in all; resource.value.karpenter == "controller"]

crd_charts := [resource | some resource in all; resource.value.karpenter == "crds"]

# running: the controllers that use what the project makes: its own, or if it installs none, the one that manifests near it install.
running := controllers if {
	count(controllers) > 0
} else := [resource |
	some resource in input.project.around_by_kind.ChartInstallation
	resource.value.karpenter == "controller"
]

# place(resource): the modules around it, with their keys, or its directories.
place(resource) := array.slice(steps, 0, count(steps) - 1) if {
	resource.block == ""
	steps := split(resource.file, "/")
}

place(resource) := split(concat(resource.reference, array.slice(parts, 0, count(parts) - 1)), ".") if {
	resource.block != ""
	parts := split(resource.address, resource.reference)
}

# ordered(later, first): the later one is installed only after the first one.
ordered(later, first) if order.reaches(later.block, first.block)

ordered(later, first) if {
	by_name(later)
	tool(later) == tool(first)
	object_name(first) in names_before(object_name(later))
}

ordered(later, first) if {
	by_argo(later)
	by_argo(first)
	wave(first) < wave(later)
}

# Flux applies the Kustomization with the later one when that with the first one is ready.
ordered(later, first) if {
	by_flux(later)
	by_flux(first)
	some name in first.value.builds
	name in later.value.after
}

# perhaps_ordered(later, first): ordered, or possibly ordered by something that the project does not show: two tools,
# Flux Kustomizations for the directories of two releases, or an unknown list.
perhaps_ordered(later, first) if ordered(later, first)

perhaps_ordered(later, first) if not same_tool(later, first)

perhaps_ordered(later, first) if {
	by_flux(later)
	place(later) != place(first)
}

perhaps_ordered(later, first) if misdirected(later, first)

perhaps_ordered(later, _) if {
	by_name(later)
	list := object.get(later.value, "depends_on", [])
	values.unknown(list)
}

perhaps_ordered(later, _) if {
	by_name(later)
	values.open(object.get(later.value, "depends_on", []))
}

perhaps_ordered(later, first) if {
	by_helmfile(later)
	later.file != first.file
}

# one_release(one, two): dependencies of one chart, which installs both at once.
one_release(one, two) if one.value.umbrella == two.value.umbrella

# one_object(one, two): one Application or ApplicationSet contains both; one_application: both are sources of the same
# Application.
one_object(one, two) if {
	by_argo(one)
	by_argo(two)
	[one.file, one.address] == [two.file, two.address]
}

one_application(one, two) if {
	one_object(one, two)
	not one.value.generated
}

# in_chart(resource): a dependency of another chart; the project may not show how that is installed.
in_chart(resource) if resource.value.umbrella

same_tool(one, two) if tool(one) == tool(two)

tool(resource) := "terraform" if by_terraform(resource)

else := "flux" if by_flux(resource)

else := "argo" if by_argo(resource)

else := "helmfile" if by_helmfile(resource)

else := "kustomize" if by_kustomize(resource)

# by_name(resource): its tool orders releases by name: dependsOn of Flux, needs of helmfile.
by_name(resource) if by_flux(resource)

by_name(resource) if by_helmfile(resource)

# names_before(name): the names that a name depends on, directly or through others.
names_before(name) := {before |
	some step in graph.reachable(name_edges, {name})
	some before in name_edges[step]
}

name_edges := {name: object.keys(found) |
	some name, found in object.union_n([{object_name(resource): {dependency.name: true}} |
		some resource in all
		by_name(resource)
		some dependency in resource.value.depends_on
		not misses(resource, dependency)
	])
}

# misdirected(later, first): dependsOn has the name, but a namespace without such a release; kustomize may change the
# namespace.
misdirected(later, first) if {
	by_flux(later)
	by_flux(first)
	some dependency in later.value.depends_on
	dependency.name == object_name(first)
	misses(later, dependency)
}

# misses(resource, dependency): no Flux release of that name is in the namespace that the dependency refers to.
misses(resource, dependency) if {
	by_flux(resource)
	found := object.get(namespaces, [dependency.name], {})
	count(found) > 0
	not "" in object.keys(found)
	meant := object.get(dependency, "namespace", object_namespace(resource))
	is_string(meant)
	meant != ""
	not meant in object.keys(found)
}

# namespaces: by the name of a HelmRelease, the namespaces of the objects as keys; "" for one without a namespace.
namespaces := object.union_n([{object_name(resource): {object_namespace(resource): true}} |
	some resource in all
	by_flux(resource)
])

# object_namespace(resource): the namespace of the HelmRelease itself, "" if it is not set.
object_namespace(resource) := parts[1] if {
	resource.block == ""
	parts := split(resource.address, "/")
	count(parts) == 3
} else := ""

wave(resource) := to_number(object.get(resource.value, "sync_wave", 0))

# object_name(resource): the name of the Kubernetes object, or of the release in a helmfile.
object_name(resource) := object.get(resource.value, "name", "") if by_helmfile(resource)

else := values.last(split(resource.address, "/")) if resource.block == ""

else := resource.value.object if resource.value.object

else := object.get(resource.value, "name", "")

# The tool that installs it. An object of Flux or Argo CD that Terraform applies still counts as theirs.
by_terraform(resource) if {
	resource.block != ""
	not by_flux(resource)
	not by_argo(resource)
}

by_terraform(resource) if {
	in_chart(resource)
	resource.value.via in {"helm_release", "module"}
}

by_flux(resource) if resource.value.via == "HelmRelease"

by_argo(resource) if resource.value.via in {"Application", "ApplicationSet"}

by_helmfile(resource) if resource.value.via == "helmfile"

by_kustomize(resource) if resource.value.via == "helmCharts"
