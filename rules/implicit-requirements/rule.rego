# METADATA
# title: The requirements leave open what alpha filled in
# description: |
#   The `requirements` of a pool say which instances Karpenter may start for it. In the alpha API Karpenter's webhook completed them: whatever a
#   `Provisioner` did not say, it got
#
#   | Where nothing was said about | it got |
#   |---|---|
#   | `kubernetes.io/os` | `In [linux]` |
#   | `kubernetes.io/arch` | `In [amd64]` |
#   | `karpenter.sh/capacity-type` | `In [on-demand]` |
#   | instance type, family, category and generation | category `In [c, m, r]` and generation `Gt 2` |
#
#   **A `NodePool` gets none of this.** One that does not say it uses what fits and is cheapest. That may be an
#   `arm64` instance, on which an image built for `amd64` ends with "exec format error". It may be a spot instance, which AWS takes back
#   with two minutes' notice. It may be a burstable `t3`, or a type of 2012. A
#   Provisioner that is rewritten field by field as a NodePool changes its nodes in this way, although nothing in the
#   diff says so.
#
#   **What to do.** Write the requirements down, on a Provisioner before it is rewritten by hand (`karplint convert` does it by itself), on
#   a NodePool as it is meant: both architectures, or spot as well, are fine when the pods can do with them.
#
#   **What is reported.** Once for each pool, as information. On a Provisioner whatever the webhook fills in, if that is more than
#   the operating system. On a NodePool architecture and
#   capacity type, and instances if no requirement chooses among them. Never the operating system alone: the AMI
#   of the class decides it. Not the architecture of a NodePool where `In` lists instance types, families or makers of the CPU, which have one.
#
#   **Not reported.** Keys that are labels of the pool's nodes. Requirements that a template or a patch of a kustomization may add to,
#   patches themselves, and whatever is only part of a pool. Pools of EKS Auto Mode and of other clouds, which never had the
#   alpha API. Provisioners where the target is below 0.19, whose webhook filled in something else.
#
#   **Fix safety.** Safe on a Provisioner: what the webhook fills in is written behind its requirements, and nothing changes until it is rewritten. Unsafe on a
#   NodePool: nodes that no longer fit are replaced, and what alpha took may not be what is meant now.
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
	"message": sprintf("nothing is required of %s, and a NodePool gets no defaults as alpha did: nodes may be %s; require what the pods can do with", [
		concat(", ", [sprintf("%q", [choice.key]) | some choice in open_choices]),
		concat(" and ", [choice.may_be | some choice in open_choices]),
	]),
	"fix": fix("unsafe"),
} if {
	nodepool.whole
	not kustomize.patched(path)
	count(open_choices) > 0
}

report contains {
	"resource": input.resource.address,
	"path": path,
	"message": sprintf("alpha's webhook fills in %s, and a NodePool gets none of it; write it down before you convert the Provisioner by hand", [
		concat(", ", [sprintf("%q", [added.key]) | some added in additions]),
	]),
	"fix": fix("safe"),
} if {
	whole_provisioner
	not kustomize.patched(path)
	some added in additions
	added.key != "kubernetes.io/os" # alone it makes no difference
}

path := ["spec", "requirements"] if input.resource.kind == "Provisioner"

path := ["spec", "template", "spec", "requirements"] if input.resource.kind == "NodePool"

requirements := written if {
	written := object.get(input.resource.value, path, null)
	is_array(written)
} else := [] if {
	values.nothing_at(input.resource.value, path)
}

# required: the keys that are required, as Karpenter reads them; undefined where some cannot be known.
required := {key | some item in requirements; key := object.get(aliases, item.key, item.key)} if {
	every item in requirements {
		is_string(item.key)
	}
}

# labels: the keys of the labels of the pool's nodes; undefined where there may be more.
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

# said: what the pool says anything about.
said := required | {key | some label in known; key := object.get(aliases, label, label)} if known := labels

aliases := facts.alpha_to_v1beta1.requirement_defaults.aliases

# gaps: the rules by which the webhook adds requirements, in its order.
gaps := [rule |
	some rule in facts.alpha_to_v1beta1.requirement_defaults.rules
	said & {key | some key in rule.if_absent} == set()
]

# additions: what it adds to a Provisioner; of that, what makes a difference to a NodePool.
additions := [added |
	some rule in gaps
	matters(rule)
	some added in rule.add
]

matters(_) if input.resource.kind == "Provisioner"

matters(rule) if rule.add[0].key in {choice.key | some choice in open_choices}

# open_choices: what a NodePool leaves open that makes a difference.
open_choices := [choice |
	some choice in choices
	some rule in gaps
	rule.add[0].key == choice.key
	not implied[choice.key]
]

choices := [
	{"key": "kubernetes.io/arch", "may_be": "arm64"},
	{"key": "karpenter.sh/capacity-type", "may_be": "spot"},
	{"key": "karpenter.k8s.aws/instance-category", "may_be": "of any type"},
]

# A list of types, families or makers has one architecture, or both on purpose.
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

# whole_provisioner: the object is all of a Provisioner, not a patch, and its webhook is the one that the facts tell of.
whole_provisioner if {
	input.resource.kind == "Provisioner"
	api.of(input.resource.value) == "alpha"
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
