package facts

import (
	"slices"
	"strings"
)

// cloudTable is the table clouds. That file explains each field and its source.
type cloudTable struct {
	ProviderDomains string   `json:"provider_domains"`
	NotProviders    []string `json:"not_providers"`
	Clouds          []struct {
		Prefix string `json:"prefix"`
		Group  string `json:"group"`
	} `json:"clouds"`
}

var clouds = lazyTable[cloudTable]("clouds")

// CloudOfLabel returns the API group of the provider, other than AWS, whose nodes alone have a label with the key; "" if other
// nodes may have it.
func CloudOfLabel(key string) string {
	table := clouds()
	for _, c := range table.Clouds {
		if strings.HasPrefix(key, c.Prefix) {
			return c.Group
		}
	}
	domain, _, ok := strings.Cut(key, "/")
	if !ok || !strings.HasPrefix(domain, table.ProviderDomains) || slices.Contains(table.NotProviders, domain) {
		return ""
	}
	return domain
}

// autoModeGroup is the API group of the classes of EKS Auto Mode.
const autoModeGroup = "eks.amazonaws.com"

// ProviderName names the provider of Karpenter with an API group, other than AWS's own.
func ProviderName(group string) string {
	if group == autoModeGroup {
		return "EKS Auto Mode, whose Karpenter AWS upgrades"
	}
	return "another provider (" + group + ")"
}

// ClassSuffix ends the kind of a class in every provider of Karpenter: EC2NodeClass, NodeClass of EKS Auto Mode, AKSNodeClass, GCENodeClass.
const ClassSuffix = "NodeClass"

// IsForeignClass reports whether a kind of an API group is a class of a provider of Karpenter other than AWS's.
func IsForeignClass(group, kind string) bool {
	return strings.HasSuffix(kind, ClassSuffix) && group != "" && !IsKarpenter(group)
}
