# METADATA
# title: A pool omits requirements that the alpha API filled in
# description: |
#   The `requirements` of a pool define which instances Karpenter may launch for it. In the alpha API Karpenter's
#   webhook completed them. A `Provisioner` got these defaults:
#
#   | Not set in the Provisioner | Default |
#   |---|---|
#   | `kubernetes.io/os` | `In [linux]` |
#   | `kubernetes.io/arch` | `In [amd64]` |
#   | `karpenter.sh/capacity-type` | `In [on-demand]` |
#   | instance type, family, category and generation | category `In [c, m, r]` and generation `Gt 2` |
#
#   **A `NodePool` gets none of them.** Without requirements it uses the cheapest instance that fits, which may be
#
#   - an `arm64` instance, on which an image built for `amd64` fails with "exec format error";
#   - a spot instance, which AWS reclaims with two minutes' notice;
#   - a burstable `t3`, or an instance type from 2012.
#
#   A Provisioner that is rewritten field by field as a NodePool changes its nodes in this way, although the diff does
#   not show it.
#
#   **What to do.** Write the requirements out. On a Provisioner, do it before you rewrite it by hand
#   (`karplint convert` does it for you). On a NodePool, write what you intend: both architectures, or spot as well, are
#   fine if the pods can run on them.
#
#   **What is reported.** One finding for each pool, as information.
#
#   - On a Provisioner: everything that the webhook fills in, if that is more than the operating system.
#   - On a NodePool: architecture, capacity type, and instances if no requirement selects among them.
#
#   The operating system alone is never reported, because the AMI of the class determines it. The architecture of a
#   NodePool is not reported if `In` lists instance types, families or CPU manufacturers, which imply one.
#
#   **Not reported.**
#
#   - Keys that are labels of the pool's nodes.
#   - Requirements that a template or a kustomize patch may extend; patches themselves, and parts of a pool.
#   - Pools of EKS Auto Mode and of other clouds, which never had the alpha API.
#   - Provisioners when the target is below 0.19, whose webhook filled in something else.
#
#   **Fix safety.** Safe on a Provisioner: after the existing requirements the fix adds those that the webhook fills
#   in, so nothing changes until the Provisioner is rewritten. Unsafe on a NodePool: nodes that no longer match are
#   replaced, and the alpha defaults may not be what you want today.
# related_resources:
# - description: Karpenter, v1beta1 migration, requirements defaults dropped
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#spectemplatespecrequirements-defaults-dropped
# - description: Karpenter, requirements of a NodePool
#   ref: https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements
# custom:
#   id: KL509
#   severity: info
#   scope: resource
#   fix: safe
#   fix_note: safe on a Provisioner, unsafe on a NodePool
#   kinds: [NodePool, Provisioner]
package karplint.rules.implicit_requirements

import data.karplint.facts
import data.karplint.lib.api
import data.karplint.lib.kustomize
import data.karplint.lib.nodepool
import data.karplint.lib.served
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": no_requirement([choice.key | some choice in open_choices]),
	"why": sprintf("unlike alpha, a NodePool has no default: nodes may be %s", [concat(" and ", [choice.may_be | some choice in open_choices])]),
	"help": sprintf("require what the pods can run on: %s", [concat(", ", [choice.key | some choice in open_choices])]),
	"fix": fix("unsafe"),
} if {
	nodepool.whole
	not kustomize.patched(path)
	count(open_choices) > 0
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": no_requirement([added.key | some added in additions]),
	"why": "the alpha webhook adds these, and a NodePool does not get them",
	"help": "write them out before you convert the Provisioner by hand",
	"fix": fix("safe"),
} if {
	whole_provisioner
	not kustomize.patched(path)
	some added in additions
	added.key != "kubernetes.io/os" # alone it makes no difference
}

# no_requirement(keys): the fact, with the last parts of the keys.
no_requirement(keys) := sprintf("no requirement for %s", [concat(", ", [values.last(split(key, "/")) | some key in keys])])

