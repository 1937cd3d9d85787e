package karplint.rules.log_config_not_enabled_test

import data.karplint.lib.given
import data.karplint.rules.log_config_not_enabled

reports(fields, version) := found if {
	found := log_config_not_enabled.report with input as {
		"resource": {
			"address": "helm_release.karpenter",
			"kind": "ChartInstallation",
			"value": object.union({"chart": "karpenter", "karpenter": "controller", "version": version}, fields),
		},
		"target": given.target("unknown"),
	}
}

debug(more) := {"values": {"logConfig": object.union({"logLevel": {"controller": "debug"}}, more)}}

test_not_enabled if {
	some found in reports(debug({}), "v0.33.1")
	found.path == ["values", "logConfig"]
	endswith(found.why, "no effect: logLevel.controller")
	found.fix.ops[0].path == ["values", "logConfig", "enabled"]
	count(reports(debug({}), "0.37.x")) == 1
}

test_decided if {
	reports(debug({"enabled": true}), "v0.33.1") == set()
	reports(debug({"enabled": false}), "v0.33.1") == set()
	reports(debug({"enabled": {"$unknown": "var.enabled"}}), "v0.33.1") == set()
}

test_unknown_values if {
	reports(debug({"$open": true}), "v0.33.1") == set()
	reports({"values": {"$open": true, "logConfig": {"logEncoding": "console"}}}, "v0.33.1") == set()
}

# The values of the chart around it.
test_umbrella if count(reports({"umbrella": "charts/karpenter", "values": {"$open": true, "logConfig": {"logEncoding": "console"}}}, "v0.33.1")) == 1

test_nothing_set if {
	reports({"values": {"logLevel": "debug"}}, "v0.33.1") == set()
	reports({"values": {"logConfig": {"logEncoding": ""}}}, "v0.33.1") == set()
}

test_other_versions if {
	every version in ["v0.32.10", "1.0.0", ">= 0.32.0, < 0.35.0", "", {"$unknown": "var.version"}] {
		reports(debug({}), version) == set()
	}
}
