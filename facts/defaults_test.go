package facts_test

import (
	"fmt"
	"testing"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

func TestDefaultValues(t *testing.T) {
	table := facts.DefaultValues()
	for _, c := range []struct{ apiVersion, kind, path, version, want string }{
		{"karpenter.sh/v1beta1", "NodePool", "spec.disruption.budgets", "0.33.12", "<nil>"},
		{"karpenter.sh/v1beta1", "NodePool", "spec.disruption.budgets", "0.34.0", "[map[nodes:10%]]"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption", "1.0.3", "<nil>"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption", "1.0.4", "map[consolidateAfter:0s]"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption", "0.37.3", "<nil>"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption", "1.14.1", "map[consolidateAfter:0s]"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption.consolidateAfter", "1.14.3", "<nil>"},
		{"karpenter.sh/v1", "NodePool", "spec.disruption.consolidateAfter", "1.15.0", "0s"},
		{"karpenter.k8s.aws/v1beta1", "EC2NodeClass", "spec.metadataOptions.httpPutResponseHopLimit", "1.0.8", "2"},
		{"karpenter.k8s.aws/v1", "EC2NodeClass", "spec.metadataOptions.httpPutResponseHopLimit", "1.0.8", "1"},
	} {
		got := table.Value(c.apiVersion, c.kind, c.path, semver.MustParse(c.version))
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s %s %s in %s: got %v, want %s", c.apiVersion, c.kind, c.path, c.version, got, c.want)
		}
	}
	for _, version := range []string{"0.37.8", "1.0.8"} { // a version has one default for a path
		seen := map[string]bool{}
		for _, d := range table.Of("karpenter.k8s.aws/v1beta1", "EC2NodeClass", semver.MustParse(version)) {
			if seen[d.Path] {
				t.Errorf("%s has two defaults in %s", d.Path, version)
			}
			seen[d.Path] = true
		}
	}
}
