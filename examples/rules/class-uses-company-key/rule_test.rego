package karplint.custom.class_uses_company_key_test

import data.karplint.custom.class_uses_company_key
import data.karplint.lib.given

class(spec, keys) := object.union(
	given.resource({"kind": "EC2NodeClass", "metadata": {"name": "a"}, "spec": spec}, "1.0.8"),
	{"config": {"options": {"ACME003": {"keys": keys}}}},
)

volume(ebs) := {"blockDeviceMappings": [{"deviceName": "/dev/xvda", "ebs": ebs}]}

messages(given) := {found.message | some found in class_uses_company_key.report with input as given}

test_no_key if {
	some found in class_uses_company_key.report with input as class(volume({"encrypted": true}), ["ours"])
	found.path == ["spec", "blockDeviceMappings", 0, "ebs"]
	found.fix.ops[0].path == ["spec", "blockDeviceMappings", 0, "ebs", "kmsKeyID"]
	found.fix.ops[0].value == "ours"
}

test_another_key if messages(class(volume({"kmsKeyID": "theirs"}), ["ours"])) == {"volume /dev/xvda has another key"}

test_no_fix_if_there_is_a_choice if {
	some found in class_uses_company_key.report with input as class(volume({"kmsKeyID": "theirs"}), ["ours", "old"])
	not found.fix
}

test_not_encrypted if messages(class(volume({"kmsKeyID": "ours", "encrypted": false}), ["ours"])) == {"volume /dev/xvda is not encrypted"}

test_no_mappings if count(messages(class({}, ["ours"]))) == 1

test_company_key if messages(class(volume({"kmsKeyID": "ours", "encrypted": true}), ["ours"])) == set()

test_no_option if messages(class({}, [])) == set()

test_unknown if messages(class(volume({"kmsKeyID": {"$unknown": "var.key"}}), ["ours"])) == set()
