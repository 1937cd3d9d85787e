package karplint.rules.unknown_chart_value_test

import data.karplint.lib.given
import data.karplint.rules.unknown_chart_value

release(values, version) := found if {
	found := unknown_chart_value.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": {"chart": "karpenter", "karpenter": "controller", "via": "helm_release", "version": version, "values": values},
		},
		"target": given.target("unknown"),
	}
}

said(values, version) := {[concat(".", found.path), sprintf("%s; %s", [found.message, found.help])] | some found in release(values, version)}

test_the_name_that_was_meant if {
	said({"settings": {"interruptionQueueName": "q"}}, "v0.32.1") == {[
		"values.settings.interruptionQueueName",
		`the chart has no value "settings.interruptionQueueName"; did you mean "settings.interruptionQueue"?`,
	]}
}

test_the_shortest_part if {
	said({"webhook": {"enabled": false, "port": 8443}}, "1.6.0") == {[
		"values.webhook",
		`the chart has no value "webhook" from 1.1.0 on; delete it`,
	]}
	release({"webhook": {"enabled": false}}, "1.0.8") == set()
}

test_the_earlier_name_of_the_release if {
	every version, old in {
		"0.16.3": `"clusterEndpoint"`,
		"v0.31.4": `"settings.aws.clusterEndpoint"`,
		">= 0.18, < 0.21": `"clusterEndpoint" or "settings.aws.clusterEndpoint"`,
	} {
		some [_, message] in said({"settings": {"clusterEndpoint": "https://x"}}, version)
		message == sprintf(`the chart has no value "settings.clusterEndpoint" before 0.32.0; use %s`, [old])
	}
}

test_not_yet_known if {
	some [_, message] in said({"settings": {"enableZonalShift": true}}, "1.6.0")
	contains(message, "before 1.12.0; ")
	release({"settings": {"enableZonalShift": true}}, "1.12.0") == set()
}

test_a_range_is_judged_as_a_whole if {
	release({"settings": {"enableZonalShift": true}}, ">= 1.6.0, < 1.14.0") == set()
	release({"webhook": {"enabled": true}}, "~> 1.0") == set()
	count(release({"webhook": {"enabled": true}}, ">= 1.1.0, < 1.3.0")) == 1
}

test_unknown_or_newer if {
	every version in [{"$unknown": "var.version"}, "", "9.0.0"] {
		release({"nonsense": 1}, version) == set()
	}
}

test_open_maps if {
	release(
		{
			"nodeSelector": {"a": "b"},
			"affinity": {"x": {"y": 1}},
			"controller": {"env": [{"name": "A"}], "resources": {"limits": {"cpu": 1}}},
			"serviceAccount": {"annotations": {"eks.amazonaws.com/role-arn": "a"}},
			"global": {"clusterName": "a"},
		},
		"1.0.8",
	) == set()
	count(release({"serviceAccount": {"annotation": {"a": "b"}}}, "1.0.8")) == 1
}

test_nothing_set if release({"nonsense": null, "webhook": {}, "extraObjects": []}, "1.6.0") == set()

test_settings_below_0_32 if {
	release({"settings": {"aws": {"reservedENIs": 1, "more": 2}}}, "v0.31.4") == set()
	some [_, message] in said({"settings": {"clusterName": "a"}}, "v0.31.4")
	contains(message, `use "settings.aws.clusterName"`)
}

test_renamed_ones_are_another_rule if {
	release({"settings": {"aws": {"clusterName": "a", "tags": {"a": "b"}}}, "controller": {"logLevel": "debug"}}, "1.0.8") == set()
	paths := {found.path | some found in release({"settings": {"aws": {"clusterName": "a", "more": "b"}}}, "1.0.8")}
	paths == {["values", "settings", "aws", "more"]}
}

test_without_a_successor if {
	some [path, message] in said({"settings": {"assumeRoleARN": "a"}}, "1.0.8")
	path == "values.settings.assumeRoleARN"
	contains(message, "from 1.0.0 on")
}

test_drift if {
	release({"settings": {"featureGates": {"drift": false}}}, "1.0.8") == set()
	count(release({"settings": {"featureGates": {"drift": true}}}, "1.0.8")) == 1
}

test_templates if {
	release({"$open": true, "{{ .Values.key }}": {"$open": true, "a": 1}}, "1.0.8") == set()
	count(release({"nonsense": {"$unknown": "var.x"}}, "1.0.8")) == 1
}

crds(values, version) := found if {
	found := unknown_chart_value.report with input as {
		"resource": {
			"address": "helm_release.crds",
			"kind": "ChartInstallation",
			"value": {"chart": "karpenter-crd", "karpenter": "crds", "via": "helm_release", "version": version, "values": values},
		},
		"target": given.target("unknown"),
	}
}

test_chart_of_the_crds if {
	some found in crds({"webhook": {"enabled": true, "serviceName": "karpenter"}}, "1.14.0")
	found.message == `the chart has no value "webhook" from 1.1.0 on`
	crds({"webhook": {"enabled": true, "serviceName": "karpenter"}}, "1.0.8") == set()
	crds({"additionalAnnotations": {"a": "b"}}, "1.3.0") == set()
	count(crds({"settings": {"clusterName": "a"}}, "1.3.0")) == 1
}

# The last part of the name is that of a value at another level.
test_another_level if {
	some [_, message] in said({"interruptionQueue": "q"}, "1.3.0")
	message == `the chart has no value "interruptionQueue"; did you mean "settings.interruptionQueue"?`
	some [_, below] in said({"karpenter": {"config": {"clusterEndpoint": "q"}}}, "1.3.0")
	below == `the chart has no value "karpenter"; did you mean "settings.clusterEndpoint"?`
	some [_, generic] in said({"karpenter": {"enabled": true}}, "1.3.0")
	not contains(generic, "did you mean")
}

test_read_by_the_chart_around_it if {
	every paths in [["extra."], ["extra.a."], [""]] {
		found := unknown_chart_value.report with input as {
			"resource": {
				"address": "Chart.yaml dependency karpenter",
				"kind": "ChartInstallation",
				"value": {
					"chart": "karpenter", "karpenter": "controller", "via": "Chart", "version": "1.3.0",
					"values": {"extra": {"a": 1}}, "read_by_umbrella": paths,
				},
			},
			"target": given.target("unknown"),
		}
		found == set()
	}
}
