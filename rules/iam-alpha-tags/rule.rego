# METADATA
# title: An IAM policy depends on the alpha API's tags
# description: |
#   Karpenter's controller may change only its own resources: its IAM policy allows launching, tagging and terminating
#   instances on condition that they have, or are given, certain tags. Up to 0.31 that tag is
#   `karpenter.sh/provisioner-name`. The instances and launch templates of a `NodePool` (from 0.32) have
#   `karpenter.sh/nodepool` instead. From 1.0 `karpenter.sh/managed-by` is gone as well; `eks:eks-cluster-name` replaces
#   it. With only the old conditions AWS denies the controller's requests: nodes are not launched or, worse, not
#   terminated.
#
#   **What to do.** Use the new tag in the condition. While nodes of a `Provisioner` may still run (0.32, which serves
#   both APIs), add a statement with the new tag and keep the old one: the controller has to terminate the old nodes
#   too. Remove the old statement once they are gone.
#
#   | Old | New |
#   |---|---|
#   | `aws:RequestTag/karpenter.sh/provisioner-name` | `aws:RequestTag/karpenter.sh/nodepool` |
#   | `aws:ResourceTag/karpenter.sh/provisioner-name`, `ec2:ResourceTag/…` | `aws:ResourceTag/karpenter.sh/nodepool`, `ec2:ResourceTag/…` |
#   | `karpenter.sh/provisioner-name` among `aws:TagKeys` | `karpenter.sh/nodepool` |
#   | `karpenter.sh/managed-by` (from 1.0) | `eks:eks-cluster-name` |
#
#   The rule also reports the targets of an AWS Fault Injection Service experiment that select instances by the old tag.
#
#   **Not reported.**
#
#   - A target below 0.32, where the old tag is correct.
#   - Statements that deny.
#   - Conditions that are also met without the tag (`…IfExists`, `StringNotEquals`, `ForAllValues:` in requests that set
#     no tags).
#   - Actions that another statement in the project allows on the same kinds of resources without the old tags. If that
#     statement is in another policy, the old policy is reported as information only: it may exist on purpose, to clean
#     up old nodes.
#
#   One article has the two tags the wrong way round: `karpenter.sh/provisioner-name` is the old one.
#
#   **Fix safety.** No automatic fix: someone who knows the account should review the policy.
# related_resources:
# - description: Karpenter, tag-based permissions in the v1beta1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#updating-tag-based-permissions
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/#deprecated-annotations-labels-and-tags-removed
# custom:
#   id: KL701
#   severity: error
#   severity_note: info for an old policy if another one covers current nodes
#   scope: project
#   fix: none
#   kinds: [IAMPolicy, TagSelector]
#   needles: [karpenter.sh/provisioner-name, karpenter.sh/managed-by, Tag/karpenter.sh/nodepool]
#   when: ">= 0.32"
package karplint.rules.iam_alpha_tags

import data.karplint.lib.pools
import data.karplint.lib.target
import data.karplint.lib.values

report contains {
	"resource": policy.id,
	"path": place(policy, i, condition),
	"message": sprintf("the policy allows %s only with tag %q", [allowed(statement), tag]),
	"why": sprintf("AWS denies requests of the controller: %s", [gone[tag]]),
	"help": advice(tag),
} if {
	some [policy, i, statement] in old_statements
	[condition, tag] := first_legacy(statement)
	not covered(statement, policies)
}

# Another policy allows the same for current nodes.
report contains {
	"resource": policy.id,
	"path": place(policy, i, condition),
	"message": sprintf("the policy allows %s only with tag %q", [allowed(statement), tag]),
	"why": sprintf("%s, and another policy covers current nodes", [gone[tag]]),
	"help": "delete the statement once no old node is left",
	"severity": "info",
} if {
	some [policy, i, statement] in old_statements
	[condition, tag] := first_legacy(statement)
	covered(statement, policies)
}

# old_statements: the statements with a condition on an old tag that no other statement of the policy covers.
old_statements := [[policy, i, statement] |
	some policy in policies
	some i, statement in policy.value.statements
	first_legacy(statement)
	not covered(statement, [policy])
]

# Anything that selects instances by the old tag.
report contains {
	"resource": selector.id,
	"path": ["tags", provisioner_name],
	"message": sprintf("instances are selected by tag %q", [provisioner_name]),
	"why": gone[provisioner_name],
	"help": advice(provisioner_name),
} if {
	some selector in input.project.by_kind.TagSelector
	provisioner_name in object.keys(selector.value.tags)
	not nodepool in object.keys(selector.value.tags)
}

provisioner_name := "karpenter.sh/provisioner-name"

nodepool := "karpenter.sh/nodepool"

