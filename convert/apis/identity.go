package apis

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Change returns the successor of the object's kind; old is true also for an object of an API that is converted
// whose kind or version is not known.
func (g *Goal) Change(res *model.Resource) (change *facts.KindChange, old bool) {
	for i, k := range g.Kinds {
		if res.APIVersion == k.From.APIVersion && res.Kind == k.From.Kind {
			return &g.Kinds[i], true
		}
	}
	if slices.Contains(g.Facts.OtherKinds.Kinds, facts.APIKind{APIVersion: res.APIVersion, Kind: res.Kind}) {
		return nil, false
	}
	group, version, _ := strings.Cut(res.APIVersion, "/")
	if facts.IsKarpenter(group) && strings.HasPrefix(version, "v1alpha") {
		return nil, true
	}
	// A templated version or none: a Provisioner of another project has other fields.
	if res.Value.Entry("apiVersion") == nil && g.IsAlphaKind(res.Kind) {
		return nil, res.Kind == "AWSNodeTemplate" || looksLikeProvisioner(res.Value)
	}
	if g.templatedOld(res) {
		return nil, true
	}
	return nil, g.IsBeta(res)
}

// Steps returns the steps from the version of the object's API to that of the output; none if it has that version already, or a kind
// that is not converted.
func (g *Goal) Steps(res *model.Resource) []*facts.KindChange {
	var steps []*facts.KindChange
	kind := facts.APIKind{APIVersion: res.APIVersion, Kind: res.Kind}
	for i, k := range g.Kinds {
		if k.From == kind && k.To.Kind != "" {
			steps = append(steps, &g.Kinds[i])
			kind = k.To
		}
	}
	return steps
}

// IsKnown reports whether the kind of the object is one that is converted, or one of the output.
func (g *Goal) IsKnown(res *model.Resource) bool {
	for _, k := range g.Kinds {
		if k.To.Kind == "" {
			continue
		}
		if res.Kind == k.From.Kind && res.APIVersion == k.From.APIVersion {
			return true
		}
		if res.Kind == k.To.Kind && strings.HasPrefix(res.APIVersion, strings.SplitAfter(k.To.APIVersion, "/")[0]) {
			return true
		}
	}
	return false
}

// IsAlphaKind reports whether a kind is a pool or a class of the alpha API.
func (g *Goal) IsAlphaKind(kind string) bool {
	return kind == g.APIs[0].Pool.Kind || kind == g.APIs[0].Class.Kind
}

// IsBeta reports whether an object is one of a version after the alpha API that is converted: also one whose kind is not known, or whose
// version is not and that has a field that only objects of that version have.
func (g *Goal) IsBeta(res *model.Resource) bool {
	return slices.ContainsFunc(g.APIs[1:len(g.APIs)-1], func(generation facts.Generation) bool {
		if res.APIVersion != "" {
			return res.APIVersion == generation.Pool.APIVersion || res.APIVersion == generation.Class.APIVersion
		}
		return slices.ContainsFunc([]facts.APIKind{generation.Pool, generation.Class}, func(kind facts.APIKind) bool {
			isKind := g.WithoutVersion[kind]
			return kind.Kind == res.Kind && isKind != nil && isKind(res.Value)
		})
	})
}

// HasKubeletInClass reports whether a kind is a pool or a class of a version of the API that has the settings of the kubelet in the class.
func (g *Goal) HasKubeletInClass(kind facts.APIKind) bool {
	for i, generation := range g.APIs {
		if (generation.Pool == kind || generation.Class == kind) && g.Behaviour(g.APIs[:i+1]).KubeletInClass {
			return true
		}
	}
	return false
}

func looksLikeProvisioner(v *model.Value) bool {
	fields := []string{"providerRef", "consolidation", "ttlSecondsAfterEmpty", "ttlSecondsUntilExpired", "startupTaints", "kubeletConfiguration",
		"requirements"}
	return slices.ContainsFunc(fields, func(field string) bool { return v.Get("spec", field) != nil })
}

// templatedOld reports whether an object whose kind or version is not known, because it comes from a template, is one of an old API: by the text
// of the templates, or by fields that nothing else has.
func (g *Goal) templatedOld(res *model.Resource) bool {
	api, kind := res.Value.Get("apiVersion"), res.Value.Get("kind")
	if res.APIVersion != "" || api == nil || kind == nil {
		return false
	}
	ofKarpenter := strings.Contains(api.Text, "karpenter")
	switch {
	case res.Kind == "AWSNodeTemplate":
		return true
	case res.Kind != "":
		return g.IsAlphaKind(res.Kind) && (looksLikeProvisioner(res.Value) || ofKarpenter)
	case kind.Kind != model.Unknown:
		return false
	case strings.Contains(kind.Text, "Provisioner"), strings.Contains(kind.Text, "AWSNodeTemplate"):
		return ofKarpenter || looksLikeProvisioner(res.Value) || onlyAlphaHas(res.Value)
	}
	return ofKarpenter && IsAlphaText(api.Text) || onlyAlphaHas(res.Value)
}

// onlyAlphaHas reports whether an object has a field that only objects of the alpha API have.
func onlyAlphaHas(v *model.Value) bool {
	return slices.ContainsFunc([]string{"providerRef", "ttlSecondsAfterEmpty", "ttlSecondsUntilExpired", "subnetSelector", "securityGroupSelector"},
		func(field string) bool { return v.Get("spec", field) != nil })
}

// MayBeOld reports whether templates choose among several kinds or versions of an object, of which some are old.
func (g *Goal) MayBeOld(res *model.Resource) bool {
	apis, kinds := entriesOf(res.Value, "apiVersion"), entriesOf(res.Value, "kind")
	if len(res.Document.Templates) == 0 || len(apis) < 2 && len(kinds) < 2 {
		return false
	}
	for _, api := range apis {
		for _, kind := range kinds {
			choice := *res
			choice.APIVersion, choice.Kind = api.Text, kind.Text
			if change, old := g.Change(&choice); old && change != nil {
				return true
			}
		}
	}
	return false
}

// entriesOf returns the values of all entries of a map with a key.
func entriesOf(v *model.Value, key string) (values []*model.Value) {
	for _, e := range v.Entries {
		if e.Key.Text == key {
			values = append(values, e.Value)
		}
	}
	return values
}
