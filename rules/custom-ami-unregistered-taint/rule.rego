# METADATA
# title: Nodes of the family Custom register without Karpenter's taint
# description: |
#   From 1.0 on each node of Karpenter has to register with the taint `karpenter.sh/unregistered:NoExecute`. Karpenter removes it when the node has
#   its labels and taints, so that no pod comes earlier. It writes the taint into the user data of all families but `Custom`, whose user data it
#   does not touch.
#
#   **What you see in the cluster.** In Karpenter 1.0.0 to 1.0.8, 1.1.0 to 1.1.3, 1.2.0 and 1.2.1 nodes join, and the NodeClaim never registers: its
#   condition says `Invariant violated, karpenter.sh/unregistered taint must be present on Karpenter-managed nodes`, the log of the controller
#   `missing required startup taint, karpenter.sh/unregistered`, and after 15 minutes the node is deleted
#   ([#6821](https://github.com/aws/karpenter-provider-aws/issues/6821), [#7399](https://github.com/aws/karpenter-provider-aws/issues/7399)). Later
#   releases register the node, log `node claim registration error` and emit the event `UnregisteredTaintMissing`. Pods may run on the node before
#   its taints are there.
#
#   **What to do.** Pass the taint to the kubelet: `--register-with-taints=karpenter.sh/unregistered:NoExecute`, for `bootstrap.sh` within
#   `--kubelet-extra-args`; in a NodeConfig below `spec.kubelet.config.registerWithTaints`; in the TOML of Bottlerocket below
#   `settings.kubernetes.node-taints`. Or use the family of the image instead of `Custom`.
#
#   **Not reported.**
#
#   - User data that does not start the kubelet in a way that karplint knows (`bootstrap.sh`, a NodeConfig, `[settings.kubernetes]`,
#     `Start-EKSBootstrap.ps1`).
#   - User data from a file, a module or a template, or with a part that may have the taint: an expression other than for the name, the endpoint or
#     the certificate of the cluster, a variable of the shell behind `--register-with-taints` or among the arguments of the kubelet.
#   - No user data at all: [KL546](KL546.md) reports that for images of EKS, and images of one's own may have the taint in them.
#   - Classes that a kustomize patch changes, and patches.
#
#   **Fix safety.** No automatic fix.
# related_resources:
# - description: Karpenter, custom user data
#   ref: https://karpenter.sh/docs/concepts/nodeclasses/#custom
# - description: Karpenter, v1 migration
#   ref: https://karpenter.sh/v1.0/upgrading/v1-migration/
# custom:
#   id: KL532
#   severity: warning
#   scope: resource
#   fix: none
#   kinds: [EC2NodeClass]
#   apis: [v1]
package karplint.rules.custom_ami_unregistered_taint

import data.karplint.facts.v1beta1_to_v1.unregistered_taint
import data.karplint.lib.user_data

report contains {
	"resource": input.resource.address,
	"path": user_data.path,
	"message": sprintf("userData for amiFamily %s registers nodes without taint %q", [unregistered_taint.family, unregistered_taint.key]),
	"why": "Karpenter misses it: depending on the release nodes never register, or pods come before the node's taints",
	"help": sprintf("pass --register-with-taints=%s:%s to the kubelet", [unregistered_taint.key, unregistered_taint.effect]),
} if {
	user_data.written
	user_data.family == unregistered_taint.family
	starts_kubelet
	not contains(user_data.text, unregistered_taint.key)
	not may_have_taints
}

# starts_kubelet: the user data itself starts the kubelet with its arguments.
starts_kubelet if regex.match(`(?m)^\s*(?:(?:sudo|exec|bash|sh)\s+(?:-\w+\s+)*)*/etc/eks/bootstrap\.sh\s`, user_data.text)

starts_kubelet if user_data.is_nodeconfig

starts_kubelet if regex.match(`(?m)^\s*\[settings\.kubernetes\]`, user_data.text)

starts_kubelet if regex.match(`EKSBootstrapScriptFile\s|Start-EKSBootstrap\.ps1["']?\s+-`, user_data.text)

# may_have_taints: something that is filled in may have the taint.
may_have_taints if {
	some found in regex.find_n(`\$\{[^{}]*\}|\{\{.*?\}\}|\$\(.*?\)|\$[\w:]+`, user_data.text, -1)
	not about_the_cluster(found)
}

about_the_cluster(expression) if {
	regex.match(`(?i)(?:cluster|endpoint|certificate|authority|server|region|name|ca\b|ca_?(?:data|bundle)|url|cidr|token|dns|EKSBootstrapScriptFile)`, expression)
	not regex.match(`(?i)(?:taint|arg|extra|flag|option|kubelet)`, expression)
}

# What follows a variable that a shell reads from elsewhere.
may_have_taints if regex.match(`(?:register-with-taints|registerWithTaints)[=: "']+\$`, user_data.text)

may_have_taints if regex.match(`kubelet-extra-args[= ]+["']?\$`, user_data.text)
