// Package histories makes repositories that change, for tests of what is new in them.
package histories

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
)

// variants are files of a repository, each with texts that it may have. Some are about each other: roots that share a module, a pool and its class,
// a base and its overlays, a chart and its values, installations and what is for their release, scripts that apply CRDs, suppressions.
var variants = map[string][]string{
	".karplint.yaml": {"karpenter-version: 1.0.8\n", "karpenter-version: 0.37.0\n"},
	"envs/a/main.tf": {
		root("a", "0.37.0", ""), root("a", "1.0.8", ""), root("a", "1.0.8", "skip_crds = true"), root("a", "0.31.3", "skip_crds = true"),
		strings.Replace(root("a", "1.0.8", ""), "resource", "# karplint:ignore KL301 -- one cluster\nresource", 1), "resource {\n",
	},
	"envs/b/main.tf": {root("b", "0.37.0", ""), root("b", "1.5.0", "skip_crds = true")},
	"modules/nodes/main.tf": {
		module(pool("karpenter.sh/v1beta1", "default", "x")), module(pool("karpenter.sh/v1", "default", "x")),
		module(pool("karpenter.sh/v1alpha5", "default", "x")),
		strings.Replace(module(pool("karpenter.sh/v1beta1", "default", "x")), "resource", "# karplint:ignore KL301 -- later\nresource", 1),
	},
	"pools/pool.yaml": {
		pool("karpenter.sh/v1", "pool", "class"), pool("karpenter.sh/v1beta1", "pool", "class"), pool("karpenter.sh/v1", "pool", "other"),
		"# karplint:ignore-file KL509 -- on purpose\n" + pool("karpenter.sh/v1", "pool", "class"), "kind: [\n",
	},
	"pools/class.yaml": {class("karpenter.k8s.aws/v1", "class"), class("karpenter.k8s.aws/v1beta1", "class"),
		class("karpenter.k8s.aws/v1", "third")},
	"pools/second.yaml":             {pool("karpenter.sh/v1", "second", "class"), pool("karpenter.sh/v1", "pool", "class")},
	"flux/release.yaml":             {release("0.37.0"), release("1.0.8"), release("1.5.0")},
	"flux/pool.yaml":                {pool("karpenter.sh/v1", "flux", "class"), pool("karpenter.sh/v1beta1", "flux", "class")},
	"base/kustomization.yaml":       {"resources: [pool.yaml]\n", "resources: [pool.yaml, class.yaml]\n"},
	"base/pool.yaml":                {pool("karpenter.sh/v1", "base", "class"), pool("karpenter.sh/v1beta1", "base", "class")},
	"base/class.yaml":               {class("karpenter.k8s.aws/v1", "class")},
	"overlays/p/kustomization.yaml": {"resources: [../../base]\npatches:\n  - path: patch.yaml\n", "resources: [../../base]\n"},
	"overlays/p/patch.yaml":         {requirements, patch("consolidateAfter: 5x"), patch("consolidateAfter: 30s"), patch("budgets: []")},
	"charts/x/Chart.yaml":           {"apiVersion: v2\nname: x\nversion: 1.0.0\n"},
	"charts/x/values.yaml":          {"ttl: 30s\n", "ttl: never\nname: {a: b}\n"},
	"charts/x/templates/pool.yaml":  {strings.Replace(pool("karpenter.sh/v1", "x", "class"), "5m", "{{ .Values.ttl }}", 1)},
	"agents/agent.yaml":             {agent("agent", ""), agent("agent", "# karplint:ignore KL501 -- kept\n"), agent("second", "")},
	"agents/more.yaml":              {agent("agent", "") + "---\n" + agent("more", ""), agent("more", "")},
	"install.sh":                    {"kubectl apply -f https://example.com/karpenter/crds.yaml\n", "echo karpenter\n"},
	"README.md":                     {"text\n"},
}

func root(name, version, more string) string {
	return fmt.Sprintf(`resource "helm_release" "karpenter" {
  name       = "karpenter-%s"
  chart      = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  version    = "%s"
  %s
}

module "nodes" {
  source = "../../modules/nodes"
  name   = "%[1]s"
}
`, name, version, more)
}

func module(text string) string {
	return "variable \"name\" {}\n\nresource \"kubectl_manifest\" \"pool\" {\n  yaml_body = <<-YAML\n" + indented(text) + "  YAML\n}\n"
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

func pool(api, name, class string) string {
	if api == "karpenter.sh/v1alpha5" {
		return "apiVersion: " + api + "\nkind: Provisioner\nmetadata:\n  name: " + name + "\nspec:\n  providerRef:\n    name: " + class + "\n"
	}
	return "apiVersion: " + api + "\nkind: NodePool\nmetadata:\n  name: " + name + `
spec:
  disruption:
    consolidateAfter: 5m
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: ` + class + "\n      requirements: []\n"
}

func class(api, name string) string {
	return "apiVersion: " + api + "\nkind: EC2NodeClass\nmetadata:\n  name: " + name + "\nspec:\n  role: nodes\n"
}

func patch(field string) string {
	return "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: base\nspec:\n  disruption:\n    " + field + "\n"
}

// requirements is a patch with what a pool lacks.
const requirements = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: base
spec:
  template:
    spec:
      requirements:
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [m]}
`

func release(version string) string {
	return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: karpenter
spec:
  chart:
    spec:
      chart: karpenter
      version: ` + version + "\n"
}

func agent(name, comment string) string {
	return "apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: " + name + `
spec:
  template:
    metadata:
      annotations:
` + strings.TrimRight("        "+comment, " ") + `        karpenter.sh/do-not-evict: "true"
    spec:
      tolerations:
        - key: karpenter.sh/disruption
          operator: Exists
`
}

// Repository is the files of a repository at one time.
type Repository struct {
	*rand.Rand
	Files map[string]string // their texts, by path
}

// New returns a repository, whose changes depend on the seed.
func New(seed uint64) *Repository {
	r := &Repository{rand.New(rand.NewPCG(seed, 17)), map[string]string{}} //nolint:gosec // the same histories in every run
	for name, texts := range variants {
		r.Files[name] = texts[0]
	}
	for range r.IntN(8) { // begin with some files changed or missing
		r.Change()
	}
	return r
}

// Change makes one change to the files.
func (r *Repository) Change() {
	names := slices.Sorted(maps.Keys(r.Files))
	all := slices.Sorted(maps.Keys(variants))
	name := names[r.IntN(len(names))]
	switch r.IntN(8) {
	case 0:
		delete(r.Files, name)
	case 1: // renamed, perhaps into another project
		to := []string{"moved/" + filepath.Base(name), "pools/x-" + filepath.Base(name)}[r.IntN(2)]
		if filepath.Ext(name) == ".yaml" && name != ".karplint.yaml" && filepath.Base(name) != "kustomization.yaml" {
			r.Files[to] = r.Files[name]
			delete(r.Files, name)
		}
	case 2:
		r.Files[name] += "# a comment\n"
	case 3: // swap two files of the same kind
		other := names[r.IntN(len(names))]
		if filepath.Ext(name) == filepath.Ext(other) && name != ".karplint.yaml" && other != ".karplint.yaml" {
			r.Files[name], r.Files[other] = r.Files[other], r.Files[name]
		}
	default:
		name = all[r.IntN(len(all))]
		r.Files[name] = variants[name][r.IntN(len(variants[name]))]
	}
}
