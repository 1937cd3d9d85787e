package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

const besideID = "what stands beside an id goes: nothing reads it, and v1 refuses it"

// ec2NodeClass maps a v1beta1 EC2NodeClass to one of v1.
var ec2NodeClass = objectTable(pages.GuideV1, pages.NamesV1, slices.Concat(table{
	{from: "spec.amiFamily", is: text,
		why: "an alias of amiSelectorTerms takes its place where there are no terms; Ubuntu with terms becomes AL2 with its old root volume", source: fromClass},
	{from: "spec.amiSelectorTerms", is: list, why: "required; an alias where there are none", source: fromClass},
	{from: "spec.amiSelectorTerms[]", is: mapping, how: term,
		why: besideID, source: fromClassV1},
	{from: "spec.amiSelectorTerms[].id", is: text},
	{from: "spec.amiSelectorTerms[].name", is: text},
	{from: "spec.amiSelectorTerms[].owner", is: text},
	{from: "spec.amiSelectorTerms[].tags", is: mapping},
	{from: "spec.amiSelectorTerms[].tags.*", is: text, check: termTag},
	{from: "spec.subnetSelectorTerms", is: list},
	{from: "spec.subnetSelectorTerms[]", is: mapping, how: term, why: besideID, source: fromClassV1},
	{from: "spec.subnetSelectorTerms[].id", is: text},
	{from: "spec.subnetSelectorTerms[].tags", is: mapping},
	{from: "spec.subnetSelectorTerms[].tags.*", is: text, check: termTag},
	{from: "spec.securityGroupSelectorTerms", is: list},
	{from: "spec.securityGroupSelectorTerms[]", is: mapping, how: term,
		why: "what stands beside an id or a name goes: nothing reads it, and v1 refuses it", source: fromClassV1},
	{from: "spec.securityGroupSelectorTerms[].id", is: text},
	{from: "spec.securityGroupSelectorTerms[].name", is: text},
	{from: "spec.securityGroupSelectorTerms[].tags", is: mapping},
	{from: "spec.securityGroupSelectorTerms[].tags.*", is: text, check: termTag},
	{from: "spec.role", is: text},
	{from: "spec.instanceProfile", is: text},
	{from: "spec.userData", is: text},
	{from: "spec.context", is: text},
	{from: "spec.detailedMonitoring", is: boolean},
	{from: "spec.associatePublicIPAddress", is: boolean},
	{from: "spec.instanceStorePolicy", is: text, check: oneOf("RAID0")},
	{from: "spec.tags", is: mapping},
	{from: "spec.tags.*", is: text, check: restrictedTag},
},
	optionFields(row{why: "httpPutResponseHopLimit: 2 is written out where it is absent, for v1 fills in 1", source: fromClassV1}),
	table{{from: "spec.blockDeviceMappings[].rootVolume", is: boolean}},
	deviceFields(nil, row{check: volumeSize}),
))

// absentInNodeClass says what is written out for fields that a v1beta1 EC2NodeClass does not have.
var absentInNodeClass = table{
	{from: "spec.amiSelectorTerms", becomes: "spec.amiSelectorTerms", why: "an alias in place of amiFamily, for v1 requires terms", source: fromClass},
	{from: "spec.metadataOptions.httpPutResponseHopLimit", becomes: "spec.metadataOptions.httpPutResponseHopLimit", why: "2, which v1beta1 filled in, where v1 fills in 1", source: fromClassV1},
	{from: "spec.blockDeviceMappings", becomes: "spec.blockDeviceMappings", why: "with amiFamily Ubuntu its root volume, for AL2 has another one", source: fromClass},
}
