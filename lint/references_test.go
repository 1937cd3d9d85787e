package lint_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/rule"
)

// TestFixKeepsWhatIsReferredTo: a fix never removes a local, a key or an attribute to which an expression, a type or an alias refers.
func TestFixKeepsWhatIsReferredTo(t *testing.T) {
	const aws = "aws = {\n    clusterName = \"shop\"\n  }"
	const nested = "locals {\n  karpenter = {\n    aws = {\n      clusterName = \"shop\"\n    }\n  }\n}\n"
	tests := []struct {
		name, before, settings string
		want                   string // a part of the result; "" where there must be no fix
	}{
		{"local", "locals {\n  " + aws + "\n}\n", "{\n      aws = local.aws\n    }", "  aws = {}\n"},
		{"variable", "variable \"aws\" {\n  default = {\n    clusterName = \"shop\"\n  }\n}\n", "{\n      aws = var.aws\n    }", "  default = {}\n"},
		{"key of a local", nested, "{\n      aws = local.karpenter.aws\n    }", "    aws = {}\n"},
		{"key that nobody names", nested, "local.karpenter", "  karpenter = {\n    clusterName = \"shop\"\n  }\n"},
		{"key that an output names", nested + "\noutput \"aws\" {\n  value = local.karpenter.aws\n}\n", "local.karpenter",
			"    aws         = {}\n    clusterName = \"shop\"\n"},
		{"key below that an output names", nested + "\noutput \"name\" {\n  value = local.karpenter.aws.clusterName\n}\n", "local.karpenter", ""},
		{
			"key that a type names",
			"variable \"settings\" {\n  type = object({ aws = object({ clusterName = string }) })\n  default = {\n  " + aws + "\n  }\n}\n", "var.settings", "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fixed := fixesName(t, rule.ExampleFile{Name: "main.tf", Text: test.before + releaseWith(test.settings)})
			if after := fixed["main.tf"]; (after != "") != (test.want != "") || !strings.Contains(after, test.want) {
				t.Errorf("%q is not in\n%s", test.want, after)
			}
		})
	}
}

// releaseWith returns a release of Karpenter with the settings, an expression.
func releaseWith(settings string) string {
	return `
resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.0.8"
  values = [yamlencode({
    settings = ` + settings + `
  })]
}
`
}

// fixesName returns the files that a fix of the one value with an old name changes, none if it has no fix.
func fixesName(t *testing.T, files ...rule.ExampleFile) map[string]string {
	tree := exampleTree(&rule.Example{Name: "bad/directory"}, files)
	l := linter(t, load(t), "1.0.8", "KL601")
	findings := lintTree(t, l, tree).Findings
	if len(findings) != 1 {
		t.Fatalf("%d findings", len(findings))
	}
	after := map[string]string{}
	for name, text := range fixTree(t, l, tree, true).Texts {
		after[name] = string(text)
	}
	if (findings[0].Fix == nil) != (len(after) == 0) {
		t.Errorf("%d files are changed by %+v", len(after), findings[0].Fix)
	}
	return after
}

// TestFixKeepsArgumentThatModuleReads: a fix keeps the parts of an argument that the called module names, even those that become empty.
func TestFixKeepsArgumentThatModuleReads(t *testing.T) {
	call := "module \"karpenter\" {\n  source = \"./m\"\n  settings = {\n    aws = {\n      clusterName = \"shop\"\n    }\n  }\n}\n"
	for reads, fixed := range map[string]bool{"path.module": true, "var.settings": true, "var.settings.aws": true,
		"var.settings.aws.clusterName": false} {
		module := "variable \"settings\" {\n  type = any\n}\n\noutput \"o\" {\n  value = " + reads + "\n}\n" + releaseWith("var.settings")
		after := fixesName(t, rule.ExampleFile{Name: "main.tf", Text: call}, rule.ExampleFile{Name: "m/main.tf", Text: module})["main.tf"]
		if (after != "") != fixed || strings.Contains(reads, "aws") && fixed && !strings.Contains(after, "aws = {}") &&
			!strings.Contains(after, "aws         = {}") {
			t.Errorf("%s:\n%s", reads, after)
		}
	}
}

// TestFixKeepsAnchor: a value to which an alias refers is emptied, but stays.
func TestFixKeepsAnchor(t *testing.T) {
	text := `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: karpenter
x: &aws {clusterName: a}
spec:
  chart:
    spec:
      chart: karpenter
      version: 1.0.8
      sourceRef: {kind: HelmRepository, name: karpenter}
  values:
    settings:
      aws: *aws
`
	want := strings.NewReplacer("&aws {clusterName: a}", "&aws {}", "aws: *aws\n", "aws: *aws\n      clusterName: a\n").Replace(text)
	if after := fixesName(t, rule.ExampleFile{Name: "a.yaml", Text: text})["a.yaml"]; after != want {
		t.Errorf("fixed:\n%s", after)
	}
}

// TestNoFixOfComputedKey: no fix is planned for a key that an expression computes, because the map as written does not contain it.
func TestNoFixOfComputedKey(t *testing.T) {
	text := "locals {\n  k = \"clusterName\"\n}\n" + releaseWith("{\n      aws = { (local.k) = \"shop\" }\n    }")
	tree := exampleTree(&rule.Example{Name: "bad/directory"}, []rule.ExampleFile{{Name: "main.tf", Text: text}})
	findings := lintTree(t, linter(t, load(t), "1.0.8", "KL601"), tree).Findings
	if len(findings) != 1 || findings[0].NoFix != "nothing can be written at the path" {
		t.Errorf("findings %+v", findings)
	}
}
