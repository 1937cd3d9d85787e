# METADATA
# title: The taint that Karpenter puts on a node before it drains it
package karplint.lib.taints

import data.karplint.lib.target

# old is the taint of Karpenter 0.32 to 0.37.
old := {"key": "karpenter.sh/disruption", "value": "disrupting", "effect": "NoSchedule"}

# new is the taint from 1.0 on. It has no value.
new := {"key": "karpenter.sh/disrupted", "effect": "NoSchedule"}

# possible: the taints that some version of the target sets; there is none below 0.32.
possible contains old if {
	not target.at_least("1.0")
	not target.below("0.32")
}

possible contains new if not target.below("1.0")

# toleration(taint): a toleration for the taint, regardless of its value.
toleration(taint) := {"key": taint.key, "operator": "Exists", "effect": taint.effect}
