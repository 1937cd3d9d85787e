package project

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// patchable lists, for each kind of object, the keys of its resource that a patch may change, and the paths in the object that
// they come from. A patched key becomes unknown, because karplint does not know which overlay of a base is installed.
var patchable = map[string][]patchedKey{
	"HelmRelease": {
		{"depends_on", [][]any{{"spec", "dependsOn"}}},
		{"install_crds", [][]any{{"spec", "install", "crds"}}},
		{"upgrade_crds", [][]any{{"spec", "upgrade", "crds"}}},
		{"version", [][]any{{"spec", "chart", "spec", "version"}}},
		{"values", [][]any{{"spec", "values"}, {"spec", "valuesFrom"}}},
	},
	"Application": {
		{"skip_crds", [][]any{{"spec", "source", "helm", "skipCrds"}, {"spec", "sources"}}},
		{"version", [][]any{{"spec", "source", "targetRevision"}, {"spec", "sources"}}},
		{"values", [][]any{{"spec", "source", "helm"}, {"spec", "sources"}}},
	},
	survey.ViaDeployment: {{"version", [][]any{{"spec", "template", "spec", "containers", anyItem, "image"}}}, protection},
	"StatefulSet":        {protection},
	"ReplicaSet":         {protection},
	"Rollout":            {protection},
	"NodePool": {
		{"class", [][]any{{"spec", "template", "spec", "nodeClassRef"}}},
		{"requirements", [][]any{{"spec", "template", "spec", "requirements"}}},
		{"labels", [][]any{{"spec", "template", "metadata", "labels"}}},
		{"taints", [][]any{{"spec", "template", "spec", "startupTaints"}, {"spec", "template", "spec", "taints"}}},
		{"tainted", [][]any{{"spec", "template", "spec", "taints"}}},
		{"expireAfter", [][]any{{"spec", "template", "spec", "expireAfter"}}},
		{"terminationGracePeriod", [][]any{{"spec", "template", "spec", "terminationGracePeriod"}}},
		{"replicas", [][]any{{"spec", "replicas"}}},
		{"consolidationPolicy", [][]any{{"spec", "disruption", "consolidationPolicy"}}},
		{"consolidateAfter", [][]any{{"spec", "disruption", "consolidateAfter"}}},
		{"budgets", [][]any{{"spec", "disruption", "budgets"}}},
	},
	"Provisioner": {
		{"class", [][]any{{"spec", "providerRef"}}},
		{"taints", [][]any{{"spec", "startupTaints"}, {"spec", "taints"}}},
	},
	survey.StorageClass: {{"volumeBindingMode", [][]any{{"volumeBindingMode"}}}, {"allowedTopologies", [][]any{{"allowedTopologies"}}}},
	"EC2NodeClass":      fieldsOfSpec("amiFamily", "amiSelectorTerms", "subnetSelectorTerms", "securityGroupSelectorTerms"),
	"AWSNodeTemplate":   fieldsOfSpec("subnetSelector", "securityGroupSelector"),
}

// protection is whether a workload has pods that Karpenter does not evict, and what decides on their nodes.
var protection = patchedKey{"protected", [][]any{
	{"spec", "replicas"},
	{"spec", "template", "metadata", "annotations", "karpenter.sh/do-not-disrupt"},
	{"spec", "template", "spec", "nodeSelector"},
	{"spec", "template", "spec", "affinity"},
	{"spec", "template", "spec", "tolerations"},
	{"spec", "template", "spec", "nodeName"},
	{"spec", "template", "spec", "runtimeClassName"},
	{"spec", "template", "spec", "schedulerName"},
}}

// fieldsOfSpec returns the keys that are those of the spec as well.
func fieldsOfSpec(names ...string) (keys []patchedKey) {
	for _, name := range names {
		keys = append(keys, patchedKey{name, [][]any{{"spec", name}}})
	}
	return keys
}

// wholeKeys are the keys of classes, pools and workloads that say something only of whole objects.
var wholeKeys = []string{
	"amiFamily", "amiSelectorTerms", "requirements", "labels", "protected",
	"expireAfter", "terminationGracePeriod", "replicas", "budgets",
	"subnetSelectorTerms", "securityGroupSelectorTerms", "subnetSelector", "securityGroupSelector",
}

