package karplint.rules.kubelet_misplaced_test

import data.karplint.lib.given
import data.karplint.rules.kubelet_misplaced

pool(version, metadata, spec) := {
	"apiVersion": sprintf("karpenter.sh/%s", [version]),
	"kind": "NodePool",
	"metadata": metadata,
	"spec": {"template": {"spec": spec}},
}

reports(value, version) := found if {
	found := kubelet_misplaced.report with input as given.resource(value, version)
}

kubelet := {"kubelet": {"maxPods": 20}, "nodeClassRef": {"name": "default"}}

test_in_a_pool if {
	every version in ["1.0.8", "1.1.0", "unknown"] {
		some found in reports(pool("v1", {}, kubelet), version)
		found.path == ["spec", "template", "spec", "kubelet"]
		endswith(found.help, `move it to spec.kubelet of the EC2NodeClass "default"`)
	}
	count(reports(pool("v1", {}, {"kubeletConfiguration": {"$unknown": "toYaml"}}), "1.0.8")) == 1
}

test_annotation if {
	annotated := pool("v1", {"annotations": {"compatibility.karpenter.sh/v1beta1-kubelet-conversion": "{}"}}, {})
	count(reports(annotated, "1.1.0")) == 1
	reports(annotated, "1.0.8") == set()
	reports(annotated, "unknown") == set()
}

test_right if {
	reports(pool("v1beta1", {}, kubelet), "1.0.8") == set()
	reports(pool("v1", {}, {"kubelet": null}), "1.0.8") == set()
	other := object.union(given.resource(pool("v1", {}, kubelet), "1.0.8"), {"resource": {"cloud": "eks.amazonaws.com"}})
	kubelet_misplaced.report == set() with input as other
}
