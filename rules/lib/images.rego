# METADATA
# title: Which images a class selects
# description: >-
#   An alias names the family and the images. A term with a name or a parameter of SSM may select images that AWS publishes, which the table
#   images knows by the form of their names.
package karplint.lib.images

import data.karplint.facts.images

# of_alias(alias): the row of the family that an alias names.
of_alias(alias) := row if {
	some row in images.families
	row.alias == split(alias, "@")[0]
}

# row(family): the row of a family by its name.
row(family) := found if {
	some found in images.families
	found.family == family
}

# named(term): the images of AWS that a term selects by their name, for some version of Kubernetes.
named(term) := {image | some [image, _] in matches(term)}

# minors_of(term): the minors of Kubernetes of these images.
minors_of(term) := {minor | some [_, minor] in matches(term)}

# Tags are those of one's own account.
matches(term) := {[image, minor] |
	some image in images.names
	some minor in minors
	regex.match(form, replace(image.name, "KUBERNETES", sprintf("1.%d", [minor])))
} if {
	is_string(term.name)
	not term.tags
	object.get(term, "owner", "amazon") in owners
	form := pattern(term.name)
} else := set()

minors := numbers.range(21, 40)

# owners: the accounts that publish images of EKS, as an owner is written.
owners := {"amazon", "602401143452", "092701018921"}

# pattern(name): a regular expression for a name with the wildcards of EC2. The date or version at the end counts as any.
pattern(name) := concat("", ["^", regex.replace(regex.replace(quoted, `\*`, ".*"), `\?`, "."), "$"]) if {
	undated := regex.replace(name, `v20[\d*?]+|v\d+\.[\d.*?]+(?:-[0-9a-f*?]+)?|20\d\d\.\d\d\.\d\d`, "*")
	quoted := regex.replace(undated, `[^\w*?-]`, `[$0]`)
}

# architecture(class): the only architecture of the images that a class of a project selects. Undefined if it may have several.
architecture(class) := one if {
	terms := class.value.amiSelectorTerms
	is_array(terms)
	count(terms) > 0
	found := [architectures_of(term) | some term in terms]
	count(found) == count(terms)
	all := union({of | some of in found})
	count(all) == 1
	some one in all
}

# architectures_of(term): those of the images that a term selects by name or by a parameter of SSM.
architectures_of(term) := {one} if {
	some key in ["name", "ssmParameter"]
	is_string(term[key])
	one := in_name(term[key])
} else := {one} if {
	is_string(term.ssmParameter)
	regex.match(`/amazon-linux-2(?:-gpu)?/`, term.ssmParameter)
	one := "amd64"
} else := {row.architecture | some row in named(term)} if {
	count(named(term)) > 0
}

# in_name(text): the architecture that a name contains, in the words of AWS or of Kubernetes.
in_name(text) := "amd64" if {
	regex.match(`x86[_-]64|amd64`, text)
	not regex.match(`arm64|aarch64`, text)
}

in_name(text) := "arm64" if {
	regex.match(`arm64|aarch64`, text)
	not regex.match(`x86[_-]64|amd64`, text)
}
