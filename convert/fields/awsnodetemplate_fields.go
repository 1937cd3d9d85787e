package fields

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
)

// awsNodeTemplate maps a v1alpha1 AWSNodeTemplate to a v1beta1 EC2NodeClass.
var awsNodeTemplate = ObjectTable(pages.Guide, pages.Names, slices.Concat(Table{
	{From: "spec.apiVersion", Is: text, How: dropPastedType, Gone: true, Why: "dropped, because it is the type of a spec.provider",
		Source: fromProvider},
	{From: "spec.kind", Is: text, How: dropPastedType, Gone: true, Why: "dropped, because it is the type of a spec.provider", Source: fromProvider},
	{From: "spec.amiFamily", Is: text, Check: checkFamily},
	{From: "spec.amiSelector", Is: mapping, How: convertSelector, Becomes: "spec.amiSelectorTerms", Source: pages.Selectors,
		Why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id, aws::name name, aws::owners " +
			"owner, with name: \"*\" if it is the only key; {} is removed"},
	{From: "spec.amiSelector.*", Is: text, Becomes: "spec.amiSelectorTerms[].tags.*", Why: "a tag, unless it is one of the keys above",
		Source: pages.Selectors},
	{From: "spec.subnetSelector", Is: mapping, How: convertSelector, Becomes: "spec.subnetSelectorTerms", Source: pages.Selectors,
		Why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id"},
	{From: "spec.subnetSelector.*", Is: text, Becomes: "spec.subnetSelectorTerms[].tags.*", Why: "a tag, unless it is one of the keys above",
		Source: pages.Selectors},
	{From: "spec.securityGroupSelector", Is: mapping, How: convertSelector, Becomes: "spec.securityGroupSelectorTerms", Source: pages.Selectors,
		Why: "a list of terms, one for each combination of the alternatives between commas; aws-ids and aws::ids become id"},
	{From: "spec.securityGroupSelector.*", Is: text, Becomes: "spec.securityGroupSelectorTerms[].tags.*",
		Why: "a tag, unless it is one of the keys above", Source: pages.Selectors},
	{From: "spec.instanceProfile", Is: text, How: dropProfile, Source: fromClassCRD,
		Why: "\"\" is removed; 0.32.0 and 0.32.1 have no instanceProfile and get the role of --role or convert.roles"},
	{From: "spec.launchTemplate", Is: text, How: replaceTemplate, Gone: true, Source: pages.Template,
		Why: "a decision, because its settings must be written as other fields; dropped if convert.answers has them"},
	{From: "spec.userData", Is: text},
	{From: "spec.context", Is: text},
	{From: "spec.detailedMonitoring", Is: boolean},
	{From: "spec.tags", Is: mapping},
	{From: "spec.tags.*", Is: text, Check: checkTag},
},
	optionFields(Row{How: completeOptions, Source: fromProvider,
		Why: "EC2's defaults are written out for missing keys, because v1beta1 fills in httpTokens: required and a hop limit of 2"}),
	deviceFields(checkDevice, Row{How: convertSize, Source: fromClassCRD,
		Why: "whole Gi, G, Ti or T only: 20480Mi becomes 20Gi, and 18Ti, which the pattern rejects by mistake, becomes 18432Gi"}),
))

// optionFields returns the rows of the metadata options. template becomes their first row.
func optionFields(template Row) Table {
	template.From, template.Is = "spec.metadataOptions", mapping
	return Table{
		template,
		{From: "spec.metadataOptions.httpEndpoint", Is: text, Check: onOrOff},
		{From: "spec.metadataOptions.httpProtocolIPv6", Is: text, Check: onOrOff},
		{From: "spec.metadataOptions.httpPutResponseHopLimit", Is: number, Check: inRange(1, 64)},
		{From: "spec.metadataOptions.httpTokens", Is: text, Check: tokens},
	}
}

// deviceFields returns the rows of the block devices. check looks at each device; size becomes the row of the volume size.
func deviceFields(check how, size Row) Table {
	size.From, size.Is = "spec.blockDeviceMappings[].ebs.volumeSize", quantity
	return Table{
		{From: "spec.blockDeviceMappings", Is: list, Check: checkDevices},
		{From: "spec.blockDeviceMappings[]", Is: mapping, Check: check},
		{From: "spec.blockDeviceMappings[].deviceName", Is: text},
		{From: "spec.blockDeviceMappings[].ebs", Is: mapping, Check: checkVolume},
		{From: "spec.blockDeviceMappings[].ebs.deleteOnTermination", Is: boolean},
		{From: "spec.blockDeviceMappings[].ebs.encrypted", Is: boolean},
		{From: "spec.blockDeviceMappings[].ebs.iops", Is: number},
		{From: "spec.blockDeviceMappings[].ebs.kmsKeyID", Is: text},
		{From: "spec.blockDeviceMappings[].ebs.snapshotID", Is: text},
		{From: "spec.blockDeviceMappings[].ebs.throughput", Is: number},
		size,
		{From: "spec.blockDeviceMappings[].ebs.volumeType", Is: text, Check: volumeTypes},
	}
}

// absentInTemplate has the rows of fields that are written out because they are missing.
var absentInTemplate = Table{
	{From: "spec.amiFamily", Becomes: "spec.amiFamily", Why: "AL2, the alpha default, because v1beta1 requires the field", Source: pages.Family},
	{From: "spec.instanceProfile", Becomes: "spec.role", Source: pages.Role,
		Why: "the role or instance profile of the options; else settings.aws.defaultInstanceProfile of the installation, or of the cluster that the " +
			"class selects by name; else what all classes around it name; else a placeholder, which is reported"},
	{From: "spec.metadataOptions", Becomes: "spec.metadataOptions", Source: "karpenter-provider-aws@v0.32.10:pkg/providers/amifamily/resolver.go",
		Why: "left out where v1beta1 has the default of the alpha API; for 1.0, whose default hop limit is 1, 2 is written out. In IPv6 clusters the " +
			"alpha API enabled the IPv6 endpoint: write httpProtocolIPv6: enabled there"},
	{From: "spec.tags.*", Becomes: "spec.tags.*", Why: "the tags of settings.aws.tags of the installation, unless the class has them",
		Source: pages.Settings},
}

// providerFields are the fields of spec.provider: those of an AWSNodeTemplate, except for four.
var providerFields = awsNodeTemplate.without("spec.userData", "spec.amiSelector", "spec.amiSelector.*", "spec.detailedMonitoring")

func (t Table) without(fields ...string) Table {
	return slices.DeleteFunc(slices.Clone(t), func(r Row) bool { return slices.Contains(fields, r.From) })
}
