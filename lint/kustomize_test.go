package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
)

// TestPatches: a field that a kustomization patches into an object is not missing there, for any way to write the patch, and no field is missing in
// the patch.
func TestPatches(t *testing.T) {
	const class = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: node
  subnetSelectorTerms: []
  securityGroupSelectorTerms: []
`
	const patch = "apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: NAME}\nspec: {amiFamily: AL2}\n"
	inline := func(name string) string {
		return "    " + strings.ReplaceAll(strings.TrimSuffix(strings.ReplaceAll(patch, "NAME", name), "\n"), "\n", "\n    ")
	}
	for name, c := range map[string]struct {
		kustomization string
		missing       bool
	}{
		"none":               {"", true},
		"file":               {"patches: [{path: patch.yaml}]\n", false},
		"of another place":   {"patches: [{path: ../patch.yaml}]\n", true},
		"the class itself":   {"patches: [{path: class.yaml}]\n", false},
		"strategic file":     {"patchesStrategicMerge: [patch.yaml]\n", false},
		"strategic text":     {"patchesStrategicMerge:\n- |-\n" + inline("default") + "\n", false},
		"text":               {"patches:\n- patch: |-\n" + inline("default") + "\n", false},
		"for another":        {"patches:\n- patch: |-\n" + inline("other") + "\n", true},
		"target":             {"patches:\n- target: {kind: EC2NodeClass, name: def.*}\n  patch: |-\n" + inline("any") + "\n", false},
		"target of another":  {"patches:\n- target: {kind: EC2NodeClass, name: def}\n  patch: |-\n" + inline("any") + "\n", true},
		"json 6902":          {"patches:\n- target: {kind: EC2NodeClass}\n  patch: '[{op: add, path: /spec/amiFamily, value: AL2}]'\n", false},
		"json 6902 as file":  {"patchesJson6902:\n- target: {kind: EC2NodeClass, name: default}\n  path: ops.yaml\n", false},
		"json 6902 of tags":  {"patches:\n- target: {kind: EC2NodeClass}\n  patch: '[{op: add, path: /spec/tags/a~1b, value: c}]'\n", true},
		"no regular":         {"patches:\n- target: {name: '('}\n  patch: '[{op: add, path: /spec/amiFamily, value: AL2}]'\n", false},
		"patches of no kind": {"patches: text\npatchesStrategicMerge: {a: b}\npatchesJson6902: [1, null, {path: missing.yaml}]\n", true},
		"broken file":        {"patches: [{path: broken.yaml}]\n", true},
		"path with a colon":  {"patches: [{path: 'env:prod.yaml'}]\n", false},
		"replacement":        {"replacements:\n- targets: [{select: {kind: EC2NodeClass}, fieldPaths: [spec.amiFamily]}]\n", false},
		"of another field": {"replacements:\n- targets: [{select: {kind: EC2NodeClass}, fieldPaths: ['spec.tags.a\\.b', " +
			"'spec.subnetSelectorTerms.[id=x].id', spec.role.0, 'spec.tags.*']}]\n", true},
		"of another kind":   {"replacements:\n- targets: [{select: {kind: NodePool}, fieldPaths: [spec.amiFamily]}]\n", true},
		"replacement files": {"replacements: [{path: replacements.yaml}, {path: missing.yaml}]\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[string][]byte{
				"a/class.yaml": []byte(class), "a/kustomization.yaml": []byte("resources: [class.yaml]\n" + c.kustomization),
				"a/patch.yaml":        []byte(strings.ReplaceAll(patch, "NAME", "default")),
				"a/broken.yaml":       []byte("spec: [\n"),
				"a/env:prod.yaml":     []byte(strings.ReplaceAll(patch, "NAME", "default")),
				"a/ops.yaml":          []byte("- {op: replace, path: /spec/amiFamily, value: AL2}\n"),
				"a/replacements.yaml": []byte("- targets:\n  - {select: {name: default}, fieldPaths: [spec.amiFamily]}\n"),
			}
			tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
			for name := range texts {
				tree.Inputs = append(tree.Inputs, fileset.Input{Path: name})
			}
			got := lintTree(t, linter(t, load(t), "", "KL528"), tree)
			if missing := len(got.Findings) > 0; missing != c.missing {
				t.Errorf("amiFamily is missing: %v; want %v", missing, c.missing)
			}
		})
	}
}

// TestPatchesReach: a patch applies to the objects that its kustomization builds, and not to others of the same name.
func TestPatchesReach(t *testing.T) {
	const class = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: default, labels: {team: a}}
spec: {role: node, subnetSelectorTerms: [], securityGroupSelectorTerms: []}
`
	const patch = "patches: [{target: {kind: EC2NodeClass SELECT}, patch: '[{op: add, path: /spec/amiFamily, value: AL2}]'}]\n"
	patching := func(selector string) string { return strings.ReplaceAll(patch, " SELECT", selector) }
	const flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  path: ./PATH\n  "
	const application = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: PATH, kustomize: {"
	for name, c := range map[string]struct {
		files   map[string]string
		missing string // the files of classes without amiFamily
	}{
		"of a/ alone": {map[string]string{"a/kustomization.yaml": "resources: [class.yaml]\n" + patching("")}, "b/class.yaml"},
		"of a base": {map[string]string{
			"b/kustomization.yaml": "resources: [class.yaml]\n", "o/kustomization.yaml": "bases: [../b]\n" + patching(""),
		}, "a/class.yaml"},
		"of a component": {map[string]string{
			"c/kustomization.yaml": "kind: Component\n" + patching(""), "o/kustomization.yaml": "resources: [../a/class.yaml]\ncomponents: [../c]\n",
		}, "b/class.yaml"},
		"of a circle": {map[string]string{
			"a/kustomization.yaml": "resources: [class.yaml, ../b]\n" + patching(""), "b/kustomization.yaml": "resources: [../a]\n",
		}, "b/class.yaml"},
		"of nothing": {map[string]string{"o/kustomization.yaml": patching("")}, "a/class.yaml b/class.yaml"},
		"of another label": {map[string]string{"a/kustomization.yaml": "resources: [class.yaml]\n" + patching(", labelSelector: team=b")},
			"a/class.yaml b/class.yaml"},
		"of a label that is added": {map[string]string{
			"a/kustomization.yaml": "resources: [class.yaml]\nlabels: [{pairs: {team: b}}]\n",
			"o/kustomization.yaml": "resources: [../a]\n" + patching(", labelSelector: team=b"),
		}, "b/class.yaml"},
		"of a name that is given": {map[string]string{
			"a/kustomization.yaml": "resources: [class.yaml]\nnamePrefix: prod-\n",
			"o/kustomization.yaml": "resources: [../a]\n" + patching(", name: prod-default"),
		}, "b/class.yaml"},
		"of another version": {map[string]string{"a/kustomization.yaml": "resources: [class.yaml]\n" + patching(", version: v1")},
			"a/class.yaml b/class.yaml"},
		"Flux, a directory": {map[string]string{"apps/a.yaml": strings.ReplaceAll(flux, "PATH", "a") + patching("")}, "b/class.yaml"},
		"Flux, a kustomization": {map[string]string{
			"b/kustomization.yaml": "resources: [../a/class.yaml]\n", "apps/a.yaml": strings.ReplaceAll(flux, "PATH", "b") + patching(""),
		}, "b/class.yaml"},
		"Flux, named as a kustomization": {map[string]string{"apps/kustomization.yaml": strings.ReplaceAll(flux, "PATH", "a") + patching("")},
			"b/class.yaml"},
		"Flux, another repository": {map[string]string{"apps/a.yaml": strings.ReplaceAll(flux, "PATH", "x") + patching("")},
			"a/class.yaml b/class.yaml"},
		"Argo CD": {map[string]string{"apps/a.yaml": strings.ReplaceAll(application, "PATH", "b") +
			strings.TrimSpace(patching("")) + "}}}"}, "a/class.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[string][]byte{"a/class.yaml": []byte(class), "b/class.yaml": []byte(class)}
			for name, text := range c.files {
				texts[name] = []byte(text)
			}
			tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
			for name := range texts {
				tree.Inputs = append(tree.Inputs, fileset.Input{Path: name})
			}
			var missing []string
			for _, f := range lintTree(t, linter(t, load(t), "", "KL528"), tree).Findings {
				missing = append(missing, f.File)
			}
			slices.Sort(missing)
			if got := strings.Join(missing, " "); got != c.missing {
				t.Errorf("amiFamily is missing in %s; want %s", got, c.missing)
			}
		})
	}
}

