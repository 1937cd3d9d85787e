# METADATA
# title: What the API server and Karpenter say of an object
# description: >-
#   karplint checks each object of Karpenter as the API server and Karpenter would, for the target version, and passes the problems to
#   rules as input.resource.problems. Each has a class ("rejected", "pruned", "invalid", "suspicious"), a code, a path, the texts of
#   a report (message, why, help), the releases that have it ("" for all that serve the object), whether it is inferred or conditional, and perhaps a fix.
package karplint.lib.admission

import data.karplint.facts.appliers

# of_class(class): the problems of the class that certainly occur. A branch of a template may be there for a release that does not have the
# problem.
of_class(class) := [problem |
	some problem in object.get(input.resource, "problems", [])
	problem.class == class
	certain(problem)
]

certain(problem) if not problem.conditional

certain(problem) if problem.releases == ""

# report(problem, why, severity): the report of a rule about the problem, at most a warning where no release says it. The title of a fix is the
# help.
report(problem, why, severity) := object.union_n([
	{
		"resource": input.resource.address,
		"path": place_of(problem),
		"claims": [problem.path],
		"message": problem.message,
		"why": why,
		"severity": highest(problem, severity),
	},
	{key: problem[key] | some key in [action(problem)]; problem[key]},
	{"entry": true | problem.class == "pruned"},
])

action(problem) := "fix" if problem.fix

else := "help"

# place_of(problem): the place of a field that exists, perhaps only in another case of a condition, or where it would be.
place_of(problem) := problem.path if {
	problem.code == "unknown-field"
} else := place(problem.path)

# place(path): where the object has the field, or would have it: a missing field is reported at the map that lacks it.
place(path) := path if {
	exists(path)
} else := longest if {
	lengths := {depth | some depth in numbers.range(1, count(path)); exists(array.slice(path, 0, depth))}
	longest := array.slice(path, 0, max(lengths))
} else := path

exists(path) if object.get(object.get(input.resource, "value", {}), path, "$nothing") != "$nothing"

highest(problem, severity) := "warning" if {
	problem.inferred
	severity == "error"
} else := severity

# consequence: what the tools that apply the object do with a field that it must not have.
consequence := concat(", ", [appliers.appliers[name].fact | some name in input.resource.appliers]) if {
	count(object.get(input.resource, "appliers", [])) > 0
} else := appliers.unknown_applier.fact
