# METADATA
# title: TOML in the strings of an object
# description: >-
#   Some tools take their configuration as TOML in a string of a YAML file: GitLab's runner has node selectors and pod
#   annotations in it. Only lines of the form key = value and inline tables are read.
package karplint.lib.toml

import data.karplint.lib.selectors
import data.karplint.lib.values

# entries(key): where the key is set in TOML, as {"path" of the string, "table", "text" of the line}. The table is the last part of
# its name, in lower case without _ and -.
entries(key) := {entry |
	some [path, text] in karplint.texts(input.resource.value, [key])
	lines := split(text, "\n")
	count(lines) > 1
	some i, line in lines
	table := table_of(lines, i, line, key)
	entry := {
		"path": [step | some step in path; step != "$unknown"],
		"table": selectors.normal(last_of(table)),
		"text": trim_space(line),
	}
}

# table_of(lines, i, line, key): the table in which the line sets the key; undefined if it does not.
table_of(lines, i, line, key) := headers[count(headers) - 1] if {
	regex.match(sprintf(`^\s*["']%s["']\s*=\s*\S`, [quoted(key)]), line)
	headers := [header_of(other) | some other in array.slice(lines, 0, i)]
}

table_of(_, _, line, key) := found[1] if {
	found := regex.find_all_string_submatch_n(sprintf(`^\s*([A-Za-z_.-]+)\s*=\s*\{.*["']%s["']\s*=`, [quoted(key)]), line, 1)[0]
}

header_of(line) := regex.find_all_string_submatch_n(`^\s*\[+([^\]]+)\]+\s*(#.*)?$`, line, 1)[0][1]

# last_of(table): the last part of a table's dotted name.
last_of(table) := values.last(split(trim_space(table), "."))

quoted(key) := replace(key, ".", `\.`)
