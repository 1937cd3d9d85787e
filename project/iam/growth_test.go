package iam

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/internal/testing/growth"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
)

func rootOf(t *testing.T, text string) *survey.Root {
	t.Helper()
	root := terraform.Load(fstest.MapFS{"main.tf": &fstest.MapFile{Data: []byte(text)}}, ".", terraform.Options{})
	if len(root.Errors) > 0 {
		t.Fatal(root.Errors[0].Message)
	}
	return rootmodule.Read(root)
}

// TestManyPolicies checks that the policies of a project are not compared with each other.
func TestManyPolicies(t *testing.T) {
	growth.IsLinear(t, 100, func(size int) func() {
		var text strings.Builder
		for i := range size {
			fmt.Fprintf(&text, "data \"aws_iam_policy_document\" \"karpenter%d\" {\n  statement {\n    actions   = [\"ec2:RunInstances\", "+
				"\"ec2:CreateFleet\", \"a:*\"]\n    resources = [\"*\"]\n  }\n}\n", i)
		}
		p := project.OfRoot(rootOf(t, text.String()))
		return func() { Controllers(p) }
	})
}

// TestManyHolders checks that the roles of policies are found once for all policies.
func TestManyHolders(t *testing.T) {
	var text strings.Builder
	const size = 50
	for i := range size {
		fmt.Fprintf(&text, "resource \"aws_iam_policy\" \"p%d\" {\n  policy = \"{}\"\n}\n", i)
		fmt.Fprintf(&text, "resource \"aws_iam_role_policy_attachment\" \"a%d\" {\n  role       = aws_iam_role.r.name\n  policy_arn = local.all\n}\n", i)
	}
	text.WriteString("locals {\n  all = [")
	for i := range size {
		fmt.Fprintf(&text, "aws_iam_policy.p%d.arn, ", i)
	}
	text.WriteString("]\n}\nresource \"aws_iam_role\" \"r\" {\n  name = \"r\"\n}\n")
	r := newRoles(project.OfRoot(rootOf(t, text.String())))
	for i := range size {
		r.of(&survey.Resource{Block: fmt.Sprintf("aws_iam_policy.p%d", i)})
	}
	if r.walks > 2*size {
		t.Errorf("%d walks for %d policies and as many attachments", r.walks, size)
	}
}

func TestGlobs(t *testing.T) {
	for _, test := range []struct {
		written, text string
		want          bool
	}{
		{"ec2:*", "ec2:CreateTags", true},
		{"EC2:create*s", "ec2:CreateTags", true},
		{"ec2:Create?ags", "ec2:CreateTags", true},
		{"*Tags*", "ec2:CreateTags", true},
		{"*a*a*", "banana", true},
		{"**", "", true},
		{"?", "", false},
		{"ec2:*x", "ec2:CreateTags", false},
		{"ec2:Create", "ec2:CreateTags", false},
		{"a*b", "abc", false},
		{"iam:.*", "iam:PassRole", false},
	} {
		if got := globs(test.written, test.text); got != test.want {
			t.Errorf("globs(%q, %q) = %v", test.written, test.text, got)
		}
	}
}

// part returns a text with its name in front, "" for no text.
func part(name, text string) string {
	if text == "" {
		return ""
	}
	return name + text
}
