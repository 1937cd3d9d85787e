package inventory_test

import (
	"testing"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

func TestApplyCRDs(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"scripts/crds.sh", "helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd", true},
		{"Makefile", "CHART = karpenter-crd", true},
		{"scripts/crds.sh", "kubectl apply -f https://example.com/karpenter/v1.5.0/karpenter.sh_nodepools.yaml", true},
		{"scripts/all.sh", "cd karpenter\nkubectl apply -f crds", true},
		{"README.md", "Run `kubectl apply -f deploy/karpenter/crds/`.", true},
		{".github/workflows/deploy.yml", "run: helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd", true},
		{"apps/kustomization.yaml", "resources: [github.com/aws/karpenter-provider-aws//pkg/apis/crds?ref=v1.5.0]", true},
		{"apps/k.yaml", "spec: {repoURL: https://github.com/aws/karpenter-provider-aws, path: pkg/apis/crds}", true},
		{"scripts/all.sh", "helm upgrade --install karpenter oci://public.ecr.aws/karpenter/karpenter --skip-crds # not the crds", false},
		{"scripts/all.sh", "kubectl apply -f https://example.com/gateway-crds.yaml\nhelm upgrade karpenter", false},
		{"scripts/all.sh", "kubectl apply -f crds", false},
		{"README.md", "The CRDs of karpenter are skipped.", false},
		{"main.tf", "# karpenter-crd", false},
		{".terraform/crds.sh", "helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd", false},
	} {
		files := fileset.Overlay{Texts: map[string][]byte{"envs/prod/main.tf": nil, test.name: []byte(test.text)}}
		if got := inventory.ApplyCRDs([]fileset.Input{{Path: "envs/prod/main.tf", Terraform: true}}, files); got != test.want {
			t.Errorf("%s: %q applies CRDs: %t, want %t", test.name, test.text, got, test.want)
		}
	}
}
