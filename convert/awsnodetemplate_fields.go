package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// awsNodeTemplate maps a v1alpha1 AWSNodeTemplate to a v1beta1 EC2NodeClass.
var awsNodeTemplate = objectTable(pages.Guide, pages.Names, slices.Concat(table{
	{from: "spec.apiVersion", is: text, how: pastedType, gone: true, why: "dropped, because it says what a spec.provider was", source: fromProvider},
	{from: "spec.kind", is: text, how: pastedType, gone: true, why: "dropped, because it says what a spec.provider was", source: fromProvider},
	{from: "spec.amiFamily", is: text, check: amiFamily},
	{from: "spec.amiSelector", is: mapping, how: selector, becomes: "spec.amiSelectorTerms", source: pages.Selectors,
		why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id, aws::name name, aws::owners owner, with name: \"*\" where it stands alone; {} goes"},
	{from: "spec.amiSelector.*", is: text, becomes: "spec.amiSelectorTerms[].tags.*", why: "a tag, unless it is one of the keys above", source: pages.Selectors},
	{from: "spec.subnetSelector", is: mapping, how: selector, becomes: "spec.subnetSelectorTerms", source: pages.Selectors,
		why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id"},
	{from: "spec.subnetSelector.*", is: text, becomes: "spec.subnetSelectorTerms[].tags.*", why: "a tag, unless it is one of the keys above", source: pages.Selectors},
	{from: "spec.securityGroupSelector", is: mapping, how: selector, becomes: "spec.securityGroupSelectorTerms", source: pages.Selectors,
		why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id"},
	{from: "spec.securityGroupSelector.*", is: text, becomes: "spec.securityGroupSelectorTerms[].tags.*", why: "a tag, unless it is one of the keys above", source: pages.Selectors},
	{from: "spec.instanceProfile", is: text, how: instanceProfile, source: fromClassCRD,
		why: "\"\" goes; 0.32.0 and 0.32.1 know no instanceProfile, and get the role that --role or convert.roles names"},
	{from: "spec.launchTemplate", is: text, how: launchTemplate, gone: true, source: pages.Template,
		why: "a decision, because what it holds must be written as other fields"},
	{from: "spec.userData", is: text},
	{from: "spec.context", is: text},
	{from: "spec.detailedMonitoring", is: boolean},
	{from: "spec.tags", is: mapping},
	{from: "spec.tags.*", is: text, check: restrictedTag},
},
	optionFields(row{how: metadataOptions, source: fromProvider,
		why: "what it does not say is written out as the alpha API left it to EC2: v1beta1 fills in httpTokens: required and a hop limit of 2"}),
	deviceFields(device, row{how: volumeSize, source: fromClassCRD,
		why: "whole Gi, G, Ti or T only: 20480Mi becomes 20Gi, and 18Ti, which a hole in the pattern refuses, 18432Gi"}),
))

// optionFields returns the rows of the metadata options, of which the first one is given.
func optionFields(whole row) table {
	whole.from, whole.is = "spec.metadataOptions", mapping
	return table{
		whole,
		{from: "spec.metadataOptions.httpEndpoint", is: text, check: onOrOff},
		{from: "spec.metadataOptions.httpProtocolIPv6", is: text, check: onOrOff},
		{from: "spec.metadataOptions.httpPutResponseHopLimit", is: number, check: between(1, 64)},
		{from: "spec.metadataOptions.httpTokens", is: text, check: tokens},
	}
}

// deviceFields returns the rows of the block devices; check is for each of them, and size is the row of the size of a volume.
func deviceFields(check how, size row) table {
	size.from, size.is = "spec.blockDeviceMappings[].ebs.volumeSize", quantity
	return table{
		{from: "spec.blockDeviceMappings", is: list, check: devices},
		{from: "spec.blockDeviceMappings[]", is: mapping, check: check},
		{from: "spec.blockDeviceMappings[].deviceName", is: text},
		{from: "spec.blockDeviceMappings[].ebs", is: mapping, check: volume},
		{from: "spec.blockDeviceMappings[].ebs.deleteOnTermination", is: boolean},
		{from: "spec.blockDeviceMappings[].ebs.encrypted", is: boolean},
		{from: "spec.blockDeviceMappings[].ebs.iops", is: number},
		{from: "spec.blockDeviceMappings[].ebs.kmsKeyID", is: text},
		{from: "spec.blockDeviceMappings[].ebs.snapshotID", is: text},
		{from: "spec.blockDeviceMappings[].ebs.throughput", is: number},
		size,
		{from: "spec.blockDeviceMappings[].ebs.volumeType", is: text, check: volumeTypes},
	}
}

// absentInTemplate says what is written out for fields that are not there.
var absentInTemplate = table{
	{from: "spec.amiFamily", becomes: "spec.amiFamily", why: "AL2, which it was where it was not set, and v1beta1 requires the field", source: pages.Family},
	{from: "spec.instanceProfile", becomes: "spec.role", source: pages.Role,
		why: "the role or instance profile that the options name; else settings.aws.defaultInstanceProfile of the installation; else a placeholder, which is reported"},
	{from: "spec.metadataOptions", becomes: "spec.metadataOptions", source: "karpenter-provider-aws@v0.32.10:pkg/providers/amifamily/resolver.go",
		why: "left out where v1beta1 fills in what the alpha API did; for 1.0, which fills in a hop limit of 1, 2 is written out. In clusters of IPv6 the alpha API switched the IPv6 endpoint on: write httpProtocolIPv6: enabled there"},
	{from: "spec.tags.*", becomes: "spec.tags.*", why: "the tags of settings.aws.tags of the installation, unless the class has them", source: pages.Settings},
}

// providerFields is the map of a provider's fields, which are those of an AWSNodeTemplate but for three.
var providerFields = awsNodeTemplate.without("spec.userData", "spec.amiSelector", "spec.amiSelector.*", "spec.detailedMonitoring")

func (t table) without(fields ...string) table {
	return slices.DeleteFunc(slices.Clone(t), func(r row) bool { return slices.Contains(fields, r.from) })
}