path := ["spec", "requirements"] if input.resource.kind == "Provisioner"

path := ["spec", "template", "spec", "requirements"] if input.resource.kind == "NodePool"

requirements := written if {
	written := object.get(input.resource.value, path, null)
	is_array(written)
} else := [] if {
	values.nothing_at(input.resource.value, path)
}

# required: the keys of the requirements, as Karpenter reads them; undefined if some are unknown.
required := {key | some item in requirements; key := object.get(aliases, item.key, item.key)} if {
	every item in requirements {
		is_string(item.key)
	}
}

# labels: the label keys of the pool's nodes; undefined if there may be more.
labels := object.keys(written) if {
	written := object.get(input.resource.value, label_path, null)
	is_object(written)
	not values.open(written)
	not values.unknown(written)
} else := set() if {
	values.nothing_at(input.resource.value, label_path)
	not kustomize.patched(label_path)
}

label_path := ["spec", "labels"] if input.resource.kind == "Provisioner"

label_path := ["spec", "template", "metadata", "labels"] if input.resource.kind == "NodePool"

# said: the keys that the pool sets anything for.
said := required | {key | some label in known; key := object.get(aliases, label, label)} if known := labels

aliases := facts.alpha_to_v1beta1.requirement_defaults.aliases

# gaps: the webhook rules that add requirements to this pool, in the order of the webhook.
gaps := [rule |
	some rule in facts.alpha_to_v1beta1.requirement_defaults.rules
	said & {key | some key in rule.if_absent} == set()
]

# additions: what the webhook adds to a Provisioner; for a NodePool only what makes a difference.
additions := [added |
	some rule in gaps
	matters(rule)
	some added in rule.add
]

matters(_) if input.resource.kind == "Provisioner"

matters(rule) if {
	some choice in open_choices
	choice.key == rule.add[0].key
}

# open_choices: the choices that a NodePool leaves open and that make a difference.
open_choices := [choice |
	some choice in choices
	choice.key in unset
	not implied[choice.key]
]

unset := {rule.add[0].key | some rule in gaps}

choices := [
	{"key": "kubernetes.io/arch", "may_be": "arm64"},
	{"key": "karpenter.sh/capacity-type", "may_be": "spot"},
	{"key": "karpenter.k8s.aws/instance-category", "may_be": "of any type"},
]

# A list of instance types, families or manufacturers implies one architecture, or both on purpose.
implied["kubernetes.io/arch"] if {
	some item in requirements
	item.operator == "In"
	object.get(aliases, item.key, item.key) in {
		"node.kubernetes.io/instance-type",
		"karpenter.k8s.aws/instance-family", "karpenter.k8s.aws/instance-cpu-manufacturer",
		"karpenter.k8s.aws/instance-gpu-name", "karpenter.k8s.aws/instance-accelerator-name",
	}
}

implied["karpenter.k8s.aws/instance-category"] if {
	some key in said
	regex.match(`^(karpenter\.k8s\.aws|eks\.amazonaws\.com)/instance-`, key)
}

# whole_provisioner: the object is a complete Provisioner, not a patch, and its webhook is the one in the facts.
whole_provisioner if {
	input.resource.kind == "Provisioner"
	api.here == "alpha"
	not kustomize.is_patch
	{"providerRef", "provider"} & object.keys(input.resource.value.spec) != set()
	not target.below("0.19")
	not served.never(input.resource.apiVersion, "Provisioner")
}

fix(safety) := {
	"title": sprintf("require %s, as alpha did", [concat(", ", [added.key | some added in additions])]),
	"safety": safety,
	"ops": ops,
}

ops := [{"do": "set", "path": path, "value": additions}] if {
	count(requirements) == 0
} else := [{"do": "insert", "path": path, "index": -1, "value": added} | some added in additions]
