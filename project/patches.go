package project

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// releasePatch is the kind of resources that stand for a patch of kustomize on what installs a chart, until Arrange makes what it may change
// Unknown: a base is not installed as it is written, and which overlays count is not known.
const releasePatch = "release patch"

// patchable are, by the kind of object, the keys of an installation that a patch may change, and what its text then contains.
var patchable = map[string]map[string][]string{
	"HelmRelease": {
		"version": {"version"}, "install_crds": {"crds"}, "upgrade_crds": {"crds"}, "depends_on": {"dependsOn"}, "chart": {"chart:", "chart/spec/chart"},
	},
	"Application": {
		"version": {"targetRevision"}, "skip_crds": {"skipCrds"}, "chart": {"chart:", "/chart"},
	},
}

// patch notes an object that is only a part of one: it names no chart.
func (m *manifestReader) patch(o *model.Resource) {
	if o.Name == "" {
		return
	}
	m.addPatch(o.Kind, o.Name, m.doc.Text(o.Value.Span), m.patchedVersion(o), o.Value)
}

// patchedVersion returns the version that a part of an object gives, nil for none.
func (m *manifestReader) patchedVersion(o *model.Resource) *model.Value {
	return firstGiven(o.Value.Get("spec", "chart", "spec", "version"), o.Value.Get("spec", "source", "targetRevision"))
}

func (m *manifestReader) addPatch(kind, name, text string, version, at *model.Value) {
	r := newResource(releasePatch, kind+"/"+name)
	r.source = kind + "/" + strings.Clone(name)
	for key, words := range patchable[kind] {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) }) {
			r.setBool(key, true)
		}
	}
	if version != nil {
		r.set("to", short(version))
		r.versions = chartInterval(version)
	}
	if strings.Contains(text, "values") || strings.Contains(text, "helm") {
		r.setBool("values", true)
	}
	m.add(r, at)
}

// patches reads the patches in a kustomization, of kustomize or of Flux. One without a name may be of any object.
func (m *manifestReader) patches(o *model.Resource, list *model.Value) {
	for _, item := range items(list) {
		text := item
		if isMap(item) {
			text = item.Get("patch")
		}
		if text == nil || !text.IsScalar() && !isUnknown(text) {
			continue
		}
		for kind := range patchable {
			target := item.Get("target")
			if target.Str("kind") == kind || target.Str("kind") == "" && strings.Contains(text.Text, kind) {
				m.addPatch(kind, plainName(target.Str("name")), text.Text, nil, o.Value)
			}
		}
	}
}

// plainName returns the name that a patch is for, "" where it is a regular expression or none.
func plainName(name string) string {
	if strings.ContainsAny(name, `.*[]()|\+?`) {
		return ""
	}
	return name
}

// applyPatches makes Unknown what patches may change in the installations. It returns the resources without the patches.
func applyPatches(resources []*Resource) []*Resource {
	byObject := map[string][]*Resource{}
	for _, r := range resources {
		if r.Kind == releasePatch {
			byObject[r.source] = append(byObject[r.source], r)
		}
	}
	var all []*Resource
	for _, r := range resources {
		if r.Kind == releasePatch {
			continue
		}
		if kind := r.Value.Str("via"); r.Kind == Installation && patchable[kind] != nil && r.Value.Get("umbrella") == nil {
			_, name, _ := strings.Cut(r.Address[strings.LastIndexByte(r.Address, '/'):], "/")
			if patches := slices.Concat(byObject[kind+"/"+name], byObject[kind+"/"]); len(patches) > 0 {
				r = r.copied()
				for _, p := range patches {
					r.patchedBy(p)
				}
			}
		}
		all = append(all, r)
	}
	return all
}

func (r *Resource) patchedBy(p *Resource) {
	if p.Value.Get("version") != nil {
		r.versions = hull(r.versions, p.versions)
	}
	for _, e := range p.Value.Entries {
		switch key := e.Key.Text; key {
		case "to":
		case "values":
			values := newValues()
			values.add(r.Value.Get("values"))
			values.open()
			r.replace("values", values.root)
		default:
			old := r.Value.Get(key)
			patched := &model.Value{Kind: model.Unknown, Text: "patched " + key, Dash: -1}
			if old != nil {
				patched.Span, patched.Origin = old.Span, old.Origin
			}
			if key == "chart" {
				continue // a patch may repeat which chart it is
			}
			r.replace(key, patched)
		}
	}
}

// copied returns a copy of a resource whose keys can be changed.
func (r *Resource) copied() *Resource {
	c := *r
	value := *r.Value
	value.Entries = slices.Clone(r.Value.Entries)
	c.Value = &value
	return &c
}

func (r *Resource) replace(key string, v *model.Value) {
	r.drop(key)
	r.set(key, v)
}
