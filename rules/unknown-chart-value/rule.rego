# METADATA
# title: A value does not exist in Karpenter's chart
# description: |
#   Karpenter is configured through the values of its Helm charts, `karpenter` and `karpenter-crd`. A chart reads the values it knows and silently
#   ignores all others. A misspelled name, a name from another version, or a name in the wrong place looks right in the
#   file and has no effect. `settings.interruptionQueueName` is the best known one: it never existed (the name is
#   `settings.interruptionQueue`), but widely copied examples contained it, and installations that set it run without
#   handling of Spot interruptions. Another is `webhook.enabled` from 1.1 on: the webhooks were removed, and the value
#   with them.
#
#   **What to do.** Compare with the values of the chart's version
#   (`helm show values oci://public.ecr.aws/karpenter/karpenter --version …`). If a similar name exists, the message
#   suggests it. Delete values that the version no longer has. For values that it does not have yet, upgrade.
#
#   **What is reported.** A name that does not exist in any version the installation may resolve to. The finding names
#   the shortest part that does not exist: `webhook` rather than each value below it.
#
#   In a chart that has Karpenter's as a dependency, a value of Karpenter's that stands at the top and not below the name or alias of the
#   dependency, if no template of the chart reads it. A name without a value, if it is almost one of the chart.
#
#   **Not reported.**
#
#   - Names below maps that the chart's templates copy unchanged (`affinity`, `tolerations`, `nodeSelector`,
#     `podAnnotations`, `controller.env`, `controller.resources`, …), `global`, and below 0.32 anything in `settings`,
#     which was copied to a ConfigMap unchanged.
#   - Unknown versions, and versions that karplint's tables of values do not have: newer ones, `karpenter` below 0.16, and `karpenter-crd` below 0.21.
#   - Empty values.
#   - Names that were renamed, which KL601 reports, and `settings.featureGates.drift: false` from 1.0 on, which KL308
#     reports.
#   - Names that are only known after rendering; the names above them are checked.
#   - Values that are read by the templates of a chart which has Karpenter's chart as a dependency.
#   - Names at the top of a values file that an installation of another chart reads as well, in the same helmfile or Terraform root.
#   - The charts for other clouds.
#
#   **Fix safety.** No automatic fix: only the author knows what was intended.
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
	"entry": true,
	"message": concat(" ", array.concat([sprintf("the chart has no value %q", [key])], advice.when)),
	"why": no_effect,
	"help": advice.help,
} if {
	some chart in (chart_values.installed | chart_values.crds_installed)
	some steps in unknown(chart)
	key := concat(".", steps)
	advice := advice_on(chart, key)
}

no_effect := "the setting has no effect, and Helm says nothing"

# Values of a dependency stand below its name in the values of the chart around it.
report contains {
	"resource": input.resource.address,
	"path": ["beside", key],
	"message": sprintf("%q is a value of Karpenter's chart, and the chart around it does not read it", [key]),
	"why": no_effect,
	"help": sprintf("move it below %q", [input.resource.value.values_key]),
} if {
	some key, _ in input.resource.value.beside
	some chart in chart_values.installed
	known(chart, key)
}

# facts: the values of the chart that the resource installs.
facts := chart_values.facts if input.resource.value.karpenter == "controller"

facts := chart_values.crd_facts if input.resource.value.karpenter == "crds"

# unknown(chart): the shortest paths in the values that the chart does not know.
unknown(chart) := {steps |
	some path in (leaves(chart) | without_value(chart))
	not reads(chart, path)
	not open(chart, path)
	not is_renamed(chart, path)
	not of_drift(path)
	not chart_values.read_by_umbrella(path)
	steps := shortest(chart, path)
	not for_another_chart(steps)
}

# for_another_chart(steps): another chart reads the same text, and the name may be one of its values.
for_another_chart(steps) if {
	count(steps) == 1
	steps[0] in input.resource.value.read_by_others
}

# reads(chart, path): some version reads exactly this value. It is checked first, because it takes a single lookup.
reads(chart, path) if {
	row := facts.keys[concat(".", path)]
	versions.overlap(chart.scope, chart_values.interval(row))
}

# leaves(chart): the paths of all that is set, without items of lists. A name that is only known after rendering ends a path
# before it.
leaves(chart) := {array.slice(path, 0, n) |
	some [path, value] in written(chart)
	is_leaf(value)
	every step in path {
		not step in {"$open", "$unknown"}
	}
	rendered := [i | some i, step in path; regex.match(`[{}]`, step)]
	n := min(array.concat(rendered, [count(path)]))
	n > 0
}

# written(chart): all values with their paths, without items of lists.
written(chart) := {[path, value] |
	some [path, value] in karplint.entries(chart.values, [])
}

is_leaf(value) if {
	not is_object(value)
	not value in {null, "", []}
}

is_leaf(value) if values.unknown(value)

# without_value(chart): the paths of keys without a value whose names are almost those of values: a known name would be left out on purpose.
without_value(chart) := {path |
	some [path, value] in written(chart)
	value == null
	every step in path {
		not regex.match(`[{}$]`, step)
	}
	not known(chart, concat(".", path))
	nearest(chart, concat(".", path))
}

