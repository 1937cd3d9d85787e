package iam

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
)

// launching is the policy of a controller that may only launch instances. MORE is replaced by further statements.
const launching = `
data "aws_iam_policy_document" "controller" {
  statement {
    actions   = ["ec2:RunInstances", "ec2:CreateFleet", "pricing:GetProducts"]
    resources = ["*"]
  }
  MORE
}
resource "aws_iam_policy" "controller" {
  policy = data.aws_iam_policy_document.controller.json
}
resource "aws_iam_role" "controller" {
  name = "karpenter"
}
resource "aws_iam_role_policy_attachment" "controller" {
  role       = aws_iam_role.controller.name
  policy_arn = aws_iam_policy.controller.arn
}
`

const profiles = `statement {
    actions   = ["iam:*InstanceProfile"]
    resources = ["*"]
  }`

// lacking returns the names of the permissions that the controllers in a root lack; "unknown" if the permissions of none are known.
func lacking(t *testing.T, text string) string {
	t.Helper()
	root := terraform.Load(fstest.MapFS{"main.tf": &fstest.MapFile{Data: []byte(text)}}, ".", terraform.Options{})
	if len(root.Errors) > 0 {
		t.Fatal(root.Errors[0].Message)
	}
	controllers := slices.DeleteFunc(Controllers(project.OfRoot(rootmodule.Read(root))), func(c Controller) bool { return !c.Known })
	if len(controllers) == 0 {
		return "unknown"
	}
	var all []string
	for _, c := range controllers {
		for _, lack := range c.Lacks {
			if lack.Permission == "instance-profiles" || lack.Permission == "cluster-tag" {
				all = append(all, lack.Permission+part("=", lack.Input))
			}
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

func with(statement string) string { return strings.Replace(launching, "MORE", statement, 1) + "\n" }

func TestPoliciesOfControllers(t *testing.T) {
	role := func(name, body string) string {
		return fmt.Sprintf("resource \"aws_iam_role\" %q {\n  name = %q\n%s\n}\n", name, name, body)
	}
	document := func(name, body string) string {
		return fmt.Sprintf("data \"aws_iam_policy_document\" %q {\n%s\n}\n", name, body)
	}
	attach := func(to, arn string) string {
		return fmt.Sprintf("resource \"aws_iam_role_policy_attachment\" \"more\" {\n  role = %s\n  policy_arn = %s\n}\n", to, arn)
	}
	inline := func(to string) string {
		return document("more", profiles) + fmt.Sprintf("resource \"aws_iam_role_policy\" \"more\" {\n  role = %s\n  policy = "+
			"data.aws_iam_policy_document.more.json\n}\n", to)
	}
	for name, test := range map[string]struct{ text, want string }{
		"bare":              {with(""), "instance-profiles"},
		"wildcard":          {with(profiles), ""},
		"all but one":       {with(strings.Replace(profiles, "iam:*InstanceProfile", "iam:*eInstanceProfile", 1)), "instance-profiles"},
		"any action":        {with(strings.Replace(profiles, "iam:*InstanceProfile", "*", 1)), ""},
		"denied":            {with(strings.Replace(profiles, "statement {", "statement {\n effect = \"Deny\"", 1)), "instance-profiles"},
		"unknown effect":    {with(strings.Replace(profiles, "statement {", "statement {\n effect = var.e", 1)) + "\nvariable \"e\" {}\n", ""},
		"an unknown action": {with(strings.Replace(profiles, `"iam:*InstanceProfile"`, `var.e`, 1)) + "\nvariable \"e\" {}\n", ""},
		"not actions":       {with(strings.Replace(profiles, "actions  ", "not_actions", 1)), ""},
		"unknown statements": {with("dynamic \"statement\" {\n for_each = var.e\n content {\n actions = [statement.value]\n }\n}") +
			"\nvariable \"e\" {}\n", "unknown"},
		"known statements":     {with("dynamic \"statement\" {\n for_each = [\"iam:*\"]\n content {\n actions = [statement.value]\n }\n}"), ""},
		"an included document": {with("source_policy_documents = [data.aws_iam_policy_document.more.json]") + document("more", profiles), ""},
		"an included text": {with("override_policy_documents = [jsonencode({Statement = [{Effect = \"Allow\", Action = \"iam:*\", Resource = " +
			"\"*\"}]})]"), ""},
		"an unknown document":         {with("source_policy_documents = [var.e]") + "\nvariable \"e\" {}\n", "unknown"},
		"unknown documents":           {with("source_policy_documents = var.e") + "\nvariable \"e\" {}\n", "unknown"},
		"another policy of the role":  {with("") + inline("aws_iam_role.controller.name"), ""},
		"a policy of another role":    {with("") + role("node", "") + inline("aws_iam_role.node.id"), "instance-profiles"},
		"a policy of an unknown role": {with("") + inline("var.e") + "\nvariable \"e\" {}\n", ""},
		"a policy from elsewhere":     {with("") + attach("aws_iam_role.controller.name", "var.e") + "\nvariable \"e\" {}\n", "unknown"},
		"of another account":          {with("") + attach("aws_iam_role.controller.name", `"arn:aws:iam::111122223333:policy/more"`), "unknown"},
		"elsewhere, of another role": {with("") + role("node", "") + attach("aws_iam_role.node.name", "var.e") + "\nvariable \"e\" {}\n",
			"instance-profiles"},
		"a policy of AWS": {with("") + attach("aws_iam_role.controller.name", `"arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore"`),
			"instance-profiles"},
		"a policy that a data source reads": {with("") + "data \"aws_iam_policy\" \"x\" {\n name = \"more\"\n}\n" +
			attach("aws_iam_role.controller.name", "data.aws_iam_policy.x.arn"), "unknown"},
		"the administrator's": {with("") + attach("aws_iam_role.controller.name", `"arn:aws:iam::aws:policy/AdministratorAccess"`), "unknown"},
		"managed policies of the role": {with("") + role("x", "managed_policy_arns = [aws_iam_policy.controller.arn, var.e]") + "\nvariable \"e\" {}\n",
			"unknown"},
		"for a module by name":          {with("") + elsewhere("role_name = aws_iam_role.controller.name"), "unknown"},
		"for a module by id, in a list": {with("") + elsewhere("roles = { a = [aws_iam_role.controller.id] }"), "unknown"},
		"for a module as a whole":       {with("") + elsewhere("role = aws_iam_role.controller"), "unknown"},
		"for a module through a local":  {with("") + "locals {\n r = aws_iam_role.controller.name\n}\n" + elsewhere("to = local.r"), "unknown"},
		"for a module, perhaps":         {with("") + "variable \"e\" {}\n" + elsewhere("to = var.e ? aws_iam_role.controller.name : null"), "unknown"},
		"for a module, with a random name": {strings.Replace(with(""), `name = "karpenter"`, "", 1) + elsewhere("to = aws_iam_role.controller.name"),
			"unknown"},
		"for a module by its text": {with("") + elsewhere(`role_name = "karpenter"`), "unknown"},
		"for a module by ARN":      {with("") + elsewhere("role_arn = aws_iam_role.controller.arn"), "instance-profiles"},
		"for a module by ARN, in a text": {with("") + elsewhere("values = [\"role: ${aws_iam_role.controller.arn}\"]\nnamespace = \"karpenter\""),
			"instance-profiles"},
		"another role for a module": {with("") + role("node", "") + elsewhere("role_name = aws_iam_role.node.name"), "instance-profiles"},
		"through a data source": {with("") + "data \"aws_iam_role\" \"c\" {\n name = \"karpenter\"\n}\n" +
			inline("data.aws_iam_role.c.name"), ""},
		"a data source of another role": {with("") + "data \"aws_iam_role\" \"c\" {\n name = \"node\"\n}\n" +
			inline("data.aws_iam_role.c.name"), "instance-profiles"},
		"a data source of any role": {with("") + "variable \"e\" {}\ndata \"aws_iam_role\" \"c\" {\n name = var.e\n}\n" +
			inline("data.aws_iam_role.c.name"), ""},
		"a data source of a role with the beginning": {strings.Replace(with(""), `name = "karpenter"`, `name = "karpenter-${var.e}"`, 1) +
			"variable \"e\" {}\ndata \"aws_iam_role\" \"c\" {\n name = \"karpenter-x\"\n}\n" + inline("data.aws_iam_role.c.name"), ""},
		"a data source of a role with another beginning": {strings.Replace(with(""), `name = "karpenter"`, `name = "karpenter-${var.e}"`, 1) +
			"variable \"e\" {}\ndata \"aws_iam_role\" \"c\" {\n name = \"node\"\n}\n" + inline("data.aws_iam_role.c.name"), "instance-profiles"},
		"exclusive":                           {with("") + exclusive("[aws_iam_policy.controller.arn]"), "instance-profiles"},
		"exclusive, with the administrator's": {with("") + exclusive(`["arn:aws:iam::aws:policy/AdministratorAccess"]`), "unknown"},
		"a literal name, with another role in the policy": {with("") + role("node", "") +
			"resource \"aws_iam_role_policy\" \"more\" {\n role = \"karpenter\"\n policy = jsonencode({Statement = [{Effect = \"Allow\", " +
			"Action = \"iam:*\", Resource = aws_iam_role.node.arn}]})\n}\n", ""},
		"a policy that is unknown": {with("") + "resource \"aws_iam_policy\" \"x\" {\n policy = var.e\n}\n" + "\nvariable \"e\" {}\n" +
			attach("aws_iam_role.controller.name", "aws_iam_policy.x.arn"), "unknown"},
		"only the tags of v1beta1": {with(tags(`"karpenter.sh/nodeclaim", "Name"`) + "\n" + profiles), "cluster-tag"},
		"the tags of v1":           {with(tags(`"karpenter.sh/nodeclaim", "eks:eks-cluster-name", "Name"`) + "\n" + profiles), ""},
		"a wildcard for tags":      {with(tags(`"eks:*"`) + "\n" + profiles), ""},
		"both statements for tags": {with(tags(`"Name"`) + tags(`"eks:eks-cluster-name"`) + "\n" + profiles), ""},
		"tags, all by ec2:*":       {with(tags(`"Name"`) + "statement {\n actions = [\"ec2:*\"]\n}\n" + "\n" + profiles), ""},
		"tags of new resources": {with(tags(`"Name"`) + "statement {\n actions = [\"ec2:CreateTags\"]\n condition {\n test = \"StringEquals\"\n " +
			"variable = \"ec2:CreateAction\"\n values = [\"RunInstances\"]\n }\n}\n" + "\n" + profiles), "cluster-tag"},
		"for Auto Mode of EKS": {strings.Replace(with(""), `resources = ["*"]`, "resources = [\"*\"]\n condition {\n test = \"StringLike\"\n "+
			"variable = \"aws:RequestTag/eks:kubernetes-node-class-name\"\n values = [\"*\"]\n }", 1), "unknown"},
		"for another service": {strings.NewReplacer("pricing:GetProducts", "s3:GetObject", "karpenter", "runner").Replace(with("")), "unknown"},
	} {
		if got := lacking(t, test.text); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func elsewhere(arguments string) string {
	return "module \"more\" {\n  source = \"git::https://example.com/more.git\"\n" + arguments + "\n}\n"
}

func exclusive(arns string) string {
	return "resource \"aws_iam_role_policy_attachments_exclusive\" \"x\" {\n" +
		"  role_name = aws_iam_role.controller.name\n  policy_arns = " + arns + "\n}\n"
}

func tags(keys string) string {
	return "statement {\n actions = [\"ec2:CreateTags\"]\n condition {\n test = \"ForAllValues:StringEquals\"\n variable = \"aws:TagKeys\"\n values = " +
		"[" + keys + "]\n }\n}\n"
}

func TestModulesOfControllers(t *testing.T) {
	call := func(source, arguments string) string {
		return "module \"m\" {\n source = \"" + source + "\"\n" + arguments + "\n}\nvariable \"e\" {}\n"
	}
	document := func(action string) string {
		return fmt.Sprintf("data \"aws_iam_policy_document\" \"more\" {\n  statement {\n    actions = [%q]\n  }\n}\n", action)
	}
	const policyModule = "module \"policy\" {\n source = \"terraform-aws-modules/iam/aws//modules/iam-policy\"\n policy = " +
		"data.aws_iam_policy_document.more.json\n}\n"
	const submodule = "terraform-aws-modules/eks/aws//modules/karpenter"
	const irsa = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks"
	for name, test := range map[string]struct{ text, want string }{
		"v18":                        {call(submodule, `version = "18.31.2"`), "instance-profiles"},
		"a role of a module by name": {call(submodule, `version = "18.31.2"`) + elsewhere("to = module.m.irsa_name"), "unknown"},
		"a role of a module by ARN":  {call(submodule, `version = "18.31.2"`) + elsewhere("to = module.m.irsa_arn"), "instance-profiles"},
		"another output of a module": {call(submodule, `version = "18.31.2"`) + elsewhere("role_name = module.m.queue_name"), "instance-profiles"},
		"a module as a whole":        {call(submodule, `version = "18.31.2"`) + elsewhere("karpenter = module.m"), "unknown"},
		"v19":                        {call(submodule, `version = "~> 19.0"`), "instance-profiles=enable_karpenter_instance_profile_creation"},
		"early v19":                  {call(submodule, `version = "19.5.1"`), "instance-profiles"},
		"v19, enabled":               {call(submodule, "version = \"~> 19.18\"\nenable_karpenter_instance_profile_creation = true"), ""},
		"v19, unknown":               {call(submodule, "version = \"~> 19.18\"\nenable_karpenter_instance_profile_creation = var.e"), ""},
		"v19, disabled": {call(submodule, "version = \"~> 19.18\"\nenable_karpenter_instance_profile_creation = false"),
			"instance-profiles=enable_karpenter_instance_profile_creation"},
		"v19, without the controller": {call(submodule, "version = \"~> 19.18\"\ncreate_irsa = false"), "unknown"},
		"v19, with another node role": {call(submodule, "version = \"~> 19.18\"\ncreate_iam_role = false"),
			"instance-profiles=enable_karpenter_instance_profile_creation"},
		"v20":                   {call(submodule, `version = "~> 20.0"`), "cluster-tag=enable_v1_permissions"},
		"v20, enabled":          {call(submodule, "version = \"~> 20.24\"\nenable_v1_permissions = true"), ""},
		"v20, before that":      {call(submodule, `version = "20.8.5"`), "cluster-tag"},
		"v20, without the role": {call(submodule, "version = \"20.8.5\"\ncreate_iam_role = false"), "unknown"},
		"v20 or later":          {call(submodule, `version = ">= 20.0"`), ""},
		"v21":                   {call(submodule, `version = "~> 21.0"`), ""},
		"no version":            {call(submodule, ""), ""},
		"an unknown version":    {call(submodule, "version = var.e"), ""},
		"a branch":              {call("git::https://github.com/terraform-aws-modules/terraform-aws-eks.git//modules/karpenter?ref=main", ""), ""},
		"a tag": {call("git::https://github.com/terraform-aws-modules/terraform-aws-eks.git//modules/karpenter?ref=v20.8.5", ""),
			"cluster-tag"},
		"of a company":            {call("app.terraform.io/acme/eks/aws//modules/karpenter", `version = "20.8.5"`), "unknown"},
		"a policy from elsewhere": {call(submodule, "version = \"20.8.5\"\niam_role_policies = { more = var.e }"), "unknown"},
		"a policy of AWS": {call(submodule,
			"version = \"20.8.5\"\niam_role_policies = { ssm = \"arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore\" }"), "cluster-tag"},
		"a policy of a module": {call(submodule, "version = \"19.5.1\"\npolicies = { more = module.policy.arn }") + policyModule +
			document("s3:GetObject"), "instance-profiles"},
		"what it needs in a module": {call(submodule, "version = \"19.5.1\"\npolicies = { more = module.policy.arn }") + policyModule +
			document("iam:*"), ""},
		"statements": {call(submodule, "version = \"19.5.1\"\niam_policy_statements = [{ actions = [\"iam:*\"], resources = [\"*\"] }]"),
			""},
		"irsa": {call(irsa, "version = \"5.20.0\"\nattach_karpenter_controller_policy = true"), "instance-profiles"},
		"irsa, any version": {call(irsa, "attach_karpenter_controller_policy = true"),
			"instance-profiles=enable_karpenter_instance_profile_creation"},
		"irsa of another":    {call(irsa, "attach_ebs_csi_policy = true"), "unknown"},
		"blueprints":         {call("aws-ia/eks-blueprints-addons/aws", "version = \"1.9.2\"\nenable_karpenter = true"), "instance-profiles"},
		"blueprints with it": {call("aws-ia/eks-blueprints-addons/aws", "version = \"~> 1.12\"\nenable_karpenter = true"), ""},
		"blueprints without it": {call("aws-ia/eks-blueprints-addons/aws", "version = \"~> 1.12\"\nenable_karpenter = "+
			"true\nkarpenter_enable_instance_profile_creation = false"), "instance-profiles=karpenter_enable_instance_profile_creation"},
		"blueprints without Karpenter": {call("aws-ia/eks-blueprints-addons/aws", `version = "1.9.2"`), "unknown"},
		"blueprints v4": {call("github.com/aws-ia/terraform-aws-eks-blueprints//modules/kubernetes-addons?ref=v4.32.1",
			"enable_karpenter = true"), "instance-profiles"},
	} {
		if got := lacking(t, test.text); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestActionsOfModules looks at permissions that every release needs, and that some versions or calls of the modules do not give.
func TestActionsOfModules(t *testing.T) {
	const submodule = "terraform-aws-modules/eks/aws//modules/karpenter"
	const irsa = "terraform-aws-modules/iam/aws//modules/iam-role-for-service-accounts-eks"
	const blueprints = "aws-ia/eks-blueprints-addons/aws"
	old := []string{"cluster", "discovery", "instances", "launch", "launch-templates", "old-launch-templates", "parameters", "prices", "queue"}
	for name, test := range map[string]struct{ source, arguments, want string }{
		"v18":                  {submodule, `version = "18.31.2"`, "cluster"},
		"v19":                  {submodule, `version = "~> 19.0"`, ""},
		"v20":                  {submodule, `version = "~> 20.0"`, ""},
		"v21":                  {submodule, `version = "21.19.0"`, ""},
		"v20, without a queue": {submodule, "version = \"~> 20.0\"\nenable_spot_termination = false", "queue=enable_spot_termination"},
		"v20, perhaps a queue": {submodule, "version = \"~> 20.0\"\nenable_spot_termination = var.e", ""},
		"irsa":                 {irsa, "version = \"~> 5.12\"\nattach_karpenter_controller_policy = true", "queue=karpenter_sqs_queue_arn"},
		"irsa with a queue":    {irsa, "version = \"~> 5.12\"\nattach_karpenter_controller_policy = true\nkarpenter_sqs_queue_arn = var.e", ""},
		"old irsa":             {irsa, "version = \"5.1.0\"\nattach_karpenter_controller_policy = true", "cluster prices queue"},
		"blueprints":           {blueprints, "version = \"~> 1.0\"\nenable_karpenter = true", ""},
		"blueprints, no queue": {blueprints, "enable_karpenter = true\nkarpenter_enable_spot_termination = false",
			"queue=karpenter_enable_spot_termination"},
		"blueprints v4":          {"github.com/aws-ia/terraform-aws-eks-blueprints//modules/kubernetes-addons?ref=v4.32.1", "enable_karpenter = true", ""},
		"of a company is silent": {"app.terraform.io/acme/eks/aws//modules/karpenter", `version = "20.8.5"`, ""},
	} {
		text := "module \"m\" {\n source = \"" + test.source + "\"\n" + test.arguments + "\n}\nvariable \"e\" {}\n"
		root := terraform.Load(fstest.MapFS{"main.tf": &fstest.MapFile{Data: []byte(text)}}, ".", terraform.Options{})
		var got []string
		for _, c := range Controllers(project.OfRoot(rootmodule.Read(root))) {
			for _, lack := range c.Lacks {
				if slices.Contains(old, lack.Permission) {
					got = append(got, lack.Permission+part("=", lack.Input))
				}
			}
		}
		if all := strings.Join(got, " "); all != test.want {
			t.Errorf("%s: %q, want %q", name, all, test.want)
		}
	}
}

// TestNumbers checks that each ability has a bit of its own.
func TestNumbers(t *testing.T) {
	var all abilities
	for what, bit := range numbers() {
		if bit == 0 || all&bit != 0 {
			t.Errorf("%s has no bit of its own: abilities need more bits", what)
		}
		all |= bit
	}
}
