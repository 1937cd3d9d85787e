package karplint.rules.bottlerocket_data_volume_test

import data.karplint.lib.given
import data.karplint.rules.bottlerocket_data_volume

class(spec) := given.resource({"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass", "spec": spec}, "1.8.1")

reports(spec) := found if {
	found := bottlerocket_data_volume.report with input as class(spec)
}

with_volumes(mappings) := {"amiSelectorTerms": [{"alias": "bottlerocket@latest"}], "blockDeviceMappings": mappings}

volume(device, size) := {"deviceName": device, "ebs": {"volumeSize": size}}

test_system_alone if {
	some found in reports(with_volumes([volume("/dev/xvda", "100Gi")]))
	found.path == ["spec", "blockDeviceMappings", 0, "ebs", "volumeSize"]
	found.message == "/dev/xvda is the volume of the system, and /dev/xvdb, for images and data of pods, keeps its 20 GiB"
	every size in ["30Gi", "22G", "1Ti"] {
		count(reports(with_volumes([volume("/dev/xvda", size)]))) == 1
	}
}

test_small if {
	every size in ["4Gi", "20Gi", "21G", 107374182400, {"$unknown": "var.size"}] {
		reports(with_volumes([volume("/dev/xvda", size)])) == set()
	}
}

test_both if {
	reports(with_volumes([volume("/dev/xvda", "100Gi"), volume("/dev/xvdb", "100Gi")])) == set()
	reports(with_volumes([volume("/dev/xvda", "100Gi"), volume({"$unknown": "var.device"}, "100Gi")])) == set()
	reports(with_volumes([volume("/dev/xvda", "100Gi"), {"$unknown": "…"}])) == set()
	reports(with_volumes({"$unknown": "var.mappings"})) == set()
	reports(with_volumes([])) == set()
}

test_other_families if {
	every family in ["AL2023", "Custom", {"$unknown": "var.family"}] {
		reports(object.union(with_volumes([volume("/dev/xvda", "100Gi")]), {"amiFamily": family})) == set()
	}
}

test_instance_store if {
	every policy in ["RAID0", {"$unknown": "var.policy"}] {
		reports(object.union(with_volumes([volume("/dev/xvda", "100Gi")]), {"instanceStorePolicy": policy})) == set()
	}
}

test_patched if {
	patched := {"resource": {"patches": [{"spec": {"blockDeviceMappings": []}}]}}
	found := bottlerocket_data_volume.report with input as object.union(class(with_volumes([volume("/dev/xvda", "100Gi")])), patched)
	found == set()
}
