package karplint.lib.pools_test

import data.karplint.lib.given
import data.karplint.lib.pools

object_(kind, name) := {"apiVersion": "karpenter.sh/v1", "kind": kind, "metadata": {"name": name}}

pool(kind, reference) := {"value": object.union(object_(kind, "a"), {"class": reference})}

class(kind, name) := {"value": object_(kind, name)}

test_objects_of_karpenter if {
	every api, count_ in {"karpenter.sh/v1": 1, "karpenter.k8s.aws/v1": 1, "example.com/v1": 0} {
		value := {"apiVersion": api, "kind": "NodePool"}
		found := pools.pools with input as given.project([given.in_terraform("Object", "kubectl_manifest.a", value)], {}, "unknown")
		count(found) == count_
	}
}

test_names_class if {
	pools.names_class(pool("NodePool", {"name": "x"}), class("EC2NodeClass", "x"))
	pools.names_class(pool("Provisioner", {"name": "x"}), class("AWSNodeTemplate", "x"))
	pools.names_class(pool("NodePool", {"kind": "AWSNodeTemplate", "name": "x"}), class("AWSNodeTemplate", "x"))
	same := {"$unknown": "var.name"}
	pools.names_class(pool("NodePool", {"name": same}), class("EC2NodeClass", same))
}

test_names_another_class if {
	not pools.names_class(pool("NodePool", {"name": "x"}), class("EC2NodeClass", "y"))
	not pools.names_class(pool("NodePool", {"name": "x"}), class("AWSNodeTemplate", "x"))
	not pools.names_class(pool("NodePool", {"kind": "NodeClass", "name": "x"}), class("EC2NodeClass", "x"))
	not pools.names_class(pool("NodePool", {"name": {"$unknown": "a"}}), class("EC2NodeClass", {"$unknown": "b"}))
	not pools.names_class({"value": object_("NodePool", "a")}, {"value": {"kind": "EC2NodeClass"}})
}

test_first_of_blocks if {
	resources := [{"id": "1", "block": "a"}, {"id": "2", "block": "a"}, {"id": "3", "block": ""}, {"id": "4"}]
	pools.first_of_blocks(resources) == {"a": {"id": "1", "block": "a"}}
	pools.first_of_blocks([]) == {}
}

test_title if {
	pools.title(class("EC2NodeClass", "x")) == `EC2NodeClass "x"`
	pools.title(class("EC2NodeClass", {"$unknown": "var.x"})) == "EC2NodeClass"
}

test_pools_of_others if {
	every reference in [{"group": "eks.amazonaws.com", "kind": "NodeClass", "name": "default"}, {"kind": "AKSNodeClass", "name": "default"}] {
		value := object.union(object_("NodePool", "a"), {"class": reference})
		pools.pools == [] with input as given.project([given.in_terraform("Object", "kubectl_manifest.a", value)], {}, "unknown")
	}
}
