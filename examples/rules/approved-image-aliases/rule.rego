# METADATA
# title: A class takes its images from an approved alias
# description: |
#   New images change the kernel, the kubelet and the runtime of all nodes. Only those that the platform team has tested may be used.
#
#   **What to do.** Set one of the approved aliases. Name them in the configuration; `*` matches any text:
#
#   ```yaml
#   rules:
#     approved-image-aliases:
#       aliases: ["al2023@v202408*", bottlerocket@v1.20.4]
#   ```
#
#   **Not reported.** Classes while no alias is named; terms that a variable or a template decides.
# custom:
#   id: ACME004
#   severity: error
#   severity_note: warning for images by id, name or tags
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   apis: [v1]
#   options:
#     aliases:
#       type: strings
#       default: []
#       description: the aliases of images that classes may use, with * for any text
package karplint.custom.approved_image_aliases

aliases := input.config.options.ACME004.aliases

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiSelectorTerms", i, "alias"],
	"message": sprintf("the image alias %q is not approved", [term.alias]),
	"why": "nobody has tested these images",
	"help": sprintf("take %s", [concat(" or ", aliases)]),
} if {
	count(aliases) > 0
	some i, term in input.resource.value.spec.amiSelectorTerms
	is_string(term.alias)
	not is_approved(term.alias)
}

report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiSelectorTerms", i],
	"severity": "warning",
	"message": sprintf("images are selected by %s, and not by an approved alias", [field]),
	"why": "other images may match it one day",
	"help": sprintf("take %s", [concat(" or ", aliases)]),
} if {
	count(aliases) > 0
	some i, term in input.resource.value.spec.amiSelectorTerms
	some field in ["id", "name", "tags"]
	term[field]
}

is_approved(alias) if {
	some pattern in aliases
	glob.match(pattern, [], alias)
}
