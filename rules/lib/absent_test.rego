package karplint.lib.absent_test

import data.karplint.lib.absent
import data.karplint.lib.given

pool(spec) := given.resource({"kind": "NodePool", "metadata": {"name": "a"}, "spec": spec}, "1.0.8")

changed(spec, fields) := {"resource": object.union(pool(spec).resource, fields)}

test_absent if {
	absent.at(["spec", "limits"]) with input as pool({})
	absent.at(["spec", "limits"]) with input as pool({"limits": null})
	absent.at(["spec", "limits", "cpu"]) with input as pool({})
	absent.at(["spec", "limits", "cpu"]) with input as pool({"limits": {"memory": "1Gi"}})
	absent.at(["spec", "limits", "cpu"]) with input as {"resource": {"value": {"kind": "NodePool"}}}
}

test_present if {
	not absent.at(["spec", "limits"]) with input as pool({"limits": {}})
	not absent.at(["spec", "limits", "cpu"]) with input as pool({"limits": {"cpu": 1}})
	not absent.at(["spec", "limits"]) with input as pool({"limits": {"$unknown": ".Values.limits"}})
}

test_unknown_around_it if {
	not absent.at(["spec", "limits"]) with input as pool({"$open": true})
	not absent.at(["spec", "limits", "cpu"]) with input as pool({"limits": {"$unknown": ".Values.limits"}})
	not absent.at(["spec", "limits", "cpu"]) with input as pool({"limits": {"$open": true}})
}

test_of_a_list if absent.at(["spec", "taints", 0]) with input as pool({"taints": []})

test_templates if {
	not absent.at(["spec", "limits"]) with input as changed({}, {"computed": {["spec"]}})
	not absent.at(["spec", "limits"]) with input as changed({"limits": null}, {"computed": {["spec", "limits"]}})
	absent.at(["spec", "limits"]) with input as changed({}, {"computed": {["spec", "template"]}})
}

test_kustomizations if {
	not absent.at(["spec", "limits"]) with input as changed({}, {"patch": true})
	not absent.at(["spec", "limits"]) with input as changed({}, {"part": true})
	not absent.at(["spec", "limits"]) with input as changed({}, {"patches": [{"spec": {"limits": {"cpu": 1}}}]})
	absent.at(["spec", "limits"]) with input as changed({}, {"patches": [{"spec": {"weight": 1}}]})
}
