package facts

import "testing"

func TestCloudOfLabel(t *testing.T) {
	for key, want := range map[string]string{
		"karpenter.azure.com/sku-family":             "karpenter.azure.com",
		"kubernetes.azure.com/scalesetpriority":      "karpenter.azure.com",
		"karpenter.k8s.gcp/instance-family":          "karpenter.k8s.gcp",
		"karpenter-ibm.sh/instance-family":           "karpenter-ibm.sh",
		"eks.amazonaws.com/instance-category":        "eks.amazonaws.com",
		"eks.amazonaws.com/nodegroup":                "",
		"karpenter.k8s.aws/instance-category":        "",
		"karpenter.sh/capacity-type":                 "",
		"topology.kubernetes.io/zone":                "",
		"karpenter":                                  "",
		"example.com/karpenter":                      "",
		"karpenter.k8s.aws.example.com/not-of-aws":   "karpenter.k8s.aws.example.com",
		"karpenter.sh.example.com/of-another-domain": "karpenter.sh.example.com",
	} {
		if got := CloudOfLabel(key); got != want {
			t.Errorf("%s is a label of %q, want %q", key, got, want)
		}
	}
}
