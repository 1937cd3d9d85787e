// Package pages has the addresses of pages in Karpenter's documentation, for notes.
package pages

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Addresses of pages, with the section that a note is about.
const (
	Guide = "https://karpenter.sh/v1.0/upgrading/v1beta1-migration/"

	Pool         = Guide + "#provisioner---nodepool"
	Provider     = Guide + "#provider"
	Empty        = Guide + "#ttlsecondsafterempty"
	Consolidate  = Guide + "#consolidation"
	Expiry       = Guide + "#ttlsecondsuntilexpired"
	Defaults     = Guide + "#defaults"
	Requirements = Guide + "#spectemplatespecrequirements-defaults-dropped"
	Class        = Guide + "#awsnodetemplate---ec2nodeclass"
	Role         = Guide + "#instanceprofile"
	Selectors    = Guide + "#subnetselector-securitygroupselector-and-amiselector"
	Template     = Guide + "#launchtemplatename"
	Family       = Guide + "#amifamily"
	Names        = Guide + "#annotations-labels-and-status-conditions"
	Permissions  = Guide + "#updating-tag-based-permissions"
	Settings     = Guide + "#helm-values"
	Procedure    = Guide + "#upgrade-procedure"
)

// Pages about v1.
const (
	GuideV1 = "https://karpenter.sh/v1.0/upgrading/v1-migration/"

	Manifests = GuideV1 + "#manifest-migration"
	Changes   = GuideV1 + "#changelog"
	Taints    = GuideV1 + "#full-changelog"
	ExpiryV1  = GuideV1 + "#forceful-expiration"
	NamesV1   = GuideV1 + "#deprecated-annotations-labels-and-tags-removed"
	Ref       = GuideV1 + "#nodeclassref-requirements"
	Kubelet   = GuideV1 + "#kubelet-configuration-migration"
	HopLimit  = GuideV1 + "#new-metadataoptions-defaults"
	Ubuntu    = GuideV1 + "#ubuntu-amifamily-removed"
	Taint     = GuideV1 + "#new-registration-taint"
)

// Pages about the fields of pools and classes.
const (
	poolPage  = "https://karpenter.sh/v1.0/concepts/nodepools/"
	classPage = "https://karpenter.sh/v1.0/concepts/nodeclasses/"
)

// byField maps the name of a field, in any version of the API, to its page.
var byField = map[string]string{
	"labels":                 poolPage + "#spectemplatemetadatalabels",
	"annotations":            poolPage + "#spectemplatemetadataannotations",
	"nodeClassRef":           poolPage + "#spectemplatespecnodeclassref",
	"providerRef":            poolPage + "#spectemplatespecnodeclassref",
	"taints":                 poolPage + "#spectemplatespectaints",
	"startupTaints":          poolPage + "#spectemplatespecstartuptaints",
	"requirements":           poolPage + "#spectemplatespecrequirements",
	"expireAfter":            poolPage + "#spectemplatespecexpireafter",
	"ttlSecondsUntilExpired": poolPage + "#spectemplatespecexpireafter",
	"disruption":             poolPage + "#specdisruption",
	"consolidation":          poolPage + "#specdisruption",
	"ttlSecondsAfterEmpty":   poolPage + "#specdisruption",
	"limits":                 poolPage + "#speclimits",
	"weight":                 poolPage + "#specweight",

	"kubelet":                    classPage + "#speckubelet",
	"kubeletConfiguration":       classPage + "#speckubelet",
	"amiFamily":                  classPage + "#specamifamily",
	"amiSelector":                classPage + "#specamiselectorterms",
	"amiSelectorTerms":           classPage + "#specamiselectorterms",
	"subnetSelector":             classPage + "#specsubnetselectorterms",
	"subnetSelectorTerms":        classPage + "#specsubnetselectorterms",
	"securityGroupSelector":      classPage + "#specsecuritygroupselectorterms",
	"securityGroupSelectorTerms": classPage + "#specsecuritygroupselectorterms",
	"role":                       classPage + "#specrole",
	"instanceProfile":            classPage + "#specinstanceprofile",
	"tags":                       classPage + "#spectags",
	"metadataOptions":            classPage + "#specmetadataoptions",
	"blockDeviceMappings":        classPage + "#specblockdevicemappings",
	"instanceStorePolicy":        classPage + "#specinstancestorepolicy",
	"userData":                   classPage + "#specuserdata",
	"detailedMonitoring":         classPage + "#specdetailedmonitoring",
	"associatePublicIPAddress":   classPage + "#specassociatepublicipaddress",
}

// Of returns the page about a place in an object of Karpenter, for notes without a page of their own; "" if the path is the whole
// object.
func Of(res *model.Resource, path []any) string {
	if len(path) == 0 || !facts.IsKarpenter(res.Group()) {
		return ""
	}
	for _, step := range path {
		name, _ := step.(string)
		if page := byField[name]; page != "" && path[0] != "metadata" {
			return page
		}
	}
	if res.Group() == facts.PoolGroup {
		return poolPage
	}
	return classPage
}
