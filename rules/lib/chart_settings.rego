# METADATA
# title: The settings of the controller, wherever an installation writes them
# description: >-
#   A setting is a value of the chart, under the name that it has in the chart's version, or a variable in the environment of the controller.
package karplint.lib.chart_settings

import data.karplint.lib.chart_values
import data.karplint.lib.charts
import data.karplint.lib.installations
import data.karplint.lib.values

# written(setting): where the controllers of the project set it, as {"release", "path", "name", "value"}. setting is its name in the newest chart.
written(setting) := written_in(installations.controllers, setting)

# written_in(releases, setting): where these installations of the controller set it.
written_in(releases, setting) := in_values(releases, setting) | in_environment(releases, setting)

in_values(releases, setting) := {{"release": release, "path": array.concat(["values"], steps), "name": key, "value": value} |
	some release in releases
	some key in names(setting)
	not is_ignored(release, key)
	steps := split(key, ".")
	value := object.get(release.value.values, steps, null)
	not value in {null, ""}
}

in_environment(releases, setting) := {{"release": release, "path": path, "name": variables[setting], "value": variable.value} |
	some release in releases
	some i, variable in release.value.values.controller.env
	variable.name == variables[setting]
	not variable.value in {null, ""}
	path := ["values", "controller", "env", i, "value"]
}

# unset(release, setting): the controller certainly runs without it, or with false.
unset(release, setting) if {
	not installations.in_chart(release)
	without_variable(release, variables[setting])
	every key in names(setting) {
		unset_key(release, key)
	}
}

unset_key(release, key) if is_ignored(release, key)

unset_key(release, key) if values.nothing_at(release.value, array.concat(["values"], split(key, ".")))

unset_key(release, key) if object.get(release.value.values, split(key, "."), null) in {"", false, "false"}

without_variable(release, _) if values.nothing_at(release.value, ["values", "controller", "env"])

without_variable(release, name) if {
	is_array(release.value.values.controller.env)
	every variable in release.value.values.controller.env {
		is_string(variable.name)
		variable.name != name
	}
}

# is_ignored(release, key): no version that the chart may have reads the key.
is_ignored(release, key) if {
	scope := chart_values.scope_of(charts.version_of(release.value, "version"))
	chart_values.apart(scope, chart_values.interval(chart_values.facts.keys[key]))
}

# names(setting): its names in all versions of the chart.
names(setting) := {setting} | old_names(setting)

old_names(setting) := {row.old |
	some row in chart_values.facts.renamed
	some new in row.new
	new.path == setting
}

# variables: the variables of the environment that the chart makes of settings.
variables := object.union(
	{sprintf("settings.featureGates.%s", [gate]): "FEATURE_GATES" | some gate, _ in data.karplint.facts.feature_gates.gates},
	of_settings,
)

of_settings := {
	"settings.clusterEndpoint": "CLUSTER_ENDPOINT",
	"settings.clusterName": "CLUSTER_NAME",
	"settings.interruptionQueue": "INTERRUPTION_QUEUE",
	"settings.isolatedVPC": "ISOLATED_VPC",
}