// TestPatchesOfDeployments: patches in objects of Flux and Argo CD apply to the files that these deploy.
func TestPatchesOfDeployments(t *testing.T) {
	const class = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: default}
spec: {role: node, subnetSelectorTerms: [], securityGroupSelectorTerms: []}
`
	const patches = `{patches: [{target: {kind: EC2NodeClass}, patch: '[{op: add, path: /spec/amiFamily, value: AL2}]'}]}`
	for name, c := range map[string]struct {
		deployment string
		missing    bool
	}{
		"Flux": {"apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: " + patches, false},
		"Flux, objects": {"apiVersion: kustomize.toolkit.fluxcd.io/v1beta1\nkind: Kustomization\nspec: {patchesStrategicMerge: [{kind: EC2NodeClass, " +
			"metadata: {name: default}, spec: {amiFamily: AL2}}]}", false},
		"HelmRelease":     {"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec: {postRenderers: [{kustomize: " + patches + "}]}", false},
		"Application":     {"apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {kustomize: " + patches + "}}", false},
		"several sources": {"apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {sources: [{path: a}, {kustomize: " + patches + "}]}", false},
		"ApplicationSet": {"apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec: {template: {spec: {source: {kustomize: " + patches + "}}}}",
			false},
		"another kind": {"apiVersion: argoproj.io/v1alpha1\nkind: AppProject\nspec: {source: {kustomize: " + patches + "}}", true},
		"nothing":      {"apiVersion: argoproj.io/v1alpha1 # patches\nkind: Application\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			tree := lint.Tree{Source: inventory.Source{
				Files:  fileset.Overlay{Texts: map[string][]byte{"class.yaml": []byte(class), "apps/app.yaml": []byte(c.deployment)}},
				Inputs: []fileset.Input{{Path: "class.yaml"}, {Path: "apps/app.yaml"}},
			}}
			got := lintTree(t, linter(t, load(t), "", "KL528"), tree)
			if missing := len(got.Findings) > 0; missing != c.missing {
				t.Errorf("amiFamily is missing: %v; want %v", missing, c.missing)
			}
		})
	}
}

// TestTargetedPatch: kustomize ignores the apiVersion of a patch with a target, so a release need not serve it.
func TestTargetedPatch(t *testing.T) {
	const (
		chart = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: karpenter}\nspec: {type: oci, url: " +
			"oci://public.ecr.aws/karpenter}\n---\n" +
			"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\n" +
			"spec: {chart: {spec: {chart: karpenter, version: 1.3.0, sourceRef: {kind: HelmRepository, name: karpenter}}}}\n"
		patch = "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: default}\nspec: {weight: 10}\n"
	)
	for name, c := range map[string]struct {
		file, kustomization string
		reported            bool
	}{
		"with a target": {"overlay/patch.yaml", "patches: [{path: patch.yaml, target: {group: karpenter.sh, version: v1, kind: NodePool}}]\n",
			false},
		"names its object":         {"overlay/patch.yaml", "patches: [{path: patch.yaml}]\n", true},
		"both":                     {"overlay/patch.yaml", "patches: [{path: patch.yaml}, {path: patch.yaml, target: {kind: NodePool}}]\n", false},
		"an object":                {"overlay/pool.yaml", "", true},
		"unused, among patches":    {"overlay/patches/pool.yaml", "", false},
		"named, in such directory": {"overlay/patches/pool.yaml", "patches: [{path: patches/pool.yaml}]\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			texts := map[string][]byte{"karpenter.yaml": []byte(chart), c.file: []byte(patch),
				"overlay/kustomization.yaml": []byte("resources: []\n" + c.kustomization)}
			tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
			for name := range texts {
				tree.Inputs = append(tree.Inputs, fileset.Input{Path: name})
			}
			got := lintTree(t, linter(t, load(t), "", "KL301"), tree)
			if reported := len(got.Findings) > 0; reported != c.reported {
				t.Errorf("reported: %v; want %v", reported, c.reported)
			}
		})
	}
}
