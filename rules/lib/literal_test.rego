package karplint.lib.literal_test

import data.karplint.lib.given
import data.karplint.lib.literal

pod := given.resource({"kind": "Pod"}, "1.0.8")

branches := {"resource": object.union(pod.resource, {"computed": {["spec"]}})}

test_without_templates if literal.at(["spec"]) with input as pod

test_template_lines if {
	not literal.at(["spec"]) with input as branches
	literal.at(["spec", "containers"]) with input as branches
}

test_either if {
	literal.either(["spec"], {"a": 1, "b": 2}, "b") with input as branches
	not literal.either(["spec"], {"a": 1}, "b") with input as branches
	not literal.either(["spec"], {"a": 1, "b": 2}, "b") with input as pod
}
