package hostile

import "strings"

// both returns an input for plan and for upgrade.
func both(in Input) []Input {
	plan, upgrade := in, in
	plan.Name, plan.Commands = in.Name+"-plan", []string{"plan"}
	upgrade.Name, upgrade.Commands, upgrade.Args = in.Name+"-upgrade", []string{"upgrade"}, []string{"--to", "1.8.1", "--all"}
	return []Input{plan, upgrade}
}

// roads are long: many workloads, findings and values on the way.
var roads = slicesOf(
	both(several("workloads-30000-by-budgets-10000",
		fixed("main.tf", strings.Replace(release, "1.0.8", "0.31.4", 1)),
		fixed("pool.yaml", provisioner),
		part{"web.yaml", func(p *printer) {
			p.repeat(30000, "---\nkind: Deployment\nmetadata: {name: w%d, namespace: a}\nspec: {replicas: 1, template: {metadata: {labels: {app: w%d}}}}\n")
			p.repeat(10000, "---\nkind: PodDisruptionBudget\nmetadata: {name: b%d, namespace: a}\nspec: {minAvailable: 1, selector: {matchLabels: {app: w%d}}}\n")
		}})),
	both(several("findings-30000",
		fixed("main.tf", strings.Replace(release, "1.0.8", "0.37.8", 1)),
		part{"web.yaml", func(p *printer) {
			p.repeat(30000, "---\nkind: Pod\nmetadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: \"true\", karpenter.sh/do-not-consolidate: \"true\"}}\n")
		}})),
	both(inThemselves),
	both(one("values-in-a-circle", "main.tf", func(p *printer) {
		p.print("locals {\n  v = local.w\n  w = \"${local.v}${local.x}\"\n  x = merge(local.y, { a = local.w })\n  y = local.x\n}\n%s", strings.Replace(release, `"1.0.8"`, "local.v", 1))
		p.repeat(300, "module \"m%d\" {\n  source  = \"./m\"\n  version = module.m%d.version\n}\n")
	})),
	both(one("line-of-3-MB", "main.tf", func(p *printer) {
		p.print("%slocals {\n  a = \"", strings.Replace(release, "1.0.8", "0.31.4", 1))
		p.repeat(3_000_000, "a")
		p.print("\"\n}\n")
	})),
	both(one("label-of-2-MB", "main.tf", func(p *printer) {
		p.print("%sresource \"kubectl_manifest\" \"", strings.Replace(release, "1.0.8", "0.31.4", 1))
		p.repeat(2_000_000, "a")
		p.print("\" {\n  yaml_body = <<-EOT\n%s  EOT\n}\n", provisioner)
	})),
	both(many("releases-3000", 3000, "r%d.tf", numberedRelease)),
	both(many("clusters-450", 450, "c%d/main.tf", numberedRelease)),
	both(several("road-pools-5000",
		fixed("main.tf", strings.Replace(release, "1.0.8", "0.37.8", 1)),
		part{"pools.yaml", func(p *printer) {
			p.repeat(5000, "---\napiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: p%d}\nspec: {template: {spec: {nodeClassRef: {name: a}, requirements: []}}}\n")
		}})),
	both(several("road-provisioners-3000",
		fixed("main.tf", strings.Replace(release, "1.0.8", "0.31.4", 1)),
		part{"pools.yaml", func(p *printer) {
			p.repeat(3000, "---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p%d}\nspec: {providerRef: {name: a%d}, ttlSecondsAfterEmpty: 30}\n"+
				"---\napiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: a%d}\nspec: {subnetSelector: {a: b}, securityGroupSelector: {a: b}, instanceProfile: x}\n")
		}})),
	both(many("road-files-2000", 2000, "p%d.yaml", "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: pNUMBER}\nspec: {provider: {launchTemplate: xNUMBER}}\n")),
)

// numberedRelease is a release of its own for each file.
var numberedRelease = strings.NewReplacer("1.0.8", "0.37.8", `"karpenter" {`, `"karpenterNUMBER" {`).Replace(release)
