package conformance

import (
	"strings"
	"testing"
)

// TestJudge shows what the judges are there for: each object is refused, for the reason that is named.
func TestJudge(t *testing.T) {
	const pool = "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n"
	const template = "  template: {spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}, requirements: []"
	const class = "apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec: {role: r, " +
		"subnetSelectorTerms: [{id: subnet-1}], amiSelectorTerms: [{alias: al2@latest}]"
	for _, c := range []struct{ text, wrong string }{
		{pool + template + "}}", ""},
		{class + ", securityGroupSelectorTerms: [{id: sg-1}]}", ""},
		{pool + template + ", kubelet: {}}}", "spec.template.spec.kubelet: unknown field"},
		{pool + template + "}}\n  disruption: {}", "spec.disruption.consolidateAfter: Required value"},
		{pool + template + "}}\n  weight: 1000", "spec.weight: Invalid value: \"1000\""},
		{pool + template + ", expireAfter: 30d}}", "spec.template.spec.expireAfter"},
		{pool + template + ", taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoSchedule}]}}", "duplicate taint"},
		{pool + template + "}, metadata: {labels: {karpenter.sh/nodepool: a}}}", "restricted"},
		{strings.Replace(pool, "name: a", "name: A_b", 1) + template + "}}", "metadata.name"},
		{class + ", securityGroupSelectorTerms: []}", "securityGroupSelectorTerms cannot be empty"},
		{class + ", securityGroupSelectorTerms: [{id: sg-1}, {id: sg-2, name: b}]}", "spec.securityGroupSelectorTerms[1]: a term mixes id, name"},
	} {
		all, err := objects([]byte(c.text))
		if err != nil || len(all) != 1 {
			t.Fatalf("%d objects, %v in\n%s", len(all), err, c.text)
		}
		_, wrong := v1_0.judges(t)[kindOf(all[0])].check(all[0])
		if got := strings.Join(wrong, "\n"); (got == "") != (c.wrong == "") || !strings.Contains(got, c.wrong) {
			t.Errorf("got %q, want %q of\n%s", got, c.wrong, c.text)
		}
	}
}
