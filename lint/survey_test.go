package lint_test

import (
	"context"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// Survey finds the installation for files that do not contain it, even in a module or a source of Flux.
func TestSurvey(t *testing.T) {
	texts := map[string][]byte{
		"infra/main.tf": []byte(`module "karpenter" {
  source = "../modules/karpenter"
}
`),
		"modules/karpenter/main.tf": []byte(`resource "helm_release" "this" {
  name    = "karpenter"
  chart   = "karpenter"
  version = "v0.31.4"
  set {
    name  = "settings.aws.defaultInstanceProfile"
    value = "nodes"
  }
}
`),
		"infra/pools/pool.yaml": []byte("kind: Provisioner\n"),
		"flux/source.yaml": []byte(`apiVersion: source.toolkit.fluxcd.io/v1beta2
kind: OCIRepository
metadata: {name: karpenter}
spec: {url: "oci://public.ecr.aws/karpenter/karpenter", ref: {tag: 1.0.8}}
`),
		"flux/release.yaml": []byte(`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: karpenter}
spec: {chartRef: {kind: OCIRepository, name: karpenter}}
`),
		"flux/pool.yaml":   []byte("kind: NodePool\n"),
		"flux/broken.yaml": []byte("karpenter: [argoproj.io\n"),
	}
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
	for _, name := range []string{"flux/broken.yaml", "flux/pool.yaml", "flux/release.yaml", "flux/source.yaml", "flux/gone.yaml",
		"infra/pools/pool.yaml"} {
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: name, Context: true})
	}
	for _, name := range []string{"infra/main.tf", "modules/karpenter/main.tf"} {
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: name, Terraform: true, Context: true})
	}
	set := inventory.Survey(context.Background(), tree.Source, false)
	got := set.Installed("infra/pools/pool.yaml")
	if got.Version != "0.31.4" || got.InstanceProfile != "nodes" || got.From != "module.karpenter.helm_release.this (modules/karpenter/main.tf:1)" {
		t.Errorf("in infra: %+v", got)
	}
	if got := set.Installed("flux/pool.yaml"); got.Version != "1.0.8" {
		t.Errorf("in flux: %+v", got)
	}
	if got := set.Installed("pool.yaml"); got.Version != "" || got.From != "" {
		t.Errorf("above both: %+v", got)
	}
}
