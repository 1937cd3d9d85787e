package rootmodule

import (
	"testing"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey/modulecall"
)

// TestDefaultChart covers the tags of a module at which its default changed, and constraints that admit several tags.
func TestDefaultChart(t *testing.T) {
	row := moduleRow(modulecall.Parse("aws-ia/eks-blueprints-addons/aws"))
	if row == nil {
		t.Fatal("the module is not known")
	}
	for constraint, want := range map[string][2]string{
		"1.0.0":           {"v0.27.2", ">= 0.27.2, <= 0.27.2"},
		"1.4.0":           {"v0.27.2", ">= 0.27.2, <= 0.27.2"},
		"1.5.0":           {"v0.29.2", ">= 0.29.2, <= 0.29.2"},
		"1.9.2":           {"v0.30.0", ">= 0.30.0, <= 0.30.0"},
		"1.11.0":          {"v0.32.1", ">= 0.32.1, <= 0.32.1"},
		"1.16.3":          {"0.35.0", ">= 0.35.0, <= 0.35.0"},
		"1.20.0":          {"0.37.0", ">= 0.37.0, <= 0.37.0"},
		"~> 1.0":          {"", ">= 0.27.2, <= 0.37.0"},
		"~> 1.16":         {"", ">= 0.35.0, <= 0.37.0"},
		"~> 1.16.0":       {"", ">= 0.35.0, <= 0.37.0"},
		"~> 1.17":         {"0.37.0", ">= 0.37.0, <= 0.37.0"},
		">= 1.10, < 1.16": {"v0.32.1", ">= 0.32.1, <= 0.32.1"},
		"> 1.16.3":        {"0.37.0", ">= 0.37.0, <= 0.37.0"},
		"1.99.0":          {"", ""},
		"~> 2.0":          {"", ""},
		"latest":          {"", ""},
	} {
		exact, all := defaultChart(row.Charts[0].Defaults, constraint)
		if got := [2]string{exact, all.String()}; got != want {
			t.Errorf("%s: %q, want %q", constraint, got, want)
		}
	}
}

// TestTerraformFacts: the versions in every row parse, because a row with another version would be ignored silently.
func TestTerraformFacts(t *testing.T) {
	table := facts.Terraform()
	if len(table.Modules) < 4 || len(table.OtherProviders) == 0 {
		t.Fatalf("a list is short: %+v", table)
	}
	for _, m := range table.Modules {
		for _, c := range m.Charts {
			checkDefaults(t, c)
		}
	}
}

func checkDefaults(t *testing.T, c facts.ModuleChart) {
	t.Helper()
	for _, row := range c.Defaults {
		exact, all := defaultChart([]facts.DefaultChart{row}, row.Module)
		if exact == "" || all.Min == nil || all.Min != all.Max {
			t.Errorf("%s: %+v is not understood", c.Chart, row)
		}
	}
}

func TestModuleSources(t *testing.T) {
	for source, want := range map[string]string{
		"aws-ia/eks-blueprints-addons/aws":                                                               "blueprints_addons",
		"registry.terraform.io/aws-ia/eks-blueprints-addons/aws":                                         "blueprints_addons",
		"git::https://github.com/aws-ia/terraform-aws-eks-blueprints-addons.git?ref=v1.16.3":             "blueprints_addons",
		"git::ssh://git@git.example.com/mirror/terraform-aws-eks-blueprints-addons.git?depth=1&ref=v1.1": "blueprints_addons",
		"git@github.com:aws-ia/terraform-aws-eks-blueprints-addons.git":                                  "blueprints_addons",
		"github.com/aws-ia/terraform-aws-eks-blueprints//modules/kubernetes-addons?ref=v4.32.1":          "blueprints_v4",
		"github.com/aws-ia/terraform-aws-eks-blueprints//modules/irsa?ref=v4.32.1":                       "",
		"github.com/aws-ia/terraform-aws-eks-blueprints?ref=v4.32.1":                                     "",
		"terraform-aws-modules/eks/aws":                                                                  "eks",
		"terraform-aws-modules/eks/aws//modules/karpenter":                                               "",
		"github.com/example/terraform-aws-eks?ref=v20.0.0":                                               "eks",
		"https://example.com/terraform-aws-eks.zip":                                                      "",
		"s3::https://s3.amazonaws.com/bucket/eks.zip":                                                    "",
		"../eks": "",
		"":       "",
	} {
		got := ""
		if row := moduleRow(modulecall.Parse(source)); row != nil {
			got = row.Via
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func TestDefaultRepository(t *testing.T) {
	chart := &facts.ModuleChart{Repository: "oci://new", Earlier: &facts.EarlierChart{Module: "< 4.13.0", Repository: "https://old"}}
	for constraint, want := range map[string]string{"4.12.2": "https://old", "~> 4.12.0": "https://old", "v4.13.0": "oci://new", ">= 4.0": "", "": "",
		"latest": ""} {
		if got := defaultRepository(chart, constraint); got.IsUnknown() != (want == "") || want != "" && got.Text != want {
			t.Errorf("%q: %v, want %q", constraint, got, want)
		}
	}
	if got := defaultRepository(&facts.ModuleChart{Repository: "oci://new"}, ""); got.Text != "oci://new" {
		t.Errorf("without an earlier one: %v", got)
	}
}
