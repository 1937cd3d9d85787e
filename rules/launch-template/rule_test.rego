package karplint.rules.launch_template_test

import data.karplint.lib.given
import data.karplint.rules.launch_template as rule

node_template(spec) := {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "metadata": {"name": "a"}, "spec": spec}

provisioner(spec) := {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "a"}, "spec": spec}

class(api, spec) := {"apiVersion": sprintf("karpenter.k8s.aws/%s", [api]), "kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}

reports(object_, version) := found if found := rule.report with input as given.resource(object_, version)

test_alpha_by_version if {
	every version, severity in {"0.31.4": "info", "0.32.10": "warning", "unknown": "warning", "0.33.0": "error"} {
		some found in reports(node_template({"launchTemplate": "x"}), version)
		found.severity == severity
		found.path == ["spec", "launchTemplate"]
		startswith(found.message, "launchTemplate does not exist from v1beta1 on")
	}
}

test_inline_provider if {
	some found in reports(provisioner({"provider": {"launchTemplate": "x"}}), "0.32.10")
	found.path == ["spec", "provider", "launchTemplate"]
}

test_class if {
	every api in ["v1beta1", "v1"] {
		every field in ["launchTemplate", "launchTemplateName"] {
			some found in reports(class(api, {field: "x"}), "unknown")
			found.severity == "error"
			contains(found.message, "is not a field of EC2NodeClass")
		}
	}
}

test_templated_value if {
	some found in reports(node_template({"launchTemplate": {"$unknown": "${x}"}}), "0.32.10")
	startswith(found.message, "launchTemplate does not exist")
}

test_silent if {
	every object_ in [
		node_template({"launchTemplate": null}),
		node_template({"userData": "launchTemplate: x"}),
		node_template({"$unknown": "{{ toYaml .x }}"}),
		provisioner({"provider": {"tags": {"launchTemplate": "x"}}}),
		provisioner({"provider": {"$unknown": "{{ .x }}"}}),
		class({"$unknown": "{{ .x }}"}, {"launchTemplate": "x"}),
		object.union(class("v1", {"launchTemplate": "x"}), {"apiVersion": {"$unknown": "{{ .api }}"}}),
		object.union(class("v1", {"launchTemplate": "x"}), {"apiVersion": "example.com/v1"}),
	] {
		reports(object_, "0.32.10") == set()
	}
}
