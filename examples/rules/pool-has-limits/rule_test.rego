package karplint.custom.pool_has_limits_test

import data.karplint.custom.pool_has_limits
import data.karplint.lib.given

pool(spec) := given.resource({"kind": "NodePool", "metadata": {"name": "a"}, "spec": spec}, "1.0.8")

test_without_limits if {
	some found in pool_has_limits.report with input as pool({"weight": 1})
	found.path == ["spec"]
}

test_empty_limits if {
	some found in pool_has_limits.report with input as pool({"limits": {}})
	found.path == ["spec", "limits"]
}

test_with_limits if count(pool_has_limits.report) == 0 with input as pool({"limits": {"cpu": 100}})

test_unknown_limits if count(pool_has_limits.report) == 0 with input as pool({"limits": {"$unknown": ".Values.limits"}})
