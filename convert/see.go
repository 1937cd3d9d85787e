package convert

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
