# METADATA
# title: A dashboard or an alert queries a metric that Karpenter no longer has
# description: |
#   Karpenter renamed most of its metrics twice: in 0.33, when provisioners and machines became node pools and node
#   claims, and in 1.0, when counters got `_total` and several prefixes changed. In Prometheus a query for a metric that
#   does not exist is not an error. It returns nothing: panels stay empty and, worse, **alerts never fire again**,
#   without anyone noticing.
#
#   | Gone in | For example | Now |
#   |---|---|---|
#   | 0.33 | `karpenter_machines_created`, `karpenter_provisioner_limit`, `karpenter_deprovisioning_actions_performed` | `karpenter_nodeclaims_created`, `karpenter_nodepool_limit`, `karpenter_disruption_actions_performed_total` |
#   | 1.0 | `karpenter_nodes_created`, `karpenter_nodepool_limit`, `karpenter_pods_startup_time_seconds`, `karpenter_interruption_received_messages` | `karpenter_nodes_created_total`, `karpenter_nodepools_limit`, `karpenter_pods_startup_duration_seconds`, `karpenter_interruption_received_messages_total` |
#   | 1.0 | `karpenter_nodeclaims_launched`, `karpenter_consistency_errors`, `karpenter_disruption_queue_depth` and others | no successor |
#   | 1.1 | `karpenter_workqueue_depth` and the others of work queues | `workqueue_depth` and so on |
#   | 1.1 | `karpenter_nodes_leases_deleted_total` | no successor |
#   | 1.3 | `karpenter_ignored_pod_count`, `karpenter_pods_scheduling_undecided_time_seconds` | `karpenter_scheduler_ignored_pods_count`, `karpenter_pods_provisioning_scheduling_undecided_time_seconds` |
#   | 1.7 | `karpenter_pods_pods_drained_total` | `karpenter_pods_drained_total` |
#   | 1.9 | `karpenter_nodes_eviction_requests_total` | `karpenter_pods_eviction_requests_total` |
#
#   Some names in the tables of Karpenter's migration guide never existed, such as `karpenter_provisioners_limit` and
#   `karpenter_disruption_eligible_nodeclaims`. Alerts that copied them cannot fire in any version. Other names were
#   introduced later than the guide says: `karpenter_nodepools_limit` and `karpenter_nodepools_usage` exist from 1.0 on.
#
#   Labels changed as well. The metrics of nodes and pods, such as `karpenter_nodes_allocatable` and `karpenter_pods_state`, have the label
#   `nodepool` instead of `provisioner` from 0.33 on, so a panel that filters or groups by the old one is empty. From 1.0 on
#   `karpenter_voluntary_disruption_decisions_total` has `decision` and `reason` instead of `action` and `method`. From 1.2 on the values of
#   the label `reason` are lower case: `drifted` instead of `Drifted`. `karpenter_nodepools_allowed_disruptions` follows in 1.15.
#
#   **What to do.** Query the new name. During the upgrade query both:
#   `karpenter_nodes_created_total or karpenter_nodes_created`. Check the result: counters of 1.0 may have other labels
#   as well.
#
#   **What is reported.** Names in any string of an object or a file: `PrometheusRule`, dashboards in JSON or in a
#   ConfigMap, alerts in Helm values. The finding is information if the target version is unknown.
#
#   **Not reported.** A query that also contains the new name; a label in the legend of a panel; longer names that contain the old one; comments;
#   CustomResourceDefinitions.
#
#   **Fix safety.** Unsafe: labels may differ, so check the result in the dashboard.
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
#   severity_note: info if the target version is unknown
#   scope: resource
#   fix: unsafe
#   fix_note: no fix for a metric without a successor, nor for a label
#   kinds: ["*"]
#   needles: [karpenter_]
package karplint.rules.removed_metric

import data.karplint.lib.versions

facts := data.karplint.facts.metrics

# A metric that was renamed.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"severity": severity,
	"message": sprintf("metric %q was removed in Karpenter %s", [row.old, row.until]),
	"why": no_data,
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

no_data := "the query returns nothing, and alerts on it never fire"

# A metric without a successor.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"severity": severity,
	"message": sprintf("metric %q was removed in Karpenter %s without a successor", [row.name, row.until]),
	"why": no_data,
	"help": "delete the query",
} if {
	some found in texts
	some row in without_successor
	row.name in found.names
	gone(row.until)
}

