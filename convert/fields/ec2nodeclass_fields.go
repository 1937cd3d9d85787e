package fields

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

const besideID = "fields beside an id are removed: nothing reads them, and v1 rejects them"

// ec2NodeClass maps a v1beta1 EC2NodeClass to one of v1.
var ec2NodeClass = ObjectTable(pages.GuideV1, pages.NamesV1, slices.Concat(Table{
	{From: "spec.amiFamily", Is: text,
		Why: "an alias in amiSelectorTerms replaces it if there are no terms; Ubuntu with terms becomes AL2 with its old root volume", Source: fromClass},
	{From: "spec.amiSelectorTerms", Is: list, Why: "required; an alias where there are none", Source: fromClass},
	{From: "spec.amiSelectorTerms[]", Is: mapping, How: convertTerm,
		Why: besideID, Source: fromClassV1},
	{From: "spec.amiSelectorTerms[].alias", Is: text, Why: onlyV1, Source: fromClassV1},
	{From: "spec.amiSelectorTerms[].id", Is: text},
	{From: "spec.amiSelectorTerms[].name", Is: text},
	{From: "spec.amiSelectorTerms[].owner", Is: text},
	{From: "spec.amiSelectorTerms[].tags", Is: mapping},
	{From: "spec.amiSelectorTerms[].tags.*", Is: text, Check: checkTermTag},
	{From: "spec.subnetSelectorTerms", Is: list},
	{From: "spec.subnetSelectorTerms[]", Is: mapping, How: convertTerm, Why: besideID, Source: fromClassV1},
	{From: "spec.subnetSelectorTerms[].id", Is: text},
	{From: "spec.subnetSelectorTerms[].tags", Is: mapping},
	{From: "spec.subnetSelectorTerms[].tags.*", Is: text, Check: checkTermTag},
	{From: "spec.securityGroupSelectorTerms", Is: list},
	{From: "spec.securityGroupSelectorTerms[]", Is: mapping, How: convertTerm,
		Why: "fields beside an id or a name are removed: nothing reads them, and v1 rejects them", Source: fromClassV1},
	{From: "spec.securityGroupSelectorTerms[].id", Is: text},
	{From: "spec.securityGroupSelectorTerms[].name", Is: text},
	{From: "spec.securityGroupSelectorTerms[].tags", Is: mapping},
	{From: "spec.securityGroupSelectorTerms[].tags.*", Is: text, Check: checkTermTag},
	{From: "spec.role", Is: text, Check: settleRole},
	{From: "spec.instanceProfile", Is: text},
	{From: "spec.userData", Is: text},
	{From: "spec.context", Is: text},
	{From: "spec.detailedMonitoring", Is: boolean},
	{From: "spec.associatePublicIPAddress", Is: boolean},
	{From: "spec.instanceStorePolicy", Is: text, Check: oneOf("RAID0")},
	{From: "spec.tags", Is: mapping},
	{From: "spec.tags.*", Is: text, Check: checkTag},
},
	optionFields(Row{Why: "httpPutResponseHopLimit: 2 is written out where it is absent, because v1 fills in 1", Source: fromClassV1}),
	Table{{From: "spec.blockDeviceMappings[].rootVolume", Is: boolean}},
	deviceFields(nil, Row{Check: convertSize}),
))

// absentInNodeClass has the rows of fields that are written out if a v1beta1 EC2NodeClass does not have them.
var absentInNodeClass = Table{
	{From: "spec.amiSelectorTerms", Becomes: "spec.amiSelectorTerms", Why: "an alias instead of amiFamily, because v1 requires terms",
		Source: fromClass},
	{From: "spec.metadataOptions.httpPutResponseHopLimit", Becomes: "spec.metadataOptions.httpPutResponseHopLimit",
		Why: "2, which v1beta1 filled in, where v1 fills in 1", Source: fromClassV1},
	{From: "spec.blockDeviceMappings", Becomes: "spec.blockDeviceMappings", Why: "with amiFamily Ubuntu its root volume, because AL2 has another one",
		Source: fromClass},
}
