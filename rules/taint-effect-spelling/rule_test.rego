package karplint.rules.taint_effect_spelling_test

import data.karplint.lib.given
import data.karplint.rules.taint_effect_spelling as rule

group(via, written) := given.in_terraform("NodeGroup", "module.eks", {"via": via, "taints": [{"key": "a", "effect": "NoSchedule", "written": written}]})

release(effect) := given.in_terraform("ChartInstallation", "helm_release.karpenter", {
	"karpenter": "controller", "values": {"tolerations": [{"key": "a", "operator": "Exists", "effect": effect}]},
})

reports(resource) := found if found := rule.report with input as given.project([resource], {"a": []}, "1.8.1")

test_taints if {
	every via in ["aws_eks_node_group", "eks_managed"] {
		some found in reports(group(via, "NoSchedule"))
		found.help == `write "NO_SCHEDULE"`
		every written in ["NO_SCHEDULE", "PREFER_NO_SCHEDULE", {"$unknown": "var.a"}] {
			count(reports(group(via, written))) == 0
		}
	}
	every via in ["self_managed", "eksctl"] {
		count(reports(group(via, "NoSchedule"))) == 0
	}
}

test_tolerations if {
	some found in reports(release("NO_EXECUTE"))
	found.fix.ops == [{"do": "set", "path": ["values", "tolerations", 0, "effect"], "value": "NoExecute"}]
	every effect in ["NoExecute", {"$unknown": "var.a"}, null] {
		count(reports(release(effect))) == 0
	}
}
