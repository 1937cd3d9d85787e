# METADATA
# title: The chart of Karpenter does not know a value
# description: |
#   Karpenter is configured by the values of its Helm chart. The chart reads those that it knows and ignores all others without a
#   word: a misspelled name, a name from another version, or one in the wrong place looks right in the file and does
#   nothing. `settings.interruptionQueueName` is the best known one. It never existed (the name is `settings.interruptionQueue`), stood in
#   widely copied examples, and whoever sets it runs without handling of Spot interruptions. `webhook.enabled` from
#   1.1 on is another: the webhooks are gone, and the value with them.
#
#   **What to do.** Compare with the values of the chart's version (`helm show values oci://public.ecr.aws/karpenter/karpenter
#   --version …`). Where a similar name is known, the message says it. Delete what the version no longer knows; what it does not know yet
#   comes with an upgrade.
#
#   **What is reported.** A name that no version to which the installation may resolve knows; the shortest part of it that is
#   not known, so `webhook` and not each value below it.
#
#   **Not reported.** Names below the maps that the chart's templates copy as they are, whatever stands in them (`affinity`,
#   `tolerations`, `nodeSelector`, `podAnnotations`, `controller.env`, `controller.resources`, …), `global`, and below 0.32 anything in
#   `settings`, which became a ConfigMap as it was; versions that are not known, or newer than karplint's table of values; values
#   that are empty; names that are known to have another name now, which is KL601; `settings.featureGates.drift: false` from 1.0 on,
#   which is KL308; names that are only known when the template is rendered; the chart `karpenter-crd` and those of other clouds.
#
#   **Fix safety.** No automatic fix: what was meant is for its author to say.
# related_resources:
# - description: the values of Karpenter's chart
#   ref: https://github.com/aws/karpenter-provider-aws/blob/main/charts/karpenter/values.yaml
# - description: Karpenter, upgrade guide
#   ref: https://karpenter.sh/docs/upgrading/upgrade-guide/
# custom:
#   id: KL602
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [ChartInstallation]
#   needles: [karpenter]
package karplint.rules.unknown_chart_value

import data.karplint.lib.chart_values
import data.karplint.lib.values
import data.karplint.lib.versions

report contains {
	"resource": input.resource.address,
	"path": array.concat(chart.path, steps),
	"message": sprintf("the chart does not know the value %q%s", [key, advice(chart, key)]),
} if {
	some chart in chart_values.installed
	some steps in unknown(chart)
	key := concat(".", steps)
}

# unknown(chart): the shortest paths in the values that the chart does not know.
unknown(chart) := {steps |
	some path in leaves(chart)
	not reads(chart, path)
	not open(chart, path)
	not is_renamed(chart, path)
	not of_drift(path)
	steps := shortest(chart, path)
}

# reads(chart, path): some version reads just this. It is asked first, for it takes one look into the table.
reads(chart, path) if {
	row := chart_values.facts.keys[concat(".", path)]
	versions.overlap(chart.scope, chart_values.interval(row))
}

# leaves(chart): the paths of all that is set, without items of lists; what a template decides ends a path.
leaves(chart) := {path |
	walk(chart.values, [path, value])
	count(path) > 0
	is_leaf(value)
	every step in path {
		is_string(step)
		not regex.match(`^\$(open|unknown)$|[{}]`, step)
	}
}

is_leaf(value) if {
	not is_object(value)
	not value in {null, "", []}
}

is_leaf(value) if values.unknown(value)

# open(chart, path): anything may stand there, in some version.
open(chart, path) if {
	some n in numbers.range(1, count(path))
	row := chart_values.facts.keys[concat(".", array.slice(path, 0, n))]
	row.open
	versions.overlap(chart.scope, chart_values.interval(row))
	not of_next_release(chart, path)
}

# of_next_release(chart, path): a name that is right in a later release, while another one is right in this one.
of_next_release(chart, path) if {
	some row in chart_values.facts.renamed
	some new in row.new
	new.path == concat(".", path)
	chart.scope.until <= versions.exact(new.since)
	not row.logging
	new.since == "0.32.0"
}

