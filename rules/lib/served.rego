# METADATA
# title: Which API versions the target serves
# description: >-
#   Every function except nowhere is undefined for an unknown target, and all are for an unknown API version.
package karplint.lib.served

import data.karplint.facts
import data.karplint.lib.api as generations
import data.karplint.lib.versions

table := facts.served_apis

# never(api, kind): no version of the target serves the API version.
never(api, kind) if {
	_ = versions.target
	count(releases(api, kind)) > 0
	every release in releases(api, kind) {
		not versions.overlap(release, versions.target)
	}
}

# always(api, kind, interval): every version in the interval serves the API version.
always(api, kind, interval) if {
	some release in releases(api, kind)
	interval.since >= release.since
	interval.until <= release.until
}

# nowhere(api, kind): some release serves the API version, but none serves the kind in it: the kind belongs to another version
# or group. Not for NodeOverlay, which releases newer than the table may serve in other versions.
nowhere(api, kind) if {
	kind in generations.kinds
	count(kinds_of(api)) > 0
	not kind in kinds_of(api)
}

# kinds_of(api): the kinds that some release serves in the API version.
kinds_of(api) := [kind | some row in table.apis; row.api_version == api; some kind in row.kinds]

# api_versions(kind): the API versions in which some release serves it, the oldest first.
api_versions(kind) := [row.api_version | some row in table.apis; kind in row.kinds]

# next_release(api, kind): the first version after the target that serves it: a patch of the target's minor, else the
# first version from which all serve it; undefined if there is none.
next_release(api, kind) := min(patches) if {
	patches := {since | some since in later(api, kind); array.slice(since, 0, 2) == array.slice(versions.target.since, 0, 2)}
	count(patches) > 0
} else := max(later(api, kind))

# last_minor(api, kind): the minor of the whole target, if no later one serves the API version.
last_minor(api, kind) := sprintf("%d.%d", array.slice(versions.target.since, 0, 2)) if {
	until := max({release.until | some release in releases(api, kind)})
	versions.target.until <= until
	versions.target.since >= [until[0], until[1] - 1]
	until[1] > 0
}

later(api, kind) := {release.since |
	some release in releases(api, kind)
	release.since >= versions.target.until
}

# successor(kind): the current name of the kind and the API version to write it in, as {"kind", "api_version"}: the oldest
# that is served, which needs the fewest changes.
successor(kind) := forms(kind)[0]

# forms(kind): the current name of the kind with each served API version, the oldest first.
forms(kind) := [{"kind": now, "api_version": row.api_version} |
	now := successors[kind]
	some row in table.apis
	now in row.kinds
	not never(row.api_version, now)
]

# successors: the current name of each kind that users write.
successors[kind] := newest[role].kind if {
	newest := table.generations[count(table.generations) - 1]
	some role in ["pool", "class"]
	some generation in table.generations
	kind := generation[role].kind
}

# by_webhook_only(interval): the CRD chart of all these versions includes v1 only if its webhook is enabled.
by_webhook_only(interval) if {
	some row in table.webhook_only.releases
	release := versions.between(row.since, row.until)
	interval.since >= release.since
	interval.until <= release.until
}

releases(api, kind) := [versions.between(object.get(served, "since", ""), object.get(served, "until", "")) |
	some row in table.apis
	row.api_version == api
	kind in row.kinds
	some served in row.served
]
