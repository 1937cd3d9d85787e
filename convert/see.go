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
	seeProcedure    = guide + "#upgrade-procedure"
)
