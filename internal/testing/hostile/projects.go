package hostile

import "strings"

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
}