# shortest(chart, path): the beginning of the path that is not known; undefined where some version knows it all.
shortest(chart, path) := path if {
	of_next_release(chart, path)
} else := array.slice(path, 0, n) if {
	n := min([n |
		some n in numbers.range(1, count(path))
		key := concat(".", array.slice(path, 0, n))
		not known(chart, key)
		not above_renamed(chart, key)
	])
}

# known(chart, key): some version knows the value, or one below it, or it stands below a value that it knows.
known(chart, key) if key in names(chart.scope)

known(chart, key) if {
	some name in names(chart.scope)
	startswith(name, concat("", [key, "."]))
}

known(chart, key) if {
	some name in names(chart.scope)
	startswith(key, concat("", [name, "."]))
}

# names(scope): the values that some of the versions know.
names(scope) := {key |
	some key, row in chart_values.facts.keys
	versions.overlap(scope, chart_values.interval(row))
}

# is_renamed(chart, path): it is, or stands below, what KL601 is about.
is_renamed(chart, path) if {
	some n in numbers.range(1, count(path))
	concat(".", array.slice(path, 0, n)) in old_names(chart)
}

above_renamed(chart, key) if {
	some old in old_names(chart)
	startswith(old, concat("", [key, "."]))
}

# old_names(chart): the values that have another name in the chart's version, and those that were dropped.
old_names(chart) := {row.old |
	some row in chart_values.facts.renamed
	some new in row.new
	chart_values.within(chart.scope, chart_values.interval(new))
} | {row.path | some row in chart_values.facts.dropped}

of_drift(path) if {
	concat(".", path) in {"settings.featureGates.drift", "settings.featureGates.driftEnabled"}
	object.get(input.resource.value.values, path, null) in {false, "false"}
}

# advice(chart, key): the name that was meant, or since or until when the key was known.
advice(chart, key) := sprintf(" below %s; write it as %q", [row_since, old]) if {
	some row in chart_values.facts.renamed
	some new in row.new
	new.path == key
	row_since := new.since
	chart.scope.until <= versions.exact(row_since)
	old := row.old
	known(chart, old)
} else := sprintf(", which is gone since %s; delete it", [ends[count(ends) - 1]]) if {
	ends := sort_versions({row.until | some row in rows_of(key); row.until})
	count(ends) > 0
	every row in rows_of(key) {
		versions.exact(row.until) <= chart.scope.since
	}
} else := sprintf(", which comes with %s; delete it, or upgrade", [starts[0]]) if {
	starts := sort_versions({row.since | some row in rows_of(key); row.since})
	count(starts) > 0
} else := sprintf("; did you mean %q", [nearest(chart, key)]) if {
	nearest(chart, key)
} else := " and ignores it; correct its name or its place, or delete it"

rows_of(key) := [row |
	some name, row in chart_values.facts.keys
	at_or_below(name, key)
]

at_or_below(name, key) if name == key

at_or_below(name, key) if startswith(name, concat("", [key, "."]))

sort_versions(set) := [versions.text(version) | some version in sort({versions.exact(text) | some text in set})]

# nearest(chart, key): the known name whose last part is most like that of the key, if it is like enough.
nearest(chart, key) := min({name | some name, score in scores; score == best}) if {
	scores := {name: score |
		some name in (names(chart.scope) - old_names(chart))
		score := likeness(last(name), last(key)) + likeness(name, key)
		likeness(last(name), last(key)) >= 0.65
		likeness(name, key) >= 0.6
	}
	best := max({score | some score in scores})
}

last(key) := values.last(split(key, "."))

# likeness(a, b): Dice's coefficient of the pairs of letters, from 0 to 1.
likeness(a, b) := (2 * count(pairs(a) & pairs(b))) / (count(pairs(a)) + count(pairs(b)))

pairs(text) := {substring(lower(text), i, 2) | some i in numbers.range(0, count(text) - 2)}
