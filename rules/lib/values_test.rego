package karplint.lib.values_test

import data.karplint.lib.values

test_unknown if {
	values.unknown({"$unknown": "{{ .x }}"})
	not values.unknown({"$open": true})
	not values.unknown("{{ .x }}")
	not values.unknown(null)
}

test_open if {
	values.open({"a": 1, "$open": true})
	values.open([1, {"$unknown": "{{ .x }}"}])
	not values.open([1, {"$open": true}])
	not values.open({})
}

test_absent if {
	values.absent({}, "a")
	values.absent({"a": null}, "a")
	values.absent({"a": null, "$open": true}, "a")
	not values.absent({"a": false}, "a")
	not values.absent({"$open": true}, "a")
	not values.absent({"$unknown": "{{ .x }}"}, "a")
	not values.absent({"a": {"$unknown": "{{ .x }}"}}, "a")
	not values.absent(null, "a")
}

test_path if {
	values.parent(["a", 1, "b"]) == ["a", 1]
	values.last(["a", 1, "b"]) == "b"
}

test_text if {
	values.text("a") == "a"
	values.text(true) == "true"
	values.text(5) == "5"
}

test_nothing_at if {
	every value in [{}, {"a": null}, {"a": {}}, {"a": {"b": null}}, {"a": {"c": 1}, "$open": true}] {
		values.nothing_at(value, ["a", "b"])
	}
	every value in [
		{"a": {"b": 1}}, {"a": {"b": {"$unknown": "x"}}}, {"a": {"$open": true}}, {"a": {"$unknown": "x"}},
		{"$open": true}, {"$unknown": "x"}, {"a": "text"}, {"a": []}, null,
	] {
		not values.nothing_at(value, ["a", "b"])
	}
}
