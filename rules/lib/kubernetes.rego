# METADATA
# title: The Kubernetes version of a cluster
# description: A minor is the second number of a version, 30 for 1.30.
package karplint.lib.kubernetes

import data.karplint.lib.hosting

# minor(text): the minor in "1.30" or "v1.30.2"; undefined for a number, because 1.30 is written 1.3 there, and for other texts.
minor(text) := to_number(parts[1]) if {
	is_string(text)
	some parts in regex.find_all_string_submatch_n(`^v?1\.(\d\d)(?:\.|$)`, text, 1)
}

# around(release): the version of the cluster that the release is installed in, as
#   minor    the minor
#   related  where it is written, as related places of a report
# The setting of the user takes precedence. Undefined if the version or the cluster is unknown.
around(_) := {"minor": minor(input.config.kubernetes_version), "related": []} if {
	input.config.kubernetes_version != ""
}

around(release) := of(cluster) if {
	input.config.kubernetes_version == ""
	[cluster] := [cluster | some cluster in hosting.clusters; hosting.goes_to(release, cluster)]
}

# of_project: the same for the only cluster of the project.
of_project := around({}) if {
	input.config.kubernetes_version != ""
} else := of(hosting.clusters[0]) if {
	count(hosting.clusters) == 1
}

of(cluster) := {"minor": number, "related": [{
	"resource": cluster.id,
	"path": ["version"],
	"message": sprintf("Kubernetes 1.%d", [number]),
}]} if {
	number := minor(cluster.value.version)
}
