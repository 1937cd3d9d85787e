package karplint.lib.tolerations_test

import data.karplint.lib.tolerations

old := {"key": "karpenter.sh/disruption", "value": "disrupting", "effect": "NoSchedule"}

new := {"key": "karpenter.sh/disrupted", "effect": "NoSchedule"}

template := {"$unknown": "{{ .x }}"}

test_tolerates if {
	every toleration in [
		{"operator": "Exists"},
		{"operator": "Exists", "effect": "NoSchedule"},
		{"operator": "Exists", "key": ""},
		{"operator": "Exists", "key": null},
		{"key": "karpenter.sh/disruption", "operator": "Exists"},
		{"key": "karpenter.sh/disruption", "operator": "Equal", "value": "disrupting"},
		{"key": "karpenter.sh/disruption", "value": "disrupting", "effect": "NoSchedule"},
	] {
		tolerations.tolerates([toleration], old)
		tolerations.may_tolerate([toleration], old)
	}
}

test_does_not_tolerate if {
	every toleration in [
		{},
		{"key": "karpenter.sh/disruption"},
		{"key": "karpenter.sh/disruption", "value": "other"},
		{"key": "karpenter.sh/disruption", "operator": "Exists", "effect": "NoExecute"},
		{"key": "karpenter.sh/disrupted", "operator": "Exists"},
		{"key": "", "operator": "Equal", "value": "disrupting"},
		"Exists",
		null,
	] {
		not tolerations.tolerates([toleration], old)
		not tolerations.may_tolerate([toleration], old)
	}
}

# The new taint has no value, so the entry that fitted the old one does not fit when renamed.
test_taint_without_value if {
	tolerations.tolerates([{"key": "karpenter.sh/disrupted"}], new)
	tolerations.tolerates([{"key": "karpenter.sh/disrupted", "operator": "Exists"}], new)
	not tolerations.may_tolerate([{"key": "karpenter.sh/disrupted", "value": "disrupting"}], new)
}

test_exists_split_over_effects if tolerations.tolerates(
	[
		{"operator": "Exists", "effect": "NoExecute"},
		{"operator": "Exists", "effect": "NoSchedule"},
	],
	old,
)

test_unknown_may_tolerate if {
	every list in [
		template,
		[template],
		[{"operator": "Exists", "effect": template}],
		[{"key": template, "operator": "Exists"}],
		[{"key": "karpenter.sh/disruption", "operator": template}],
		[{"key": "karpenter.sh/disruption", "value": template}],
		[{"key": "karpenter.sh/disruption", "$open": true}],
		[{"$open": true}],
	] {
		tolerations.may_tolerate(list, old)
		not tolerations.tolerates(list, old)
	}
}

test_unknown_elsewhere_does_not if {
	not tolerations.may_tolerate([{"key": "other", "operator": template, "value": template}], old)
	not tolerations.may_tolerate([{"key": "karpenter.sh/disruption", "value": template, "effect": "NoExecute"}], old)
}

test_no_list if {
	not tolerations.tolerates(null, old)
	not tolerations.may_tolerate(null, old)
	not tolerations.may_tolerate([], old)
}
