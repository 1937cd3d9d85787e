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

named(pool_, class_) := found if {
	resources := [object.union({"kind": "Object"}, class_)]
	found := pools.named(pool_) with input as given.project(resources, {}, "unknown")
}

test_named if {
	count(named(pool("NodePool", {"name": "x"}), class("EC2NodeClass", "x"))) == 1
	count(named(pool("Provisioner", {"name": "x"}), class("AWSNodeTemplate", "x"))) == 1
	count(named(pool("NodePool", {"kind": "AWSNodeTemplate", "name": "x"}), class("AWSNodeTemplate", "x"))) == 1
	same := {"$unknown": "var.name"}
	count(named(pool("NodePool", {"name": same}), class("EC2NodeClass", same))) == 1
}

test_named_in_order if {
	resources := [object.union({"kind": "Object", "id": id}, class("EC2NodeClass", "x")) | some id in ["b", "a", "c"]]
	found := pools.named(pool("NodePool", {"name": "x"})) with input as given.project(resources, {}, "unknown")
	[class_.id | some class_ in found] == ["b", "a", "c"]
}

test_names_another_class if {
	named(pool("NodePool", {"name": "x"}), class("EC2NodeClass", "y")) == []
	named(pool("NodePool", {"name": "x"}), class("AWSNodeTemplate", "x")) == []
	named(pool("NodePool", {"kind": "NodeClass", "name": "x"}), class("EC2NodeClass", "x")) == []
	named(pool("NodePool", {"name": {"$unknown": "a"}}), class("EC2NodeClass", {"$unknown": "b"})) == []
	nameless := {"value": {"apiVersion": "karpenter.k8s.aws/v1", "kind": "EC2NodeClass"}}
	named({"value": object_("NodePool", "a")}, nameless) == []
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
