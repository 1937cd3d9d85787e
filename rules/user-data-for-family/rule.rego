# METADATA
# title: The family of the class does not run its user data
# description: |
#   Each family of images reads `spec.userData` in its own form, and Karpenter adds what the node needs to join in that form:
#
#   | Family | Takes |
#   |---|---|
#   | `AL2` | a script, MIME with several parts |
#   | `AL2023` | a script, a NodeConfig of `node.eks.aws`, MIME with several parts |
#   | `Bottlerocket` | TOML |
#   | `Windows…` | PowerShell |
#   | `Custom` | anything: Karpenter adds nothing, and the node joins by what the user data or the image says |
#
#   The text is plain in all families: Karpenter encodes it in base64 itself.
#
#   AL2023 has no `/etc/eks/bootstrap.sh`. Its images start nodes with nodeadm, and have in that place a script that fails.
#
#   **What you see in the cluster.** With Bottlerocket no node starts: the log of the controller says `invalid UserData`. With other families nodes
#   join without what the user data was to set, such as labels or the number of pods. The log of a node says `ERROR: bootstrap.sh has been removed
#   from AL2023-based EKS AMIs` ([amazon-eks-ami#2056](https://github.com/awslabs/amazon-eks-ami/pull/2056)), `Exec format error` or `failed to
#   decode node config`. With `Custom` and no user data instances start and never register
#   ([#4708](https://github.com/aws/karpenter-provider-aws/issues/4708)).
#
#   **What to do.** Write what the family takes. What is passed to `bootstrap.sh` becomes a NodeConfig, or fields of the class or the pool: `kubelet`,
#   labels, taints.
#
#   ```yaml
#   userData: |
#     apiVersion: node.eks.aws/v1alpha1
#     kind: NodeConfig
#     spec:
#       kubelet:
#         config: {maxPods: 110}
#   ```
#
#   **Not reported.**
#
#   - A class whose family a template, a variable or a kustomize patch decides; user data that comes from a file, a module or a template, or some
#     lines of which depend on conditions; patches.
#   - Text of a form that karplint does not know.
#   - A script that calls `bootstrap.sh` only if it is there, or that changes it.
#   - `Custom` without user data and with images of one's own, which may have in them what the node needs.
#
#   **Fix safety.** No automatic fix.
# related_resources:
# - description: Karpenter, spec.userData
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#specuserdata
# - description: nodeadm
#   ref: https://awslabs.github.io/amazon-eks-ami/nodeadm/
# custom:
#   id: KL546
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   apis: [v1beta1, v1]
package karplint.rules.user_data_for_family

import data.karplint.lib.classes
import data.karplint.lib.images
import data.karplint.lib.user_data
import data.karplint.lib.values

path := user_data.path

# Another form than the family takes.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("userData is %s, and %s takes %s", [titles[user_data.form], row.title, taken(row)]),
	"why": consequence(row, user_data.form),
	"help": help(row, user_data.form),
} if {
	user_data.written
	row := images.row(user_data.family)
	not user_data.form in row.runs
	not unclear(row, user_data.form)
}

# A call of bootstrap.sh where there is none.
report contains {
	"resource": input.resource.address,
	"path": path,
	"word": "/etc/eks/bootstrap.sh",
	"message": "userData calls /etc/eks/bootstrap.sh, which images of AL2023 do not have",
	"why": "the call fails, and what it passes to the kubelet has no effect: nodeadm starts the node",
	"help": "write a NodeConfig of node.eks.aws, or set spec.kubelet of the class and the labels and taints of the pool",
} if {
	user_data.written
	user_data.family == "AL2023"
	user_data.form in {"script", "mime"}
	regex.match(`(?m)^\s*(?:(?:sudo|exec|bash|sh)\s+(?:-\w+\s+)*)*/etc/eks/bootstrap\.sh(?:\s|$)`, user_data.text)
	not regex.match(`(?:-[efxrs]|test|\[)\s+"?/etc/eks/bootstrap\.sh|(?:cat|tee|cp|curl|wget|>)[^\n]*/etc/eks/bootstrap\.sh`, user_data.text)
}

# A NodeConfig in an archive for AL2.
report contains {
	"resource": input.resource.address,
	"path": path,
	"word": "NodeConfig",
	"message": "userData has a NodeConfig, which images of AL2 do not read",
	"why": "it has no effect: bootstrap.sh starts the node",
	"help": "set spec.kubelet of the class, or use AL2023",
} if {
	user_data.written
	user_data.family == "AL2"
	user_data.form == "mime"
	user_data.is_nodeconfig
}

# Encoded by Terraform.
report contains {
	"resource": input.resource.address,
	"path": path,
	"message": "userData is base64, and Karpenter takes plain text",
	"why": consequence(row, "base64"),
	"help": help(row, "base64"),
} if {
	user_data.written
	row := images.row(user_data.family)
	not user_data.form
	classes.unpatched("userData")
	user_data.called(classes.spec.userData)
}

# No user data at all, and images that need some.
report contains {
	"resource": input.resource.address,
	"path": ["spec", "amiFamily"],
	"message": sprintf("amiFamily is Custom without userData, and %s needs some to join", [term.title]),
	"why": "Karpenter writes no user data for Custom: instances start and never register",
	"help": sprintf("set amiFamily: %s, or write userData", [term.family]),
} if {
	classes.spec.amiFamily == "Custom"
	user_data.family == "Custom"
	user_data.none
	whole
	some term in published
}

# whole: the class is no part of another one, and what it has is all there is.
whole if {
	not classes.part
	not values.open(classes.spec)
}

# published: the terms that select images of EKS, with their family and what a message calls them.
published contains {"title": sprintf("alias %q", [term.alias]), "family": images.of_alias(term.alias).family} if {
	some term in classes.spec.amiSelectorTerms
	is_string(term.alias)
}

published contains {"title": "this image of EKS", "family": family} if {
	some term in classes.spec.amiSelectorTerms
	families := {row.family | some row in images.named(term)}
	count(families) == 1
	some family in families
}

# unclear(row, form): whether the form has an effect depends on the version of cloud-init, or of a tool in the image.
unclear(row, form) if {
	form == "cloud-config"
	row.family == "AL2"
}

unclear(row, form) if {
	form in {"script", "mime", "toml", "nodeconfig", "cloud-config"}
	"powershell" in row.runs
}

titles := {
	"mime": "MIME",
	"script": "a script",
	"cloud-config": "a cloud-config",
	"powershell": "PowerShell",
	"nodeconfig": "a NodeConfig",
	"toml": "TOML",
	"base64": "base64",
}

taken(row) := "plain text" if {
	user_data.form == "base64"
} else := concat(" or ", [titles[form] | some form in row.runs; form != "mime"])

consequence(row, form) := "Karpenter answers \"invalid UserData\", and starts no node" if {
	row.fails
} else := "Karpenter passes it on as a NodeConfig, nodeadm refuses it, and the node does not join" if {
	row.family == "AL2023"
	form == "cloud-config"
} else := "it has no effect"

help(row, form) := "write the text itself: Karpenter encodes it" if {
	form == "base64"
} else := "make it a part of MIME with the type text/cloud-config" if {
	form == "cloud-config"
	"mime" in row.runs
} else := sprintf("write %s", [taken(row)])
