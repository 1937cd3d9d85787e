package iam

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/project"
)

// TestWhosePolicy checks when a policy is certainly that of a controller.
func TestWhosePolicy(t *testing.T) {
	const launching = `{Statement = [{Effect = "Allow", Action = ["ec2:RunInstances", "ec2:CreateFleet", "pricing:GetProducts"], Resource = "*"}]}`
	policy := "resource \"aws_iam_policy\" \"p\" {\n policy = jsonencode(" + launching + ")\n}\n"
	role := func(arguments string) string {
		return "resource \"aws_iam_role\" \"r\" {\n" + arguments + "\n}\n"
	}
	trusts := func(principal string) string {
		return fmt.Sprintf("assume_role_policy = jsonencode({Statement = [{Effect = \"Allow\", Principal = %s}]})", principal)
	}
	document := func(kind, identifier, variable string) string {
		return fmt.Sprintf("data \"aws_iam_policy_document\" \"t\" {\n statement {\n  principals {\n   type = %q\n   identifiers = [%q]\n  }\n  "+
			"condition {\n   test = \"StringEquals\"\n   variable = %q\n   values = [\"a\"]\n  }\n }\n}\n", kind, identifier, variable) +
			role("assume_role_policy = data.aws_iam_policy_document.t.json")
	}
	const attach = "resource \"aws_iam_role_policy_attachment\" \"a\" {\n policy_arn = aws_iam_policy.p.arn\n role = ROLE\n}\n"
	ofPods := trusts(`{Service = "pods.eks.amazonaws.com"}`)
	attached := strings.Replace(attach, "ROLE", "aws_iam_role.r.name", 1)
	to := func(role string) string { return policy + strings.Replace(attach, "ROLE", role, 1) }
	const lookUp = "data \"aws_iam_role\" \"d\" {\n name = NAME\n}\nvariable \"e\" {}\n"
	const oidc = "arn:aws:iam::1:oidc-provider/"
	for name, test := range map[string]struct{ text, want string }{
		"pods":               {policy + attached + role(ofPods), "attached"},
		"nodes":              {policy + attached + role(trusts(`{Service = ["ec2.amazonaws.com"]}`)), "attached"},
		"a cluster's":        {policy + attached + document("Federated", oidc+"oidc.eks.eu-west-1.amazonaws.com/id/A", "a:sub"), "attached"},
		"an unknown trust":   {policy + attached + role("assume_role_policy = var.e") + "variable \"e\" {}\n", "attached"},
		"anyone":             {policy + attached + role(trusts(`"*"`)), "attached"},
		"a cluster's, JSON":  {policy + attached + role(trusts(`{Federated = aws_iam_openid_connect_provider.eks.arn}`)), "attached"},
		"GitHub":             {policy + attached + role(trusts(`{Federated = "`+oidc+`token.actions.githubusercontent.com"}`)), "of others"},
		"GitHub, a document": {policy + attached + document("Federated", oidc+"token.actions.githubusercontent.com", "a:sub"), "of others"},
		"GitHub, by its name": {policy + attached + role(trusts(`{Federated = aws_iam_openid_connect_provider.github.arn}`)) +
			"resource \"aws_iam_openid_connect_provider\" \"github\" {}\n", "of others"},
		"a cluster of runners": {policy + attached + role(trusts(`{Federated = "`+oidc+`oidc.eks.eu-west-1.amazonaws.com/id/${var.e}"}`)) +
			"variable \"e\" {}\n", "attached"},
		"SAML": {policy + attached + role(trusts(`{Federated = "arn:aws:iam::1:saml-provider/x"}`)), "of others"},
		"GitHub, by its condition": {policy + attached + document("Federated", "${var.e}", "token.actions.githubusercontent.com:sub") +
			"variable \"e\" {}\n", "of others"},
		"GitHub, by its condition, JSON": {policy + attached + role("assume_role_policy = jsonencode({Statement = [{Effect = \"Allow\", Principal = "+
			"{Federated = var.e}, Condition = {StringLike = {\"token.actions.githubusercontent.com:sub\" = \"a\"}}}]})") +
			"variable \"e\" {}\n", "of others"},
		"the service of a cluster": {policy + attached + role(trusts(`{Service = "eks.amazonaws.com"}`)), "of others"},
		"a function":               {policy + attached + role(trusts(`{Service = "lambda.amazonaws.com"}`)), "of others"},
		"an account":               {policy + attached + role(trusts(`{AWS = "arn:aws:iam::1:root"}`)), "of others"},
		"inline":                   {role(ofPods + "\ninline_policy {\n policy = jsonencode(" + launching + ")\n}"), "attached"},
		"nothing":                  {policy + role(ofPods), "unattached"},
		"as a boundary":            {policy + role("permissions_boundary = aws_iam_policy.p.arn"), "unattached"},
		"as a boundary, local":     {policy + "locals {\n b = aws_iam_policy.p.arn\n}\n" + role("permissions_boundary = local.b"), "unattached"},
		"as a boundary and attached": {policy + role("permissions_boundary = aws_iam_policy.p.arn\nmanaged_policy_arns = [aws_iam_policy.p.arn]"),
			"attached"},
		"as a boundary of a module": {policy + "module \"m\" {\n source = \"terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks\"\n " +
			"version = \"5.60.0\"\n role_permissions_boundary_arn = aws_iam_policy.p.arn\n}\n", "unattached"},
		"a role from elsewhere":                {to(`"karpenter-shop"`), "attached"},
		"a role from elsewhere, in part":       {to(`"karpenter-${var.e}"`) + "variable \"e\" {}\n", "attached"},
		"another role from elsewhere":          {to(`"packer"`), "unattached"},
		"another role from elsewhere, in part": {to(`"${var.karpenter}-x"`) + "variable \"karpenter\" {}\n", "unattached"},
		"any role":                             {to("var.e") + "variable \"e\" {}\n", "unattached"},
		"a role that is looked up":             {to("data.aws_iam_role.d.name") + strings.Replace(lookUp, "NAME", `"karpenter"`, 1), "attached"},
		"another role that is looked up":       {to("data.aws_iam_role.d.name") + strings.Replace(lookUp, "NAME", `"packer"`, 1), "unattached"},
		"any role that is looked up":           {to("data.aws_iam_role.d.name") + strings.Replace(lookUp, "NAME", "var.e", 1), "unattached"},
		"a made role that is looked up": {to("data.aws_iam_role.d.name") + strings.Replace(lookUp, "NAME", `"packer"`, 1) +
			role("name = \"packer\"\n"+ofPods), "attached"},
		"exclusive": {policy + role(ofPods) + "resource \"aws_iam_role_policy_attachments_exclusive\" \"x\" {\n " +
			"role_name = aws_iam_role.r.name\n policy_arns = [aws_iam_policy.p.arn]\n}\n", "attached"},
		"pods and another": {policy + attached + role(ofPods) + strings.NewReplacer(`"a"`, `"b"`, "ROLE", `"packer"`).
			Replace(attach), "unattached"},
		"a document": {"data \"aws_iam_policy_document\" \"p\" {\n statement {\n  actions = [\"ec2:RunInstances\", \"ec2:CreateFleet\", " +
			"\"pricing:GetProducts\"]\n }\n}\nresource \"aws_iam_role_policy\" \"x\" {\n role = \"karpenter\"\n " +
			"policy = data.aws_iam_policy_document.p.json\n}\n",
			"attached"},
	} {
		controllers := Controllers(project.OfRoot(rootOf(t, test.text)))
		got := "of others"
		for _, c := range controllers {
			got = map[bool]string{true: "attached", false: "unattached"}[c.Attached]
		}
		if got != test.want || len(controllers) > 1 {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
