# METADATA
# title: Chart versions and ranges of them
# description: >-
#   A version is a list of three numbers, which Rego compares in the right order. An interval is {"since", "until"}, without
#   until itself.
package karplint.lib.versions

# range(text): the interval of the releases that a chart's version or range allows: v0.32.1, 1.0.x, ~1.0, ^1.2.3,
# ">= 0.37.0, < 1.0.0". Undefined for other ranges, pre-releases, unknown versions, and ranges without any release.
range(text) := interval if {
	is_string(text)
	parts := [comparison(trim_space(part)) | some part in split(text, ",")]
	count(parts) == count(split(text, ","))
	interval := {
		"since": max([part.since | some part in parts]),
		"until": min([part.until | some part in parts]),
	}
	interval.since < interval.until
}

# exact(text): the version in the text, with or without v; undefined for a range.
exact(text) := version if {
	is_string(text)
	regex.match(`^\s*=?\s*v?\d+\.\d+\.\d+\s*$`, text)
	version := [to_number(digits) | some digits in regex.find_n(`\d+`, text, 3)]
}

# text(version): the version as text.
text(version) := concat(".", [format_int(number, 10) | some number in version])

# overlap(a, b): some version is in both intervals.
overlap(a, b) if max([a.since, b.since]) < min([a.until, b.until])

# between(since, until): the interval between two full versions, each "" if open.
between(since, until) := {"since": start(since), "until": end(until)}

start("") := [0, 0, 0]

start(version) := exact(version)

end("") := endless

end(version) := exact(version)

endless := [1000000, 0, 0]

# target: the interval of the target; undefined if unknown.
target := {"since": start(object.get(input.target, "min", "")), "until": target_end} if input.target.known

target_end := carried(next(exact(input.target.max), 2)) if input.target.max

else := endless

# target_text: the target for messages: "0.37.8", ">= 0.33.0, < 1.0.0".
target_text := text(target.since) if next(target.since, 2) == target.until

else := concat(", ", array.concat(
	[sprintf(">= %s", [text(target.since)]) | target.since != [0, 0, 0]],
	[sprintf("< %s", [text(target.until)]) | target.until != endless],
))

# carried(version): 99999 is the highest minor or patch number, so the next minor or major follows it.
carried([major, minor, patch]) := [major + 1, 0, 0] if {
	minor >= 99999
	patch > 99999
}

else := [major, minor + 1, 0] if patch > 99999

else := [major, minor, patch]

comparison(text) := bounds(operator, given) if {
	found := regex.find_all_string_submatch_n(`^(=|>=|>|<=|<|~>?|\^)?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?$`, text, 1)[0]
	operator := found[1]
	given := [to_number(part) | some part in array.slice(found, 2, 5); regex.match(`^\d+$`, part)]
}

# bounds(operator, given): given is the list of the one to three numbers in the text.
bounds(operator, given) := {"since": padded(given), "until": next(given, count(given) - 1)} if operator in {"", "="}

bounds(">=", given) := {"since": padded(given), "until": endless}

bounds(">", given) := {"since": next(given, count(given) - 1), "until": endless}

bounds("<", given) := {"since": [0, 0, 0], "until": padded(given)}

bounds("<=", given) := {"since": [0, 0, 0], "until": next(given, count(given) - 1)}

bounds(operator, given) := {"since": padded(given), "until": next(given, min([1, count(given) - 1]))} if {
	operator in {"~", "~>"}
}

bounds("^", given) := {"since": padded(given), "until": next(given, leading(given))}

# leading(given): the index of the first given number that is not 0.
leading(given) := min([i | some i, number in given; number > 0])

# next(given, place): the next version with a higher number at the place.
next(given, place) := padded(array.concat(array.slice(given, 0, place), [given[place] + 1]))

padded(given) := array.slice(array.concat(given, [0, 0]), 0, 3)
