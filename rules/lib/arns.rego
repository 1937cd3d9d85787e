# METADATA
# title: Values that are an ARN where a name is wanted
# description: >-
#   A value may be a text, a text with parts that are filled in, or a reference. The expression of an unknown value is that of the place where the
#   value comes from, whatever variables, locals and arguments of modules it went through.
package karplint.lib.arns

import data.karplint.lib.values

# text(value): a string, or the expression of an unknown value without the braces and quotes around it.
text(value) := value if is_string(value)

text(value) := bare(trim(value["$unknown"], "\"' ")) if values.unknown(value)

bare(expression) := trim(inside[1], " ") if {
	some inside in regex.find_all_string_submatch_n(`^\$\{([^{}]*)\}$`, expression, 1)
} else := expression

# is_arn(value): the text begins as an ARN does.
is_arn(value) if startswith(text(value), "arn:")

# reference(value): the parts of a reference to an attribute of a resource, a data source or a module of Terraform: type ("aws_iam_role",
# "module"), owner ("aws_iam_role.node[0]") and attribute ("arn"); undefined for any other expression.
reference(value) := {"owner": found[1], "type": found[2], "attribute": found[3]} if {
	values.unknown(value)
	some found in regex.find_all_string_submatch_n(`^((?:data\.)?(aws_\w+|module)(?:\.[\w-]+|\[[^\[\]]*\])+)\.(\w+)$`, text(value), 1)
}

# is_called(value, word): the name of what is filled in ends with the word: $NODE_ROLE_ARN, var.node_role_arn, {{ .Values.nodeRoleArn | quote }}. In
# the JSON of terraform output, which templates read too, each name has its value below it: {{ .node_role_arn.value }}.
is_called(value, word) if {
	some pattern in [`^\$(\w+)$`, `^\$\{(\w+)\}$`, `^\{\{-?\s*[.$]*([\w.]+)(?:\s*\|\s*quote)?\s*-?\}\}$`]
	some found in regex.find_all_string_submatch_n(pattern, text(value), 1)
	ends_with(trim_suffix(found[1], ".value"), word)
}

is_called(value, word) if {
	values.unknown(value)
	regex.match(`^[\w.\[\]"-]+$`, text(value))
	ends_with(text(value), word)
}

ends_with(name, word) if regex.match(sprintf(`(?:^|[_.a-z0-9-])%s$`, [upper(word)]), name)

ends_with(name, word) if {
	title := sprintf("%s%s", [upper(substring(word, 0, 1)), substring(word, 1, -1)])
	regex.match(sprintf(`(?:^|[_.-])%s$|[a-z0-9]%s$`, [word, title]), name)
}

# last_part(arn): what stands behind the last slash or colon.
last_part(arn) := parts[count(parts) - 1] if parts := split(replace(arn, ":", "/"), "/")
