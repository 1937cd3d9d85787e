package conformance

import "strings"

// difference is a field that karplint converts to something else than Karpenter's webhook does, and means to. Values are as written;
// "*" stands for any, "" for a field that is not there.
type difference struct {
	kind, field  string // kind "*": any; field: itself and all below it
	ours, theirs string
	reason       string
}

// differences are all of them. A row that no object shows any more fails the test.
var differences = []difference{
	{
		"NodePool", "spec.disruption.consolidateAfter", "Never", "0s",
		"WhenUnderutilized with Never does not consolidate in v1beta1; the webhook would switch it on",
	},
	{
		"NodePool", "spec.disruption.budgets", "", "10%",
		"an empty list means no limit; the webhook loses it, and the default takes its place",
	},
	{
		"NodePool", "metadata.annotations.compatibility.karpenter.sh/v1beta1-nodeclass-reference", "", "*",
		"the webhook keeps the old reference for the way back to v1beta1, which a manifest has in its history",
	},
	{
		"NodePool", "metadata.annotations." + parkedKubelet, "", "*",
		"1.1 and later ignore the annotation; the kubelet moves to the class, where v1 reads it",
	},
	{
		"EC2NodeClass", "spec.kubelet", "*", "",
		"the kubelet comes from the pools of the class, where the webhook leaves it in an annotation",
	},
	{
		"NodePool", "spec.template.spec.nodeClassRef.name", "*", "*",
		"pools that share a class and differ in kubelet need a copy of the class each; its nodes are the same",
	},
	{
		"EC2NodeClass", "spec.metadataOptions.httpPutResponseHopLimit", "2", "1",
		"the v1beta1 schema of 1.0 has v1's hop limit for an absent block; 0.32 to 0.37 had 2, and so the nodes that run",
	},
	{
		"EC2NodeClass", "spec.blockDeviceMappings", "*", "",
		"Ubuntu's root volume is written out for an empty list too, and marked where it is named: AL2, which takes its place, has it elsewhere",
	},
	{
		"EC2NodeClass", "metadata.annotations.compatibility.karpenter.k8s.aws/v1beta1-ubuntu", "amiFamily,blockDeviceMappings", "amiFamily",
		"says that the root volume was written out",
	},
	{"*", "metadata.annotations.kubectl.kubernetes.io/last-applied-configuration", "", "*", "kubectl writes it; it holds the old object"},
	{"NodePool", "metadata.annotations.karpenter.sh/nodepool-hash", "", "*", "Karpenter writes it, of the spec that it sees"},
	{"EC2NodeClass", "metadata.annotations.karpenter.k8s.aws/ec2nodeclass-hash", "", "*", "Karpenter writes it, of the spec that it sees"},
	{"NodePool", "metadata.finalizers.karpenter.sh/termination", "", "*", "Karpenter adds it"},
	{"EC2NodeClass", "metadata.finalizers.karpenter.k8s.aws/termination", "", "*", "Karpenter adds it"},
	{"*", "metadata.creationTimestamp", "", "*", serverWrites},
	{"*", "metadata.generation", "", "*", serverWrites},
	{"*", "metadata.managedFields", "", "*", serverWrites},
	{"*", "metadata.resourceVersion", "", "*", serverWrites},
	{"*", "metadata.selfLink", "", "*", serverWrites},
	{"*", "metadata.uid", "", "*", serverWrites},
}

const serverWrites = "the API server writes it, and an object with it cannot be applied elsewhere"

// intended returns the row for a field that differs, or nil.
func intended(kind, field, ours, theirs string) *difference {
	for i := range differences {
		d := &differences[i]
		below := field == d.field || strings.HasPrefix(field, d.field+".") || strings.HasPrefix(field, d.field+"[")
		if (d.kind == kind || d.kind == "*") && below && holds(d.ours, ours) && holds(d.theirs, theirs) {
			return d
		}
	}
	return nil
}

func holds(want, is string) bool { return want == strings.Trim(is, `"`) || want == "*" && is != "" }

// webhookCases are objects that show the differences, and what is easy to get wrong.
var webhookCases = []struct{ name, text string }{
	{"consolidation that is off", pool("a", "disruption: {consolidationPolicy: WhenUnderutilized, consolidateAfter: Never}", "") +
		class("a", "amiFamily: AL2")},
	{"nothing written", pool("a", "", "") + class("a", "amiFamily: AL2")},
	{"no budgets", pool("a", "disruption: {budgets: []}", "")},
	{"a class as kubectl prints it", strings.Replace(class("a", "amiFamily: AL2"), "metadata: {",
		`metadata: {generation: 3, resourceVersion: "1", uid: a-b, finalizers: [karpenter.k8s.aws/termination, mine.example.com/a], `+
			`annotations: {karpenter.k8s.aws/ec2nodeclass-hash: "1"}, `, 1)},
	{"one kubelet", pool("a", "", "kubelet: {maxPods: 20, kubeReserved: {cpu: 100m}}") + class("a", "amiFamily: Bottlerocket")},
	{"the same kubelet twice", pool("a", "", "kubelet: {maxPods: 20}") + pool("b", "", "kubelet: {maxPods: 20}") + class("a", "amiFamily: AL2023")},
	{"two kubelets", pool("a", "", "kubelet: {maxPods: 20}") + pool("b", "", "kubelet: {maxPods: 30}") + class("a", "amiFamily: AL2")},
	{"a kubelet and none", pool("a", "", "kubelet: {maxPods: 20}") + pool("b", "", "") + class("a", "amiFamily: AL2")},
	{"Ubuntu with terms", class("a", "amiFamily: Ubuntu", "amiSelectorTerms: [{id: ami-1}]")},
	{"Ubuntu with devices", class("a", "amiFamily: Ubuntu", "amiSelectorTerms: [{id: ami-1}]", "blockDeviceMappings: []")},
	{"Custom", class("a", "amiFamily: Custom", "amiSelectorTerms: [{name: mine, owner: self}]")},
	{"a family with terms", class("a", "amiFamily: Windows2022", "amiSelectorTerms: [{tags: {a: b}}]")},
	{"hop limits", class("a", "amiFamily: AL2", "metadataOptions: {}") + class("b", "amiFamily: AL2", "metadataOptions: {httpPutResponseHopLimit: 1}")},
	{"an alias with a version", strings.Replace(class("a", "amiFamily: AL2"), "metadata: {",
		"metadata: {annotations: {compatibility.karpenter.k8s.aws/v1-alias-version: v20240807}, ", 1)},
}

func pool(name, spec, template string) string {
	text := "---\napiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: " + name + "}\nspec:\n"
	if spec != "" {
		text += "  " + spec + "\n"
	}
	text += "  template:\n    spec:\n      nodeClassRef: {name: a}\n      requirements: []\n"
	if template != "" {
		text += "      " + template + "\n"
	}
	return text
}

func class(name string, fields ...string) string {
	return "---\napiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: " + name + "}\nspec:\n  role: NodeRole\n" +
		"  subnetSelectorTerms: [{tags: {a: b}}]\n  securityGroupSelectorTerms: [{id: sg-1}]\n  " + strings.Join(fields, "\n  ") + "\n"
}
