# METADATA
# title: The user data of a class
# description: >-
#   Karpenter takes plain text and adds what the node needs to join. What it does with the text depends on the family of the class, and its form on
#   how it begins.
package karplint.lib.user_data

import data.karplint.lib.arns
import data.karplint.lib.classes
import data.karplint.lib.images
import data.karplint.lib.kustomize
import data.karplint.lib.literal
import data.karplint.lib.values

path := ["spec", "userData"]

# family: the family whose user data Karpenter writes for the class: spec.amiFamily, else that of the alias. Undefined if a template or a patch may
# decide it.
family := classes.spec.amiFamily if {
	is_string(classes.spec.amiFamily)
	literal.at(["spec", "amiFamily"])
	classes.unpatched("amiFamily")
	not kustomize.is_patch
} else := row.family if {
	classes.lacks("amiFamily")
	classes.unpatched("amiSelectorTerms")
	not kustomize.is_patch
	some term in classes.spec.amiSelectorTerms
	is_string(term.alias)
	row := images.of_alias(term.alias)
}

# written: the class has user data, with a text or a template. Most have none, so rules ask for it first.
written if classes.present("userData")

# none: the class certainly has no user data.
none if classes.lacks("userData")

none if {
	classes.spec.userData == ""
	literal.at(path)
	classes.unpatched("userData")
}

# text: the user data. Expressions of templates stay in it. Undefined if conditions decide which of its lines there are.
text := whole if {
	classes.unpatched("userData")
	literal.at(path)
	whole := plain(classes.spec.userData)
	not regex.match(`%\{|\{\{-?\s*(?:if|else|with|range|end|include|template|toYaml)\b`, whole)
}

plain(value) := value if is_string(value)

# A text that Terraform or a template completes.
plain(value) := lines if {
	values.unknown(value)
	some found in regex.find_all_string_submatch_n(`^<<[-~]?\w+\r?\n((?s).*)$`, value["$unknown"], 1)
	lines := found[1]
} else := replace(found[1], `\n`, "\n") if {
	values.unknown(value)
	some found in regex.find_all_string_submatch_n(`^"((?s).*)"$`, value["$unknown"], 1)
} else := regex.replace(found[2], sprintf(`(?m)^%s`, [found[3]]), "") if {
	values.unknown(value)
	some found in regex.find_all_string_submatch_n(`^([|>][^\n]*)\n((?:[ \t]*\r?\n)*([ ]*)(?s).*)$`, value["$unknown"], 1)
}

# form: what the text is, by how it begins.
form := "mime" if {
	regex.match(`^\s*(?:MIME-Version|Content-Type):`, text)
} else := "script" if {
	regex.match(`^\s*(?:#!|/etc/eks/bootstrap\.sh\s)`, text)
} else := "cloud-config" if {
	regex.match(`^\s*#cloud-config\b`, text)
} else := "powershell" if {
	regex.match(`(?i)^\s*<powershell>`, text)
} else := "nodeconfig" if {
	is_nodeconfig
} else := "toml" if {
	regex.match(`^(?:\s*(?:#[^\n]*)?\n)*\s*(?:\[\[?[\w."-]+\]\]?\s*(?:#[^\n]*)?(?:\n|$)|settings\.[\w."-]+\s*=)`, text)
} else := "base64" if {
	encoded
}

# is_nodeconfig: the text has the head of a NodeConfig of EKS at the beginning of its lines.
is_nodeconfig if {
	regex.match(`(?m)^apiVersion:\s*["']?node\.eks\.aws/`, text)
	regex.match(`(?m)^kind:\s*["']?NodeConfig\b`, text)
}

# encoded: the text is base64 of one of the forms.
encoded if {
	bare := regex.replace(text, `\s`, "")
	count(bare) >= 12
	regex.match(`^[A-Za-z0-9+/]+={0,2}$`, bare)
	base64.is_valid(bare)
	regex.match(`^\s*(?:#!|#cloud-config|MIME-Version:|Content-Type:|<powershell>|\[|apiVersion:|---|settings\.)`, base64.decode(bare))
}

# called(value): the function of Terraform that makes the value encodes it.
called(value) if regex.match(`^base64(?:encode|gzip)\(`, arns.text(value))