// anyItem is a step to any item of a list.
const anyItem = "*"

// patchedKey is a key of a resource, and the paths in the object that it comes from.
type patchedKey struct {
	key    string
	places [][]any
}

// withoutTargetedPatches removes patches with a target, because they are not objects: kustomize ignores their apiVersion and kind.
// It also removes every patch of a Deployment, because a patch does not install a controller.
func withoutTargetedPatches(resources []*survey.Resource, patches *kustomize.Tree) []*survey.Resource {
	return slices.DeleteFunc(resources, func(r *survey.Resource) bool {
		isInstalled := r.Kind == survey.Installation && r.Value.Str("via") == survey.ViaDeployment
		isTargeted := r.Kind == survey.Object && patches.PatchKind(r.File.Path) == kustomize.TargetedPatch
		return isTargeted || isInstalled && patches.IsPatch(r.File.Path)
	})
}

// applyPatches makes the keys Unknown that patches may change in chart installations, pools, classes and workloads. It replaces changed resources by
// copies.
func applyPatches(resources []*survey.Resource, patches *kustomize.Tree) {
	for i, r := range resources {
		kind, name := patchedAs(r)
		if patchable[kind] == nil {
			continue
		}
		object := kustomize.Object{APIVersion: r.Value.Str("apiVersion"), Kind: kind, Names: []string{name}}
		changes := patches.Changes(r.File.Path, object)
		isPatch := patches.IsPatch(r.File.Path)
		if len(changes) > 0 || isPatch {
			resources[i] = r.Copy()
		}
		if isPatch { // it may be for another cluster, and is not all of the object
			for _, key := range wholeKeys {
				resources[i].Drop(key)
			}
			resources[i].Drop("provisioner")
			makeUnknown(resources[i], "taints")
		}
		for _, c := range changes {
			applyPatch(resources[i], kind, c.Value)
		}
	}
}

// patchedAs returns the kind and name by which patches select the resource.
func patchedAs(r *survey.Resource) (kind, name string) {
	switch {
	case r.Kind == survey.Object:
		return r.Value.Str("kind"), r.Value.Str("metadata", "name")
	case r.Kind == survey.Installation && r.Value.Get("umbrella") == nil:
		return r.Value.Str("via"), r.Address[strings.LastIndexByte(r.Address, '/')+1:]
	}
	return "", ""
}

// applyPatch makes the keys Unknown that a patch sets.
func applyPatch(r *survey.Resource, kind string, patch *model.Value) {
	for _, p := range patchable[kind] {
		if !slices.ContainsFunc(p.places, func(path []any) bool { return setsPath(patch, path) }) {
			continue
		}
		switch key := p.key; key {
		case "values", "class":
			values := helm.NewValues()
			values.Add(r.Value.Get(key))
			if key == "values" {
				values.Open()
			} else {
				values.AddNamed(model.NewString("name"), model.NewUnknown("patched class"), "")
			}
			r.Replace(key, values.Root)
		case "version":
			r.Versions = versions.Hull(r.Versions, survey.ChartInterval(patch.Get(p.places[0]...)))
			makeUnknown(r, key)
		case protection.key:
			if r.Value.Get(key) != nil {
				makeUnknown(r, key)
			}
		default:
			makeUnknown(r, key)
		}
	}
}

// setsPath reports whether a partial object sets a value at a path, above it or below it.
func setsPath(v *model.Value, path []any) bool {
	for i, step := range path {
		if step == anyItem && v != nil && v.Kind == model.List {
			return slices.ContainsFunc(v.Items, func(item *model.Value) bool { return setsPath(item, path[i+1:]) })
		}
		if !v.IsMap() || v.Get(kustomize.Directive) != nil {
			break
		}
		v = v.Get(step)
	}
	return v != nil
}

// makeUnknown replaces the value of a key by an Unknown at the same place.
func makeUnknown(r *survey.Resource, key string) {
	patched := model.NewUnknown("patched " + key)
	if old := r.Value.Get(key); old != nil {
		patched.Span, patched.Origin = old.Span, old.Origin
	}
	r.Replace(key, patched)
}
