package conformance

import (
	"slices"
	"strings"
)

// alphaFamilies are SupportedAMIFamilies of aws/karpenter v0.31.4, pkg/apis/v1alpha1/provider.go.
var alphaFamilies = []string{"Bottlerocket", "AL2", "Ubuntu", "Windows2019", "Windows2022", "Custom"}

// passesWebhook says whether the webhook of the alpha API takes an object whose CRD does: it runs checks that no schema has. These are those for
// which conversions rely on it: validateProvider of karpenter-core v0.31.4, pkg/apis/v1alpha5/provisioner_validation.go, and validateSubnets,
// validateSecurityGroups and validateAMIFamily of aws/karpenter v0.31.4, pkg/apis/v1alpha1/provider_validation.go.
func passesWebhook(o object) bool {
	spec, _ := o["spec"].(map[string]any)
	switch {
	case strings.HasPrefix(kindOf(o), "karpenter.sh/v1alpha5 "):
		provider, hasProvider := spec["provider"].(map[string]any)
		return hasProvider && passesAsClass(provider) || !hasProvider && spec["providerRef"] != nil
	case strings.HasPrefix(kindOf(o), "karpenter.k8s.aws/v1alpha1 "):
		return passesAsClass(spec)
	}
	return true
}

func passesAsClass(spec map[string]any) bool {
	family, hasFamily := spec["amiFamily"].(string)
	return spec["subnetSelector"] != nil && (spec["securityGroupSelector"] != nil || spec["launchTemplate"] != nil) &&
		(!hasFamily || slices.Contains(alphaFamilies, family))
}
