package survey

import (
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

func TestServedBy(t *testing.T) {
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

// TestUnknownVersion: an unknown version admits every release.
func TestUnknownVersion(t *testing.T) {
	if got := ChartInterval(&model.Value{Kind: model.Unknown, Text: "var.version"}); got != (versions.Interval{}) {
		t.Errorf("an unknown version is %s", got)
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
		r := New(Installation, "x")
		var repository *model.Value
		if c.repository != "" {
			repository = model.NewString(c.repository)
		}
		r.SetChart(model.NewString(c.chart), repository)
		if name := r.Value.Str("chart"); name != c.name || r.Role() != c.role {
			t.Errorf("%s of %q: %s, %q", c.chart, c.repository, name, r.Role())
		}
	}
}