gone := {
	provisioner_name: "the resources of a NodePool do not have this tag",
	"karpenter.sh/managed-by": "from 1.0 on Karpenter does not set this tag",
}

successor := {
	provisioner_name: nodepool,
	"karpenter.sh/managed-by": "eks:eks-cluster-name",
}

# legacy: the tags that the target no longer sets.
legacy contains provisioner_name

legacy contains "karpenter.sh/managed-by" if not target.below("1.0")

advice(tag) := sprintf("add a statement with %q, and keep this one while nodes of a Provisioner may still run", [successor[tag]]) if {
	tag == provisioner_name
	alpha_nodes
} else := sprintf("use %q", [successor[tag]])

alpha_nodes if not target.at_least("0.33")

alpha_nodes if {
	some pool in pools.pools
	pool.value.kind == "Provisioner"
}

policies := [resource |
	some resource in input.project.by_kind.IAMPolicy
	is_array(resource.value.statements)
]

allows(statement) if lower(object.get(statement, "effect", "Allow")) == "allow"

# place(policy, i, condition): in a manifest only statements have a position, and in a policy given as text not even
# those. A policy that Terraform reads from a file gets its position in that file, so that it is reported once.
place(policy, i, condition) := ["statements", i, "conditions", condition] if {
	policy.block != ""
	not policy.value.read_from
} else := ["statements"] if {
	policy.value.text
} else := ["statements", i]

# first_legacy(statement): the index of the first condition on an old tag, and the tag.
first_legacy(statement) := found[0] if {
	allows(statement)
	found := sort([[j, tag] | some j, condition in statement.conditions; some tag in tags(statement, condition); tag in legacy])
}

# tags(statement, condition): the tags without which the condition is not met.
tags(_, condition) := {tag} if {
	found := regex.find_all_string_submatch_n(`(?i)^(?:aws|ec2):(?:Request|Resource)Tag/(.+)$`, condition.variable, 1)
	needs_the_tag(condition)
	tag := found[0][1]
}

tags(statement, condition) := {tag | some tag in condition.values; is_string(tag)} if {
	lower(condition.variable) == "aws:tagkeys"
	is_array(condition.values)
	gives_tags(statement)
}

# A resource without the tag meets the other tests.
needs_the_tag(condition) if not regex.match(`(?i)not|^null$|ifexists$|^forallvalues:`, condition.test)

needs_the_tag(condition) if {
	lower(condition.test) == "null"
	some value in condition.values
	value in {"false", false}
}

# Only requests that set tags have tag keys; the others meet ForAllValues.
gives_tags(statement) if {
	some action in listed(statement, "actions")
	regex.match(`(?i)^(?:\*|[a-z0-9]+:(?:\*|create|run|tag))`, action)
}

# covered(statement, among): statements without the old tags also allow everything that it allows.
covered(statement, among) if {
	actions := listed(statement, "actions")
	count(actions) > 0
	kinds := resource_kinds(statement)
	every action in actions {
		every kind in kinds {
			some policy in among
			some other in policy.value.statements
			plain(other)
			some wider in listed(other, "actions")
			matches(wider, action)
			some wide in resource_kinds(other)
			wide in {"*", kind}
		}
	}
}

# plain(statement): it allows without a condition on an old tag.
plain(statement) if {
	allows(statement)
	not first_legacy(statement)
}

matches(_, {"$unknown": _})

matches(wider, _) if values.unknown(wider)

matches(wider, action) if glob.match(lower(wider), [], lower(action))

# listed(statement, key): the list at the key, which may be written as a single item.
listed(statement, key) := [item | some item in statement[key]] if {
	is_array(statement[key])
} else := [statement[key]] if {
	statement[key] != null
} else := []

# resource_kinds(statement): instance, launch-template and so on of the ARNs, "*" for all or unknown ones.
resource_kinds(statement) := {kind | some resource in listed(statement, "resources"); kind := kind_of(text(resource))} if {
	count(listed(statement, "resources")) > 0
} else := {"*"}

text(value) := value["$unknown"] if {
	values.unknown(value)
} else := value

kind_of(arn) := found[0][1] if {
	found := regex.find_all_string_submatch_n(`:([a-z][a-z-]*)/[^:]*$`, arn, 1)
	count(found) > 0
} else := "*"

# allowed(statement): the actions that it allows, for a message.
allowed(statement) := sprintf("%q", [names[0]]) if {
	names := texts(statement)
	count(names) == 1
} else := sprintf("%q and %d more", [names[0], count(names) - 1]) if {
	names := texts(statement)
	count(names) > 1
} else := "actions"

texts(statement) := [action | some action in listed(statement, "actions"); is_string(action)]
