package karplint.rules.provisioner_name_does_not_exist_test

import data.karplint.lib.given
import data.karplint.rules.provisioner_name_does_not_exist

old := {"key": "karpenter.sh/provisioner-name", "operator": "DoesNotExist"}

new := {"key": "karpenter.sh/nodepool", "operator": "DoesNotExist"}

pod(terms) := {"kind": "Pod", "spec": {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}}}

reports(manifest) := found if {
	found := provisioner_name_does_not_exist.report with input as given.resource(manifest, "0.37.0")
}

test_adds_to_the_same_term if {
	some found in reports(pod([{"matchExpressions": [{"key": "a", "operator": "Exists"}, old]}]))
	found.path == array.concat(terms_path, [0, "matchExpressions", 1])
	found.fix.safety == "safe"
	found.fix.ops == [{"do": "insert", "path": array.concat(terms_path, [0, "matchExpressions"]), "index": 2, "value": new}]
}

terms_path := ["spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"]

# The terms are alternatives: the second one does not help the first.
test_another_term_is_not_enough if count(reports(pod([{"matchExpressions": [old]}, {"matchExpressions": [new]}]))) == 1

test_each_term if count(reports(pod([{"matchExpressions": [old]}, {"matchExpressions": [old]}]))) == 2

test_new_with_another_operator_is_not_enough if {
	count(reports(pod([{"matchExpressions": [old, object.union(new, {"operator": "Exists"})]}]))) == 1
}

test_values_without_kind if {
	some found in reports({"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"preference": {"matchExpressions": [old]}}]}}})
	found.path[2] == "preferredDuringSchedulingIgnoredDuringExecution"
}

test_right if {
	every manifest in [
		pod([{"matchExpressions": [old, new]}]),
		pod([{"matchExpressions": [new]}]),
		pod([{"matchExpressions": [object.union(old, {"operator": "Exists"})]}]),
		{"kind": "Pod", "spec": {"nodeSelector": {"karpenter.sh/provisioner-name": "DoesNotExist"}}},
	] {
		reports(manifest) == set()
	}
}

test_kept_out_in_another_way if {
	every other in [
		{"key": "eks.amazonaws.com/nodegroup", "operator": "In", "values": ["system"]},
		{"key": "karpenter.sh/registered", "operator": "DoesNotExist"},
	] {
		reports(pod([{"matchExpressions": [old, other]}])) == set()
		count(reports(pod([{"matchExpressions": [old]}, {"matchExpressions": [other]}]))) == 1
	}
	count(reports(pod([{"matchExpressions": [old, {"key": "team", "operator": "In", "values": ["a"]}]}]))) == 1
}

test_pinned_by_a_node_selector if {
	affinity := {"affinity": {"nodeAffinity": {"x": {"matchExpressions": [old]}}}}
	every holder in [
		object.union(affinity, {"nodeSelector": {"karpenter.sh/controller": "true"}}),
		{"kind": "Pod", "spec": object.union(affinity, {"nodeSelector": {"eks.amazonaws.com/nodegroup": "system"}})},
	] {
		reports(holder) == set()
	}
	count(reports({"nodeSelector": {"kubernetes.io/os": "linux"}, "a": affinity})) == 1
	count(reports(object.union(affinity, {"nodeSelector": {"kubernetes.io/os": "linux"}}))) == 1
}

test_own_chart_before_0_32 if {
	values := {"affinity": {"nodeAffinity": {"x": {"matchExpressions": [old]}}}}
	repository := "public.ecr.aws/karpenter/controller"
	every image in [sprintf("%s:v0.16.3@sha256:68db", [repository]), {"repository": repository, "tag": "v0.31.4"}] {
		reports(object.union(values, {"controller": {"image": image}})) == set()
	}
	every image in [sprintf("%s:v0.32.0", [repository]), {"repository": repository, "tag": "1.0.8"}, {"repository": "other", "tag": "v0.31.4"}, null] {
		count(reports(object.union(values, {"controller": {"image": image}}))) == 1
	}
}

test_unknown if {
	every items in [
		[old, {"$unknown": "{{ .x }}"}],
		{"$unknown": "{{ .x }}"},
		[object.union(old, {"operator": {"$unknown": "{{ .x }}"}})],
	] {
		reports(pod([{"matchExpressions": items}])) == set()
	}
}

test_karpenters_own if {
	every kind in ["Provisioner", "NodePool", "CustomResourceDefinition"] {
		reports({"kind": kind, "spec": {"matchExpressions": [old]}}) == set()
	}
}

test_own_deployment_before_0_32 if {
	spec := pod([{"matchExpressions": [old]}]).spec
	every tag, reported in {"v0.27.0@sha256:db45": 0, "1.0.8": 1} {
		with_image := object.union(spec, {"containers": [{"image": sprintf("public.ecr.aws/karpenter/controller:%s", [tag])}]})
		count(reports({"kind": "Deployment", "spec": {"template": {"spec": with_image}}})) == reported
	}
}
