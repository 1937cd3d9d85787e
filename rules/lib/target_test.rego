package karplint.lib.target_test

import data.karplint.lib.given
import data.karplint.lib.target

test_exact if {
	target.at_least("1.0") with input as given.resource({}, "1.0.8")
	target.at_least("1.0.8") with input as given.resource({}, "1.0.8")
	not target.at_least("1.0.9") with input as given.resource({}, "1.0.8")
	target.below("1.1") with input as given.resource({}, "1.0.8")
	not target.below("1.0.8") with input as given.resource({}, "1.0.8")
	target.at_least("0.9") with input as given.resource({}, "0.32.0")
	target.at_least("1") with input as given.resource({}, "1.0.0")
}

test_unknown_is_neither if {
	not target.at_least("0.1") with input as given.resource({}, "unknown")
	not target.below("99") with input as given.resource({}, "unknown")
}

test_half_open if {
	from := {"target": {"known": true, "min": "0.33.0"}}
	target.at_least("0.32") with input as from
	not target.at_least("1.0") with input as from
	not target.below("99") with input as from
}
