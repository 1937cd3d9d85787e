package apiserver

import "testing"

// seeds are small legal objects of each kind. They have what rules ask for and no schema says.
var seeds = map[string]string{
	"karpenter.sh/v1alpha5 Provisioner":          "spec: {requirements: [{key: a, operator: In, values: [b]}], providerRef: {name: a}}",
	"karpenter.sh/v1alpha5 Machine":              "spec: {requirements: [{key: a, operator: In, values: [b]}]}",
	"karpenter.k8s.aws/v1alpha1 AWSNodeTemplate": "spec: {subnetSelector: {a: b}, securityGroupSelector: {a: b}}",
	"karpenter.sh/v1beta1 NodePool": "spec: {template: {metadata: {labels: {a: b}}, spec: {nodeClassRef: {name: a}, requirements: " +
		"[{key: a, operator: In, values: [b]}]}}}",
	"karpenter.sh/v1beta1 NodeClaim": "spec: {nodeClassRef: {name: a}, requirements: [{key: a, operator: In, values: [b]}]}",
	"karpenter.k8s.aws/v1beta1 EC2NodeClass": "spec: {amiFamily: AL2, role: r, subnetSelectorTerms: [{id: subnet-1}], " +
		"securityGroupSelectorTerms: [{id: sg-1}]}",
	"karpenter.sh/v1 NodePool": "spec: {template: {metadata: {labels: {a: b}}, spec: {nodeClassRef: {group: karpenter.k8s.aws, " +
		"kind: EC2NodeClass, name: a}, requirements: [{key: a, operator: In, values: [b]}]}}}",
	"karpenter.sh/v1 NodeClaim": "spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: a}, requirements: " +
		"[{key: a, operator: In, values: [b]}]}",
	"karpenter.k8s.aws/v1 EC2NodeClass": "spec: {amiFamily: AL2, role: r, amiSelectorTerms: [{id: ami-1}], subnetSelectorTerms: [{id: " +
		"subnet-1}], securityGroupSelectorTerms: [{id: sg-1}]}",
	"karpenter.sh/v1alpha1 NodeOverlay":           "spec: {requirements: [{key: a, operator: In, values: [b]}]}",
	"autoscaling.x-k8s.io/v1beta1 CapacityBuffer": "spec: {podTemplateRef: {name: a}, replicas: 1}",
}

// seed returns the small legal object of a kind.
func (k *Kind) seed(t testing.TB) Object {
	t.Helper()
	name := k.APIVersion + " " + k.Kind
	o := decode(t, jsonOf(t, seeds[name]))
	o["apiVersion"], o["kind"], o["metadata"] = k.APIVersion, k.Kind, Object{"name": "a"}
	return o
}

func TestSeeds(t *testing.T) {
	for _, k := range kinds(t) {
		for _, s := range k.Served {
			if v := s.Schema.create(t, k.seed(t)); len(said(v)) > 0 {
				t.Errorf("%s %s in %s: %v", k.APIVersion, k.Kind, s.Release, v)
			}
		}
	}
}
