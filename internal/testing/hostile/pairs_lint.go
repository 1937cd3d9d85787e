package hostile

import (
	"errors"
	"fmt"
)

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
	one("fixes-5000-below-anchors", "pods.yaml", func(p *printer) {
		p.print("kind: List\napiVersion: v1\nitems:\n")
		p.repeat(5000, "- kind: Pod\n  apiVersion: v1\n  metadata:\n    name: a%d\n    annotations: &b%d\n      karpenter.sh/do-not-evict: 'true'\n")
	}),
	{Name: "roots-6000-of-a-chain-of-6000-modules", Write: func(t Tree) error {
		for i := range t.count(6000) {
			err := errors.Join(
				t.text(fmt.Sprintf("r%d/main.tf", i), "module \"a\" {\n  source = \"../m0\"\n}\n"),
				t.text(fmt.Sprintf("m%d/main.tf", i), fmt.Sprintf("module \"a\" {\n  source = \"../m%d\"\n}\n", i+1)))
			if err != nil {
				return err
			}
		}
		return t.text("k/main.tf", release)
	}},
	{Name: "roots-4000-in-a-chain-of-comments", Write: func(t Tree) error {
		for i := range t.count(4000) {
			if err := t.text(fmt.Sprintf("m%d/main.tf", i), fmt.Sprintf("# source = \"../m%d\"\n# karpenter.sh/provisioner-name\n", i+1)); err != nil {
				return err
			}
		}
		return nil
	}},
}

// fluxRelease installs Karpenter with the values that follow.
const fluxRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec:
  chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}
  values:
`
