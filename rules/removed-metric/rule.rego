# METADATA
# title: A dashboard or an alert asks for a metric that Karpenter no longer has
# description: |
#   Karpenter renamed most of its metrics twice: for 0.33, when provisioners and machines became node pools and node claims, and for
#   1.0, when counters got `_total` and several prefixes changed. A query for a metric that does not exist is no error in
#   Prometheus. It gives nothing: panels stay empty, and, worse, **alerts never fire again**, without anyone noticing.
#
#   | Gone in | For example | Now |
#   |---|---|---|
#   | 0.33 | `karpenter_machines_created`, `karpenter_provisioner_limit`, `karpenter_deprovisioning_actions_performed` | `karpenter_nodeclaims_created`, `karpenter_nodepool_limit`, `karpenter_disruption_actions_performed_total` |
#   | 1.0 | `karpenter_nodes_created`, `karpenter_nodepool_limit`, `karpenter_pods_startup_time_seconds`, `karpenter_interruption_received_messages` | `karpenter_nodes_created_total`, `karpenter_nodepools_limit`, `karpenter_pods_startup_duration_seconds`, `karpenter_interruption_received_messages_total` |
#   | 1.0 | `karpenter_nodeclaims_launched`, `karpenter_consistency_errors`, `karpenter_disruption_queue_depth` and others | no successor |
#
#   Some names in the tables of Karpenter's migration guide never existed, such as `karpenter_provisioners_limit` and
#   `karpenter_disruption_eligible_nodeclaims`. Whoever copied them from there has alerts that cannot fire in any version.
#
#   Others came later than the guide says: `karpenter_nodepools_limit` and `karpenter_nodepools_usage` are there from 1.0 on.
#
#   From 1.2 on the values of the label `reason` are written `drifted` and no longer `Drifted`.
#
#   **What to do.** Ask for the new name, during the upgrade for both: `karpenter_nodes_created_total or karpenter_nodes_created`.
#   Look at the result: counters of 1.0 may have other labels as well.
#
#   **What is reported.** Names in any text of an object or a file: `PrometheusRule`, dashboards in JSON or in a ConfigMap,
#   alerts in the values of a chart. Where the target version is not known, as information.
#
#   **Not reported.** A query that asks for the new name too; longer names of which the old one is only a part; comments;
#   CustomResourceDefinitions.
#
#   **Fix safety.** Unsafe: labels may differ, and what is written in a dashboard should be looked at in a dashboard.
# related_resources:
# - description: Karpenter, v1beta1 migration, metrics
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#metrics
# - description: Karpenter, v1 migration, metrics
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#updated-metrics
# - description: Karpenter, metrics
#   ref: https://karpenter.sh/docs/reference/metrics/
# custom:
#   id: KL607
#   severity: warning
#   severity_note: info where the target version is not known
#   scope: resource
#   fix: unsafe
#   fix_note: none for a metric without a successor
#   kinds: ["*"]
#   needles: [karpenter_]
package karplint.rules.removed_metric

import data.karplint.lib.versions

facts := data.karplint.facts.metrics

# A metric that has another name.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"severity": severity,
	"message": sprintf("the metric %q is gone since Karpenter %s; use %q", [row.old, row.until, new]),
	"fix": renamed(found, row.old, new),
} if {
	some found in texts
	some row in facts.renamed
	row.old in found.names
	gone(row.until)
	new := latest(row.new)
	not removed(new)
	not new in found.names
	not row.new in found.names
}

# A metric without a successor.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"severity": severity,
	"message": sprintf("the metric %q is gone since Karpenter %s and has no successor; delete the query", [row.name, row.until]),
} if {
	some found in texts
	some row in without_successor
	row.name in found.names
	gone(row.until)
}

# A name that only the migration guide has.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": found.path,
		"message": sprintf("no release of Karpenter has the metric %q, which its migration guide names%s", [row.name, instead(row)]),
	},
	{"fix": fix | fix := renamed(found, row.name, meant(row))},
) if {
	some found in texts
	some row in facts.never
	row.name in found.names
}

# A name that the migration guide has too early.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"message": sprintf("Karpenter has the metric %q from %s on, though its migration guide names it for earlier ones; use %q", [row.name, row.since, present(row.instead)]),
	"fix": renamed(found, row.name, present(row.instead)),
} if {
	some found in texts
	some row in facts.early
	row.name in found.names
	versions.target.until <= versions.exact(row.since)
	not present(row.instead) in found.names
}

# A value of a label that is written otherwise.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"message": sprintf("the label %q of %q is no longer %q from Karpenter %s on; use %q", [row.label, metric, old, row.since, new]),
} if {
	some found in texts
	some row in facts.values
	versions.target.since >= versions.exact(row.since)
	some metric in row.metrics
	metric in found.names
	some old, new in row.values
	regex.match(sprintf(`%s\s*\{[^}]*\b%s\s*=~?\s*\\?"(?:[^"]*\|)?%s(?:\|[^"]*)?\\?"`, [metric, row.label, old]), found.text)
}

# removed(name): the target has neither the metric nor a successor.
removed(name) if {
	some row in facts.dropped
	row.name == name
	gone(row.until)
}

# without_successor: what was dropped, and what was renamed to something that was dropped later.
without_successor := array.concat(facts.dropped, [{"name": row.old, "until": row.until} |
	some row in facts.renamed
	removed(latest(row.new))
])

# texts: the texts that name metrics of Karpenter, with their names: those of histograms without their suffix.
texts contains {"path": path, "text": text, "names": names} if {
	input.resource.kind != "CustomResourceDefinition"
	walk(input.resource.value, [path, text])
	is_string(text)
	contains(text, "karpenter_")
	not "$unknown" in path
	words := {word | some word in regex.find_n(`[a-zA-Z_:][a-zA-Z0-9_:]*`, text, -1); startswith(word, "karpenter_")}
	names := words | {regex.replace(word, `_(bucket|sum|count)$`, "") | some word in words}
}

# gone(until): no version of the target has it; of a target that is not known it is said all the same.
gone(until) if versions.target.since >= versions.exact(until)

gone(_) if not versions.target

severity := "warning" if versions.target

else := "info"

# latest(name): the name that the target has; of two renames the last one.
latest(name) := row.new if {
	some row in facts.renamed
	row.old == name
	gone(row.until)
} else := name

# present(name): the name that the target has, which may be an older one.
present(name) := earlier(earlier(name)) if {
	earlier(earlier(name))
} else := earlier(name) if {
	earlier(name)
} else := latest(name)

# earlier(name): the name before this one, if no version of the target has it yet.
earlier(name) := [row.old |
	some row in facts.renamed
	row.new == name
	versions.target.until <= versions.exact(object.get(row, "since", row.until))
][0]

instead(row) := sprintf("; use %q", [name]) if {
	name := meant(row)
} else := "; delete the query"

# meant(row): what to ask for instead; undefined where the target has nothing.
meant(row) := name if {
	name := present(row.instead)
	not removed(name)
}

renamed(found, old, new) := {
	"title": sprintf("ask for %s", [new]),
	"safety": "unsafe",
	"ops": [{"do": "set", "path": found.path, "value": regex.replace(found.text, sprintf(`\b%s(_bucket|_sum|_count)?\b`, [old]), sprintf("%s${1}", [new]))}],
}
