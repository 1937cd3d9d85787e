package karplint.lib.versions_test

import data.karplint.lib.given
import data.karplint.lib.versions

test_exact if {
	every text in ["0.32.1", "v0.32.1", "=0.32.1", " v0.32.1 "] {
		versions.exact(text) == [0, 32, 1]
	}
	every text in ["0.32", "~0.32.1", "0.32.x", "1.0.0-rc.1", "latest", "", 1] {
		not versions.exact(text)
	}
}

test_ranges if {
	every text, interval in {
		"v0.32.1": {"since": [0, 32, 1], "until": [0, 32, 2]},
		"1.0": {"since": [1, 0, 0], "until": [1, 1, 0]},
		"1.x": {"since": [1, 0, 0], "until": [2, 0, 0]},
		"1.0.*": {"since": [1, 0, 0], "until": [1, 1, 0]},
		"~1.0.4": {"since": [1, 0, 4], "until": [1, 1, 0]},
		"~> 1.0": {"since": [1, 0, 0], "until": [1, 1, 0]},
		"~1": {"since": [1, 0, 0], "until": [2, 0, 0]},
		"^1.2.3": {"since": [1, 2, 3], "until": [2, 0, 0]},
		"^0.37.1": {"since": [0, 37, 1], "until": [0, 38, 0]},
		">= 0.37.0, < 1.0": {"since": [0, 37, 0], "until": [1, 0, 0]},
		"> 1.0, <= 1.2": {"since": [1, 1, 0], "until": [1, 3, 0]},
	} {
		versions.range(text) == interval
	}
	every text in ["latest", "1.0 || 2.0", ">= 1.1, < 1.1", "!= 1.0.0", "1.0.0-rc.1", "", {"$unknown": "var.v"}, null] {
		not versions.range(text)
	}
}

test_overlap if {
	versions.overlap(versions.range("~1.0"), versions.range("1.0.8"))
	not versions.overlap(versions.range("~1.0"), versions.range("1.1.0"))
	not versions.overlap(versions.range("1.1.0"), versions.range("~1.0"))
	versions.overlap(versions.between("", ""), versions.range("1.1.0"))
}

test_numbers_are_no_text if versions.range("0.9.0").since < versions.range("0.10.0").since

test_target if {
	versions.target == {"since": [1, 0, 8], "until": [1, 0, 9]} with input as given.resource({}, "1.0.8")
	versions.target == {"since": [0, 33, 0], "until": versions.endless} with input as {"target": {"known": true, "min": "0.33.0"}}
	versions.target == {"since": [0, 0, 0], "until": [0, 32, 11]} with input as {"target": {"known": true, "max": "0.32.10"}}
	versions.target.until == [0, 33, 0] with input as {"target": {"known": true, "max": "0.32.99999"}}
	versions.target.until == [2, 0, 0] with input as {"target": {"known": true, "max": "1.99999.99999"}}
	not versions.target with input as given.resource({}, "unknown")
}

test_target_text if {
	versions.target_text == "1.0.8" with input as given.resource({}, "1.0.8")
	versions.target_text == ">= 0.33.0" with input as {"target": {"known": true, "min": "0.33.0"}}
	versions.target_text == ">= 0.32.0, < 0.33.0" with input as {"target": {"known": true, "min": "0.32.0", "max": "0.32.99999"}}
	versions.target_text == "< 0.33.0" with input as {"target": {"known": true, "max": "0.32.99999"}}
}
