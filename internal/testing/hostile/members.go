package hostile

import "strings"

// members have thousands of pools and classes that may depend on each other.
var members = []Input{
	several("pools-2000-by-classes-2000-of-one-name", members2000("pools.yaml", provisionerOf("p%d", "default")), members2000("classes.yaml", oldClassOf("default", ""))),
	several("pools-4000-by-classes-2000-of-one-name",
		members2000("a.yaml", provisionerOf("a%d", "default")), members2000("b.yaml", provisionerOf("b%d", "default")), members2000("c.yaml", oldClassOf("default", ""))),
	several("templated-pools-2000-by-templated-classes-2000", fixed("chart/Chart.yaml", "name: chart\nversion: 1.0.0\n"),
		members2000("chart/templates/pools.yaml", provisionerOf("p%d", `"{{ .Values.a%d }}"`)),
		members2000("chart/templates/classes.yaml", oldClassOf(`"{{ .Values.b%d }}"`, ""))),
	several("classes-2000-by-profiles-2000", members2000("a.yaml", oldClassOf("a%d", "")), members2000("b.yaml", oldClassOf("b%d", "  instanceProfile: p\n"))),
	several("pools-4000-below-900-directories", part{strings.Repeat("a/", 900) + "pools.yaml", func(p *printer) { p.repeat(4000, provisionerOf("p%d", "default")) }}),
	several("specs-2000-from-one-value", fixed("chart/Chart.yaml", "name: chart\nversion: 1.0.0\n"),
		fixed("chart/values.yaml", "spec: {ttlSecondsAfterEmpty: 30, providerRef: {name: a}}\n"),
		members2000("chart/templates/pools.yaml", "---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec:\n  {{- toYaml .Values.spec | nindent 2 }}\n")),
	several("switches-2000", fixed("chart/Chart.yaml", "name: chart\nversion: 1.0.0\n"), fixed("chart/values.yaml", "on: true\n"),
		members2000("chart/templates/pools.yaml", switchOf("a%d"))),
	several("labels-15000-beside-hidden-fields", fixed("chart/Chart.yaml", "name: chart\nversion: 1.0.0\n"), fixed("chart/values.yaml", "x: {weight: 1}\n"), fixed("chart/values-b.yaml", "x: {weight: 2}\n"),
		part{"chart/templates/pool.yaml", func(p *printer) {
			p.print("%s", provisionerOf("a", "default")+"  {{- toYaml .Values.x | nindent 2 }}\n  labels:\n")
			p.repeat(15000, "    kubernetes.io/l%d: a\n")
		}}),
}

// members2000 is a file of 2,000 documents.
func members2000(file, document string) part {
	return part{file, func(p *printer) { p.repeat(2000, document) }}
}

func switchOf(value string) string {
	return provisionerOf("p%d", "default") + "  consolidation:\n    enabled: {{ .Values." + value + " }}\n"
}

func provisionerOf(name, class string) string {
	return "---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: " + name + "\nspec:\n  providerRef: {name: " + class + "}\n"
}

func oldClassOf(name, fields string) string {
	return "---\napiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata:\n  name: " + name + "\nspec:\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n" + fields
}