# A name that only the migration guide lists.
report contains object.union(
	{
		"resource": input.resource.address,
		"path": found.path,
		"message": sprintf("no release of Karpenter has metric %q", [row.name]),
		"why": "the query returns nothing, although the migration guide lists the metric",
	},
	remedy(found, row),
) if {
	some found in texts
	some row in facts.never
	row.name in found.names
}

# A name that the migration guide lists too early.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"message": sprintf("metric %q exists only from Karpenter %s on", [row.name, row.since]),
	"why": "before that the query returns nothing, although the migration guide lists the metric",
	"fix": renamed(found, row.name, present(row.instead)),
} if {
	some found in texts
	some row in facts.early
	row.name in found.names
	versions.target.until <= versions.exact(row.since)
	not present(row.instead) in found.names
}

# A label that was renamed. There is no fix: a dashboard has many such queries, and variables and legends with the same name.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"severity": severity,
	"message": sprintf("label %q of %q was removed in Karpenter %s", [row.old, metric, row.until]),
	"why": "a panel that filters or groups by it is empty",
	"help": successor(row),
} if {
	some found in texts
	some row in facts.labels
	gone(row.until)
	contains(found.text, row.old)
	not contains(found.text, sprintf("%q", [row.old])) # label_replace makes it
	metric := [name | some name in found.names; strings.any_prefix_match(name, row.prefixes)][0]
	uses_label(found.text, metric, row)
}

# uses_label(text, metric, row): the query has the label in a matcher, or in a list of labels. A variable of Grafana may have the same name.
uses_label(text, metric, row) if {
	row.matched
	regex.match(sprintf(`\b%s(?:_bucket|_sum|_count)?\s*\{(?:[^}]*[ ,])?%s\s*(?:=|!)`, [metric, row.old]), text)
}

uses_label(text, _, row) if {
	not row.matched
	not contains(text, row.new)
	regex.match(sprintf(`[{,]\s*%s\s*(?:=|!)`, [row.old]), text)
}

uses_label(text, _, row) if {
	not row.matched
	not contains(text, row.new)
	regex.match(sprintf(`[(,]\s*%s\s*[,)]`, [row.old]), text)
}

successor(row) := sprintf("use %q", [row.new]) if {
	row.new
} else := "delete the matcher, because no label replaces it"

# A label value that is spelled differently.
report contains {
	"resource": input.resource.address,
	"path": found.path,
	"message": sprintf("label %q of %q is %q from Karpenter %s on", [row.label, metric, new, row.since]),
	"why": sprintf("the query for %q returns nothing", [old]),
	"help": sprintf("use %q", [new]),
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

# without_successor: dropped metrics, and metrics whose new name was dropped later.
without_successor := array.concat(facts.dropped, [{"name": row.old, "until": row.until} |
	some row in facts.renamed
	removed(latest(row.new))
])

# texts: the strings that contain Karpenter metrics, with the names of these, for histograms also without the suffix.
texts contains {"path": path, "text": text, "names": names} if {
	input.resource.kind != "CustomResourceDefinition"
	some [path, text] in karplint.texts(input.resource.value, ["karpenter_"])
	not "$unknown" in path
	words := {word | some word in regex.find_n(`[a-zA-Z_:][a-zA-Z0-9_:]*`, text, -1); regex.match(`^(?:karpenter|workqueue)_`, word)}
	names := words | {regex.replace(word, `_(bucket|sum|count)$`, "") | some word in words}
}

# gone(until): no version of the target has it. An unknown target counts as well.
gone(until) if versions.target.since >= versions.exact(until)

gone(_) if not versions.target

severity := "warning" if versions.target

else := "info"

# latest(name): the name in the target version; after two renames the last one.
latest(name) := row.new if {
	some row in facts.renamed
	row.old == name
	gone(row.until)
} else := name

# present(name): the name in the target version, which may be an older one.
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

# remedy(found, row): the fix, or what to do if the target has no metric to query instead.
remedy(found, row) := {"fix": renamed(found, row.name, name)} if {
	name := meant(row)
} else := {"help": "delete the query"}

# meant(row): the metric to query instead; undefined if the target has none.
meant(row) := name if {
	name := present(row.instead)
	not removed(name)
}

renamed(found, old, new) := {
	"title": sprintf("query %s", [new]),
	"safety": "unsafe",
	"ops": [{"do": "set", "path": found.path, "value": regex.replace(found.text, sprintf(`\b%s(_bucket|_sum|_count)?\b`, [old]), sprintf("%s${1}", [new]))}],
}
