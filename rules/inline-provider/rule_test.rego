package karplint.rules.inline_provider_test

import data.karplint.lib.given
import data.karplint.rules.inline_provider as rule

provisioner(spec) := {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "a"}, "spec": spec}

pool(spec) := {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"}, "spec": spec}

reports(object_, version) := found if found := rule.report with input as given.resource(object_, version)

block := {"subnetSelector": {"a": "b"}}

test_provisioner_by_version if {
	every version, severity in {"0.31.4": "info", "0.32.10": "warning", "unknown": "warning", "0.33.0": "error"} {
		some found in reports(provisioner({"provider": block}), version)
		found.severity == severity
		found.path == ["spec", "provider"]
	}
}

test_fix_is_the_conversion if {
	every version, to in {"0.32.10": "v1beta1", "unknown": "v1beta1", "1.0.8": "v1beta1", "1.1.0": "v1"} {
		some found in reports(provisioner({"provider": block}), version)
		found.fix.ops == [{"do": "convert", "to": to}]
		contains(found.help, "karplint convert")
	}
}

test_below_0_32_nothing_serves_the_result if {
	some found in reports(provisioner({"provider": block}), "0.31.4")
	not found.fix
	found.help == "move it into an AWSNodeTemplate, or convert it once you run 0.32"
}

test_pool if {
	some found in reports(pool({"provider": block}), "1.0.8")
	startswith(found.message, "spec.provider is not a field of NodePool")
	not found.fix
	some inner in reports(pool({"template": {"spec": {"provider": block}}}), "unknown")
	inner.path == ["spec", "template", "spec", "provider"]
}

test_silent if {
	every object_ in [
		provisioner({"providerRef": {"name": "a"}}),
		provisioner({"provider": null}),
		provisioner({"provider": {"$unknown": "{{ toYaml .x }}"}}),
		provisioner({"$unknown": "{{ toYaml .x }}"}),
		object.union(provisioner({"provider": block}), {"apiVersion": "example.com/v1"}),
		object.union(provisioner({"provider": block}), {"apiVersion": {"$unknown": "{{ .x }}"}}),
		pool({"provider": null, "template": {"metadata": {"labels": {"provider": "aws"}}}}),
	] {
		reports(object_, "0.32.10") == set()
	}
}
