package hostile

import (
	"fmt"
	"strings"
)

// projects have many of two things that have to do with each other.
var projects = []Input{
	terraform("policies-1000-by-statements-10000", func(p *printer) {
		for i := range p.count(1000) {
			p.print("data \"aws_iam_policy_document\" \"karpenter%d\" {\n  statement {\n    actions   = [\"ec2:RunInstances\", \"ec2:CreateFleet\"]\n    resources = [\"*\"]\n  }\n%s}\n", i,
				strings.Repeat("  statement {\n    actions   = [\"a:*\", \"b:*\"]\n    resources = [\"*\"]\n  }\n", 10))
		}
	}),
	terraform("policies-1200-by-attachments-1200", func(p *printer) {
		p.print("locals {\n  all = [")
		p.repeat(1200, "aws_iam_policy.karpenter%d.arn, ")
		p.print("]\n}\nresource \"aws_iam_role\" \"r\" {\n  name = \"r\"\n}\n")
		p.repeat(1200, "resource \"aws_iam_policy\" \"karpenter%d\" {\n  policy = jsonencode({ Statement = [{ Effect = \"Allow\", Action = [\"ec2:RunInstances\", \"ec2:CreateFleet\"], Resource = \"*\" }] })\n}\n"+
			"resource \"aws_iam_role_policy_attachment\" \"a%d\" {\n  role       = aws_iam_role.r.name\n  policy_arn = local.all[0]\n}\n")
	}),
	many("policies-in-2000-directories", 2000, "d%d/karpenter.yaml", "Resources:\n  PNUMBER:\n    Type: AWS::IAM::ManagedPolicy\n    Properties:\n      PolicyDocument:\n        Statement:\n"+
		"        - {Effect: Allow, Action: [ec2:RunInstances, ec2:CreateFleet], Resource: \"*\"}\n        - {Effect: Allow, Action: [a:x, \"b:*\"], Resource: \"*\"}\n"),
	{Name: "roots-500-of-one-installation-by-files-1000", Write: func(t Tree) error {
		if err := t.text("m/main.tf", release); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("r%d/main.tf", i), "module \"a\" {\n  source = \"../m\"\n}\n"); err != nil {
				return err
			}
		}
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("c%d.yaml", i), fmt.Sprintf(shortClass, i)); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "classes-8000-near-4000-projects", Write: func(t Tree) error {
		if err := t.file("classes.yaml", func(p *printer) {
			p.repeat(8000, shortClass)
			p.repeat(2, shortRelease)
		}); err != nil {
			return err
		}
		for i := range t.count(4000) {
			if err := t.text(fmt.Sprintf("d%d/release.yaml", i), fmt.Sprintf(shortRelease, i)); err != nil {
				return err
			}
		}
		return nil
	}},
	several("releases-2000-of-a-chart-of-3000-objects",
		part{"main.tf", func(p *printer) {
			p.repeat(2000, "resource \"helm_release\" \"r%d\" {\n  name       = \"r%d\"\n  repository = \"./\"\n  chart      = \"chart\"\n}\n")
		}},
		fixed("chart/Chart.yaml", chart),
		part{"chart/templates/classes.yaml", func(p *printer) { p.repeat(3000, shortClass) }}),
	{Name: "config-maps-8000-by-files-500", Write: func(t Tree) error {
		if err := t.text("main.tf", strings.Replace(release, "1.0.8", "0.31.4", 1)); err != nil {
			return err
		}
		if err := t.file("maps.yaml", func(p *printer) {
			p.repeat(8000, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: karpenter-global-settings}\ndata: {aws.defaultInstanceProfile: [], aws.tags: {a%d: []}}\n")
		}); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("p%d.yaml", i), provisioner); err != nil {
				return err
			}
		}
		return nil
	}},
}

const (
	shortClass   = "---\napiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: c%d}\n"
	shortRelease = "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: k%d, namespace: a}\nspec: {chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: a}}}}\n"
)
