package karplint.custom.no_spot_for_namespaces_test

import data.karplint.custom.no_spot_for_namespaces
import data.karplint.lib.given

options := {"ACME002": {"namespaces": ["payments"], "label": "example.com/namespace"}}

pool(namespace, requirements) := object.union(
	given.resource(
		{"kind": "NodePool", "metadata": {"name": "a"}, "spec": {"template": {
			"metadata": {"labels": {"example.com/namespace": namespace}},
			"spec": {"requirements": requirements},
		}}},
		"1.0.8",
	),
	{"config": {"options": options}},
)

capacity(values) := {"key": "karpenter.sh/capacity-type", "operator": "In", "values": values}

changed(given, fields) := object.union(given, {"resource": fields})

test_spot_is_allowed if {
	some found in no_spot_for_namespaces.report with input as pool("payments", [capacity(["on-demand", "spot"])])
	found.path == ["spec", "template", "spec", "requirements", 0, "values", 1]
}

test_nothing_is_required if {
	some found in no_spot_for_namespaces.report with input as pool("payments", [{"key": "kubernetes.io/arch"}])
	found.path == ["spec", "template", "spec", "requirements"]
}

test_on_demand if count(no_spot_for_namespaces.report) == 0 with input as pool("payments", [capacity(["on-demand"])])

test_other_namespace if count(no_spot_for_namespaces.report) == 0 with input as pool("batch", [capacity(["spot"])])

test_unknown if {
	count(no_spot_for_namespaces.report) == 0 with input as pool("payments", {"$unknown": ".Values.requirements"})
	count(no_spot_for_namespaces.report) == 0 with input as pool("payments", [{"$unknown": "…"}])
	count(no_spot_for_namespaces.report) == 0 with input as pool({"$unknown": ".Values.namespace"}, [capacity(["spot"])])
}

test_patches if {
	count(no_spot_for_namespaces.report) == 0 with input as changed(pool("payments", []), {"patch": true})
	patch := {"spec": {"template": {"spec": {"requirements": []}}}}
	count(no_spot_for_namespaces.report) == 0 with input as changed(pool("payments", []), {"patches": [patch]})
}
