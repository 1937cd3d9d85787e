package hostile

// pairsOfLint have many of two kinds of parts of which lint once compared each with each.
var pairsOfLint = []Input{
	one("inline-values-60000-by-a-suppression", "release.yaml", func(p *printer) {
		p.print("# karplint:ignore KL001 -- because\n%s", fluxRelease)
		p.repeat(60000, "    k%d: v\n")
	}),
	one("texts-30000-by-a-suppression", "release.yaml", func(p *printer) {
		p.print("# karplint:ignore KL001 -- because\n%s", fluxRelease)
		p.repeat(30000, "    k%d: |\n      a: b\n")
	}),
}

// fluxRelease installs Karpenter with the values that follow.
const fluxRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec:
  chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}
  values:
`
