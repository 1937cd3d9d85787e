package convert

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Pages of Karpenter's documentation that notes point at.
const (
	guide = "https://karpenter.sh/v1.0/upgrading/v1beta1-migration/"

	seePool         = guide + "#provisioner---nodepool"
	seeProvider     = guide + "#provider"
	seeEmpty        = guide + "#ttlsecondsafterempty"
	seeConsolidate  = guide + "#consolidation"
	seeExpiry       = guide + "#ttlsecondsuntilexpired"
	seeDefaults     = guide + "#defaults"
	seeRequirements = guide + "#spectemplatespecrequirements-defaults-dropped"
	seeClass        = guide + "#awsnodetemplate---ec2nodeclass"
	seeRole         = guide + "#instanceprofile"
	seeSelectors    = guide + "#subnetselector-securitygroupselector-and-amiselector"
	seeTemplate     = guide + "#launchtemplatename"
	seeFamily       = guide + "#amifamily"
	seeNames        = guide + "#annotations-labels-and-status-conditions"
	seePermissions  = guide + "#updating-tag-based-permissions"
	seeSettings     = guide + "#helm-values"
	seeProcedure    = guide + "#upgrade-procedure"
)

// Pages of Karpenter's documentation that notes about v1 point at.
const (
	guideV1 = "https://karpenter.sh/v1.0/upgrading/v1-migration/"

	seeManifests   = guideV1 + "#manifest-migration"
	seeChanges     = guideV1 + "#changelog"
	seeTaints      = guideV1 + "#full-changelog"
	seeExpiryV1    = guideV1 + "#forceful-expiration"
	seeNamesV1     = guideV1 + "#deprecated-annotations-labels-and-tags-removed"
	seeRef         = guideV1 + "#nodeclassref-requirements"
	seeKubelet     = guideV1 + "#kubelet-configuration-migration"
	seeHopLimit    = guideV1 + "#new-metadataoptions-defaults"
	seeUbuntu      = guideV1 + "#ubuntu-amifamily-removed"
	seeTaint       = guideV1 + "#new-registration-taint"
	seeProcedureV1 = guideV1 + "#upgrade-procedure"
)

// Pages of Karpenter's documentation about the fields of pools and classes.
const (
	poolPage  = "https://karpenter.sh/v1.0/concepts/nodepools/"
	classPage = "https://karpenter.sh/v1.0/concepts/nodeclasses/"
)

// seeFields are the pages about fields: the name of a field, in any version of the API -> the page.
var seeFields = map[string]string{
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

// seeField returns the page about a place in an object of Karpenter, for notes that say no more than that a value is wrong; ""
// where the place is the whole object.
func seeField(res *model.Resource, path []any) string {
	if len(path) == 0 || !facts.IsKarpenter(res.Group()) {
		return ""
	}
	for _, step := range path {
		name, _ := step.(string)
		if page := seeFields[name]; page != "" && path[0] != "metadata" {
			return page
		}
	}
	if res.Group() == facts.PoolGroup {
		return poolPage
	}
	return classPage
}
