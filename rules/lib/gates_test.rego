package karplint.lib.gates_test

import data.karplint.lib.gates

given(gate) := {"value": {"gate": gate}}

never_together(one, two) if gates.exclusive(given(one), given(two))

test_opposites if {
	every pair in [
		["var.x ? 1 : 0", "var.x ? 0 : 1"],
		["var.x ? 1 : 0", "!var.x ? 1 : 0"],
		["var.x ? 1 : 0", "var.x == false ? 1 : 0"],
		["var.x == true ? 1 : 0", "(!var.x) ? 1 : 0"],
		["var.x == \"a\" ? 1 : 0", "var.x != \"a\" ? 1 : 0"],
		["var.x == \"a\" ? 1 : 0", "var.x == \"b\" ? 1 : 0"],
		["toset(var.x ? [\"a\"] : [])", "var.x ? 0 : 1"],
		["var.on ? 1 : 0 && var.x ? 1 : 0", "!var.x ? 1 : 0"],
		["var.a && var.b ? 1 : 0", "var.a && var.b ? 0 : 1"],
	] {
		never_together(pair[0], pair[1])
		never_together(pair[1], pair[0])
	}
}

test_may_be_together if {
	every pair in [
		["var.x ? 1 : 0", "var.x ? 1 : 0"],
		["var.x ? 1 : 0", "var.y ? 0 : 1"],
		["var.x ? 1 : 0", ""],
		["", ""],
		["var.x ? 1 : 2", "var.x ? 2 : 1"],
		["var.x ? 0 : 1", "var.y && var.x ? 1 : 0 || var.z"],
		["var.b ? 1 : 0", "var.a && var.b ? 0 : 1"],
		["var.b ? 0 : 1", "var.a || var.c && var.b ? 1 : 0"],
		["var.x == \"a\" ? 1 : 0", "var.y == \"b\" ? 1 : 0"],
		["var.x == \"${var.a}\" ? 1 : 0", "var.x == \"b\" ? 1 : 0"],
		["var.x ? 1 : var.y ? 1 : 0", "var.x ? 0 : 1"],
		["length(var.x)", "var.x ? 0 : 1"],
	] {
		not never_together(pair[0], pair[1])
		not never_together(pair[1], pair[0])
	}
}
