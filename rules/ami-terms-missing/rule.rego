# METADATA
# title: A v1 class does not select the images of its nodes
# description: |
#   In `karpenter.k8s.aws/v1beta1` Karpenter takes the newest image of the `amiFamily` if there are no
#   `amiSelectorTerms`. **In `karpenter.k8s.aws/v1` at least one term is required.** The family is required too,
#   unless a term has an alias. An alias, such as `al2023@latest`, names the family and the images:
#
#   - it must be the only field of the only term
#   - `amiFamily`, if it is set as well, must be the family of the alias, or `Custom`
#
#   Kubernetes rejects a class that breaks one of these rules.
#
#   **What to do.** To get the images that v1beta1 chose, write the alias of the family and leave out `amiFamily`:
#
#   | `amiFamily` | alias |
#   |---|---|
#   | `AL2` | `al2@latest` |
#   | `AL2023` | `al2023@latest` |
#   | `Bottlerocket` | `bottlerocket@latest` |
#   | `Windows2019`, `Windows2022` | `windows2019@latest`, `windows2022@latest` |
#
#   In production name the version, such as `al2023@v20240807`: with `latest`, Karpenter replaces nodes whenever there is a new image.
#
#   **Not reported.** Classes that may get the field from a template or a kustomize patch; patches themselves, and parts of a class.
#   `Ubuntu` is reported by [KL530](KL530.md).
#
#   **Fix safety.** Safe where the terms are missing and the family has an alias: the nodes start from the same images as before.
# related_resources:
# - description: Karpenter, spec.amiSelectorTerms
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specamiselectorterms
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL529
#   severity: error
#   scope: resource
#   fix: safe
#   kinds: [EC2NodeClass]
#   apis: [v1]
package karplint.rules.ami_terms_missing

import data.karplint.facts.v1beta1_to_v1.ami_aliases
import data.karplint.lib.classes
import data.karplint.lib.literal
import data.karplint.lib.values

report contains object.union(
	{
		"resource": input.resource.address,
		"path": terms_path,
		"claims": [family_path],
		"message": "the class has no amiSelectorTerms, which karpenter.k8s.aws/v1 requires",
		"why": "the API server rejects the class",
		"help": advice,
	},
	fix,
) if {
	classes.is_whole
	no_terms
}

report contains {
	"resource": input.resource.address,
	"path": family_path,
	"claims": [["spec"]],
	"message": "the class has no amiFamily, which amiSelectorTerms without an alias require",
	"why": "the API server rejects the class",
	"help": "set amiFamily to the family of the images",
} if {
	classes.is_whole
	all_known
	count(aliases) == 0
	classes.lacks("amiFamily")
}

report contains {
	"resource": input.resource.address,
	"path": array.concat(terms_path, [i, "alias"]),
	"claims": [terms_path, array.concat(terms_path, [i])],
	"message": sprintf("alias %q is not the only field of the only item of amiSelectorTerms", [alias]),
	"why": "the API server rejects the class",
	"help": "delete the other fields and items, or select without an alias",
} if {
	some i, alias in aliases
	accompanied(i)
}

report contains {
	"resource": input.resource.address,
	"path": family_path,
	"claims": [["spec"]],
	"message": sprintf("amiFamily %q contradicts alias %q", [classes.spec.amiFamily, alias]),
	"why": "the API server rejects the class",
	"help": sprintf("set amiFamily: %s, or delete amiFamily", [family]),
	"related": [{"path": array.concat(terms_path, [i, "alias"]), "message": "the alias is here"}],
} if {
	some i, alias in aliases
	some family, name in ami_aliases.families
	name == split(alias, "@")[0]
	is_string(classes.spec.amiFamily)
	not classes.spec.amiFamily in {family, "Custom", "Ubuntu"}
	literal.at(family_path)
}

terms_path := ["spec", "amiSelectorTerms"]

family_path := ["spec", "amiFamily"]

# no_terms: there are certainly none, here or in a patch.
no_terms if classes.lacks("amiSelectorTerms")

no_terms if {
	classes.spec.amiSelectorTerms == []
	literal.at(terms_path)
	classes.unpatched("amiSelectorTerms")
}

# all_known: the list is complete, and no item comes from a template.
all_known if {
	count(classes.spec.amiSelectorTerms) > 0
	not values.open(classes.spec.amiSelectorTerms)
	literal.at(terms_path)
	classes.unpatched("amiSelectorTerms")
	every i, term in classes.spec.amiSelectorTerms {
		is_object(term)
		not values.open(term)
		literal.at(array.concat(terms_path, [i]))
	}
}

# aliases: those that are known, by the number of the term.
aliases := {i: term.alias |
	is_array(classes.spec.amiSelectorTerms)
	some i, term in classes.spec.amiSelectorTerms
	"alias" in object.keys(term)
	term.alias != null
}

# accompanied(i): the term with the alias has other fields, or there are other terms.
accompanied(_) if {
	all_known
	count(classes.spec.amiSelectorTerms) > 1
}

accompanied(i) if {
	all_known
	some field in ["id", "tags", "name", "owner"]
	object.get(classes.spec.amiSelectorTerms[i], field, null) != null
}

alias := sprintf("%s@%s", [ami_aliases.families[classes.spec.amiFamily], ami_aliases.version])

advice := sprintf("set alias: %s, which is what v1beta1 chose", [alias]) if alias

else := "select images by alias, such as al2023@latest, or by id, name or tags"

default fix := {}

fix := {"fix": {
	"title": advice,
	"safety": "safe",
	"ops": [{"do": "set", "path": terms_path, "value": [{"alias": alias}]}],
}} if {
	literal.at(family_path)
}
