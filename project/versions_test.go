package project

import (
	"testing"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

func TestChartVersions(t *testing.T) {
	for text, want := range map[string]string{
		"0.37.0":                   ">= 0.37.0, <= 0.37.0",
		"v0.32.1":                  ">= 0.32.1, <= 0.32.1",
		"1.0.0-rc1":                ">= 1.0.0, <= 1.0.0",
		"~1.2":                     ">= 1.2.0, < 1.3.0",
		"~1.2.3":                   ">= 1.2.3, < 1.3.0",
		"~1":                       ">= 1.0.0, < 2.0.0",
		"~> 0.37.0":                ">= 0.37.0, < 0.38.0",
		"^1":                       ">= 1.0.0, < 2.0.0",
		"^1.2.3":                   ">= 1.2.3, < 2.0.0",
		"^0.37":                    ">= 0.37.0, < 0.38.0",
		"^0.37.1":                  ">= 0.37.1, < 0.38.0",
		"^0.0.3":                   ">= 0.0.3, <= 0.0.3",
		"1.x":                      ">= 1.0.0, < 2.0.0",
		"1.2.x":                    ">= 1.2.0, < 1.3.0",
		"1":                        ">= 1.0.0, < 2.0.0",
		"0.37.*":                   ">= 0.37.0, < 0.38.0",
		">=1 <2":                   ">= 1.0.0, < 2.0.0",
		">= 1.0, < 1.2":            ">= 1.0.0, < 1.2.0",
		">=1.0.0-0":                ">= 1.0.0",
		"<1.1.0":                   "< 1.1.0",
		">1.0.8":                   ">= 1.0.9",
		"!=1.0.8":                  "",
		">=1.0.0 !=1.0.5":          ">= 1.0.0",
		"1.0 - 1.2":                ">= 1.0.0, < 1.3.0",
		"~0.36 || ~0.37":           ">= 0.36.0, < 0.38.0",
		">=1 <0.5":                 "",
		"*":                        "",
		"latest":                   "",
		"":                         "",
		"{{ .Version }}":           "",
		"HEAD":                     "",
		"1.2.3.4":                  "",
		"99999999999999999999.1.1": "",
	} {
		if got := chartInterval(model.NewString(text)).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := chartInterval(&model.Value{Kind: model.Unknown, Text: "var.version"}); got != (Interval{}) {
		t.Errorf("an unknown version is %s", got)
	}
}

// The tags of the module at which the default changed, and constraints that float.
func TestDefaultChart(t *testing.T) {
	row := moduleRow(parseSource("aws-ia/eks-blueprints-addons/aws"))
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

// Rows whose versions cannot be read would be passed over in silence.
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
	for _, c := range []struct{ api, kind, want string }{
		{"karpenter.sh/v1alpha5", "Provisioner", ">= 0.4.1, < 0.33.0"},
		{"karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate", ">= 0.10.1, < 0.33.0"},
		{"karpenter.sh/v1beta1", "NodePool", ">= 0.32.0, < 1.1.0"},
		{"karpenter.sh/v1", "NodePool", ">= 0.33.6"},
		{"karpenter.k8s.aws/v1", "EC2NodeClass", ">= 0.33.6"},
	} {
		if got, ok := servedBy(c.api, c.kind); !ok || got.String() != c.want {
			t.Errorf("%s %s: %q, want %q", c.api, c.kind, got, c.want)
		}
	}
	if _, ok := servedBy("karpenter.azure.com/v1", "AKSNodeClass"); ok {
		t.Error("the class of another provider says something about the target")
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
		if row := moduleRow(parseSource(source)); row != nil {
			got = row.Via
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
	if got := parseSource("github.com/x/y//a/b?ref=v1.2.3").constraint(); got != "1.2.3" {
		t.Error(got)
	}
	if got := parseSource("github.com/x/y?ref=main").constraint(); got != "" {
		t.Error(got)
	}
}

func TestCharts(t *testing.T) {
	for _, c := range []struct{ chart, repository, name, role string }{
		{"karpenter", "oci://public.ecr.aws/karpenter", "karpenter", "controller"},
		{"karpenter", "https://charts.karpenter.sh/", "karpenter", "controller"},
		{"karpenter", "", "karpenter", "controller"},
		{"karpenter", "oci://registry.example.com/mirror/karpenter", "karpenter", "controller"},
		{"oci://public.ecr.aws/karpenter/karpenter", "", "karpenter", "controller"},
		{"oci://public.ecr.aws/karpenter/karpenter-crd", "", "karpenter-crd", "crds"},
		{"karpenter/karpenter", "", "karpenter", "controller"},
		{"https://example.com/charts/karpenter-1.0.8.tgz", "", "karpenter", "controller"},
		{"karpenter", "oci://mcr.microsoft.com/aks/karpenter", "karpenter", ""},
		{"oci://mcr.microsoft.com/aks/karpenter/karpenter", "", "karpenter", ""},
		{"karpenter", "https://oracle.github.io/karpenter-provider-oci/charts", "karpenter", ""},
		{"karpenter", "https://example.com/karpenter-provider-aws/charts", "karpenter", "controller"},
		{"./charts/karpenter", "", "karpenter", ""},
		{"charts/karpenter", "", "karpenter", ""},
		{"infra/charts/karpenter", "", "karpenter", ""},
		{"karpenter", "file://../karpenter", "karpenter", ""},
		{"cert-manager", "https://charts.jetstack.io", "cert-manager", ""},
	} {
		r := newResource(Installation, "x")
		var repository *model.Value
		if c.repository != "" {
			repository = model.NewString(c.repository)
		}
		r.setChart(model.NewString(c.chart), repository)
		if name := r.Value.Str("chart"); name != c.name || r.role() != c.role {
			t.Errorf("%s of %q: %s, %q", c.chart, c.repository, name, r.role())
		}
	}
}