# open(chart, path): some version allows any value there.
open(chart, path) if {
	some n in numbers.range(1, count(path))
	row := facts.keys[concat(".", array.slice(path, 0, n))]
	row.open
	versions.overlap(chart.scope, chart_values.interval(row))
	not of_next_release(chart, path)
}

# of_next_release(chart, path): the name is correct in a later release, and this release has another name for it.
of_next_release(chart, path) if {
	some row in facts.renamed
	some new in row.new
	new.path == concat(".", path)
	chart.scope.until <= versions.exact(new.since)
	not row.logging
	new.since == "0.32.0"
}

# shortest(chart, path): the shortest prefix of the path that is unknown; undefined if some version knows all of it.
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

# known(chart, key): some version knows the value, a value below it, or a value above it.
known(chart, key) if key in names(chart.scope)

known(chart, key) if {
	some name in names(chart.scope)
	startswith(name, concat("", [key, "."]))
}

known(chart, key) if {
	some name in names(chart.scope)
	startswith(key, concat("", [name, "."]))
}

# names(scope): the values that at least one of the versions knows.
names(scope) := {key |
	some key, row in facts.keys
	versions.overlap(scope, chart_values.interval(row))
}

# is_renamed(chart, path): KL601 reports the value or one above it.
is_renamed(chart, path) if {
	some n in numbers.range(1, count(path))
	concat(".", array.slice(path, 0, n)) in old_names(chart)
}

above_renamed(chart, key) if {
	some old in old_names(chart)
	startswith(old, concat("", [key, "."]))
}

# old_names(chart): the values that are renamed in the chart's version, and those that were removed.
old_names(chart) := {row.old |
	some row in facts.renamed
	some new in row.new
	chart_values.within(chart.scope, chart_values.interval(new))
} | {row.path | some row in facts.dropped}

of_drift(path) if {
	concat(".", path) in {"settings.featureGates.drift", "settings.featureGates.driftEnabled"}
	object.get(input.resource.value.values, path, null) in {false, "false"}
}

# advice_on(chart, key): the intended name, and when: the release that added or removed the key. A range may have had several names.
advice_on(chart, key) := {
	"when": [sprintf("before %s", [first])],
	"help": sprintf("use %s", [concat(" or ", quoted)]),
} if {
	earlier := {[versions.exact(new.since), row.old] |
		some row in facts.renamed
		some new in row.new
		new.path == key
		chart.scope.until <= versions.exact(new.since)
		row.old in names(chart.scope) # below `settings` the earliest releases take whatever stands there
	}
	first := versions.text(min({since | some [since, _] in earlier}))
	quoted := [sprintf("%q", [old]) | some old in sort({old | some [_, old] in earlier})]
} else := {"when": [sprintf("from %s on", [ends[count(ends) - 1]])], "help": "delete it"} if {
	ends := sort_versions({row.until | some row in rows_of(key); row.until})
	count(ends) > 0
	every row in rows_of(key) {
		versions.exact(row.until) <= chart.scope.since
	}
} else := {"when": [sprintf("before %s", [starts[0]])], "help": "delete it, or upgrade"} if {
	starts := sort_versions({row.since | some row in rows_of(key); row.since})
	count(starts) > 0
} else := {"when": [], "help": sprintf("did you mean %q?", [elsewhere(chart, key)])} if {
	elsewhere(chart, key)
} else := {"when": [], "help": sprintf("did you mean %q?", [nearest(chart, key)])} if {
	nearest(chart, key)
} else := {"when": [], "help": "correct its name or place, or delete it"}

rows_of(key) := [row |
	some name, row in facts.keys
	at_or_below(name, key)
]

at_or_below(name, key) if name == key

at_or_below(name, key) if startswith(name, concat("", [key, "."]))

sort_versions(set) := [versions.text(version) | some version in sort({versions.exact(text) | some text in set})]

# elsewhere(chart, key): the only known name whose last part is that of the only value at the key or below it.
elsewhere(chart, key) := name if {
	count(values_below(chart, key)) == 1
	some path in values_below(chart, key)
	leaf := values.last(path)
	not leaf in common_leaves
	[name] := [name | some name in (names(chart.scope) - old_names(chart)); last(name) == leaf]
}

values_below(chart, key) := {path | some path in leaves(chart); startswith(concat("", [concat(".", path), "."]), concat("", [key, "."]))}

# common_leaves: parts that mean something else in each place.
common_leaves := {"enabled", "name", "annotations", "labels", "create", "port"}

# nearest(chart, key): the known name that is most similar to the key, if it is similar enough. Few names pass the first comparison, which
# is of short texts.
nearest(chart, key) := min({name | some name, score in scores; score == best}) if {
	scores := {name: score |
		some name in (names(chart.scope) - old_names(chart))
		of_last := likeness(last(name), last(key))
		of_last >= 0.65
		of_whole := likeness(name, key)
		of_whole >= 0.6
		score := of_last + of_whole
	}
	best := max({score | some score in scores})
}

last(key) := values.last(split(key, "."))

# likeness(a, b): the Dice coefficient of the letter pairs, from 0 to 1.
likeness(a, b) := (2 * count(pairs(a) & pairs(b))) / (count(pairs(a)) + count(pairs(b)))

pairs(text) := {substring(lower(text), i, 2) | some i in numbers.range(0, count(text) - 2)}
