package convert

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// invented returns the versions of Karpenter's API with one more: v2, in which a pool has spec.priority where v1 has spec.weight. It is
// served from 2.0.0 on.
func invented(t *testing.T) *fields.Registry {
	t.Helper()
	r := fields.Karpenter()
	served := *r.Served
	v1 := r.Generation(apis.V1)
	v2 := facts.Generation{Name: "v2", Pool: v1.Pool, Class: v1.Class, Node: v1.Node, PoolRef: v1.PoolRef, Release: "2.0.0"}
	v2.Pool.APIVersion, v2.Class.APIVersion, v2.Node.APIVersion = "karpenter.sh/v2", "karpenter.k8s.aws/v2", "karpenter.sh/v2"
	served.Generations = append(slices.Clone(served.Generations), v2)
	since := []facts.Releases{{Since: "2.0.0"}}
	served.APIs = append(slices.Clone(served.APIs),
		facts.ServedAPI{APIVersion: v2.Pool.APIVersion, Kinds: []string{v2.Pool.Kind, v2.Node.Kind}, Served: since},
		facts.ServedAPI{APIVersion: v2.Class.APIVersion, Kinds: []string{v2.Class.Kind}, Served: since})

	kinds := maps.Clone(r.Steps)
	kinds[v1.Pool] = fields.Step{Rows: fields.ObjectTable(pages.Manifests, pages.NamesV1, fields.Table{
		{From: "spec.weight", To: "spec.priority", Why: "renamed", Source: pages.Manifests},
		{From: "spec.template"}, {From: "spec.disruption"}, {From: "spec.limits"},
	})}
	kinds[v1.Class] = fields.Step{Rows: fields.ObjectTable(pages.Manifests, pages.NamesV1, fields.Table{{From: "spec.*"}})}
	all := *r
	all.Served, all.Steps = &served, kinds
	return &all
}

// TestInventedVersion: a new version of the API takes a row in the registry and a table. Objects of all older versions become those of it.
func TestInventedVersion(t *testing.T) {
	r := invented(t)
	c, err := newConverter(Options{To: "v2", Role: "NodeRole"}, r)
	if err != nil {
		t.Fatal(err)
	}
	if c.Version("a.yaml") != "2.0.0" || c.Serves("1.0.8") || !slices.Equal(r.Outputs(), []string{"v1beta1", "v1", "v2"}) {
		t.Errorf("for %s; 1.0.8 serves it: %v; there are %v", c.Version("a.yaml"), c.Serves("1.0.8"), r.Outputs())
	}
	if _, err := newConverter(Options{To: "v2", Keep: true}, r); err == nil {
		t.Error("no release serves the alpha API and v2 side by side")
	}
	if _, err := newConverter(Options{To: "v2", KarpenterVersion: "1.14.1"}, r); err == nil {
		t.Error("1.14.1 does not serve v2")
	}
	betaPool, _, _ := strings.Cut(inventedBeta, "---\n")
	_, v1Class, _ := strings.Cut(inventedV1, "---\n")
	for name, text := range map[string]string{
		"alpha": inventedAlpha, "v1beta1": inventedBeta, "v1": inventedV1,
		"v1beta1 beside v1": betaPool + "---\n" + strings.Replace(v1Class, "  kubelet:\n    maxPods: 20\n", "", 1),
	} {
		t.Run(name, func(t *testing.T) {
			out := c.Files([]*model.File{model.NewFile("a.yaml", []byte(text))})
			if len(out) != 1 || out[0].Undecided() {
				t.Fatalf("%+v", out[0].Notes)
			}
			after := string(out[0].After)
			for _, want := range []string{
				"apiVersion: karpenter.sh/v2\nkind: NodePool", "apiVersion: karpenter.k8s.aws/v2\nkind: EC2NodeClass",
				"  priority: 7\n", "    maxPods: 20\n", "kind: EC2NodeClass", "name: default",
			} {
				if !strings.Contains(after, want) {
					t.Errorf("there is no %q in\n%s", want, after)
				}
			}
			if strings.Count(after, "maxPods") != 1 || strings.Index(after, "maxPods") < strings.Index(after, "subnetSelectorTerms") {
				t.Errorf("the settings of the kubelet are not those of the class in\n%s", after)
			}
			if again := c.Files([]*model.File{model.NewFile("a.yaml", out[0].After)}); len(again) != 1 || again[0].Changed() {
				t.Errorf("a second run changes\n%s", after)
			}
		})
	}
}

const inventedAlpha = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: default
spec:
  weight: 7
  kubeletConfiguration:
    maxPods: 20
  providerRef:
    name: default
---
apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata:
  name: default
spec:
  subnetSelector: {Name: a}
  securityGroupSelector: {Name: a}
`

const inventedBeta = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: default
spec:
  weight: 7
  template:
    spec:
      kubelet:
        maxPods: 20
      requirements: []
      nodeClassRef:
        name: default
---
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata:
  name: default
spec:
  amiFamily: AL2023
  role: NodeRole
  subnetSelectorTerms: [{tags: {Name: a}}]
  securityGroupSelectorTerms: [{tags: {Name: a}}]
`

const inventedV1 = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default
spec:
  weight: 7
  template:
    spec:
      requirements: []
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  amiSelectorTerms: [{alias: al2023@latest}]
  role: NodeRole
  subnetSelectorTerms: [{tags: {Name: a}}]
  securityGroupSelectorTerms: [{tags: {Name: a}}]
  kubelet:
    maxPods: 20
`
