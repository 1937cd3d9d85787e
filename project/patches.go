package project

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// releasePatch is the kind of resources that stand for a patch of kustomize on what installs a chart, or names a class, until Arrange makes what it may change
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
	"NodePool":    {"class": {"nodeClassRef"}},
	"Provisioner": {"class": {"providerRef"}},
}

// patch notes an object that is only a part of one: it names no chart.
func (m *manifestReader) patch(o *model.Resource) {
	if o.Name == "" {
		return
	}
	m.addPatch(o.Kind, o.Name, m.doc.Text(o.Value.Span), patchedVersion(o.Value), o.Value)
}

// patchedVersion returns the version that a part of an object gives, nil for none.
func patchedVersion(object *model.Value) *model.Value {
	return firstGiven(object.Get("spec", "chart", "spec", "version"), object.Get("spec", "source", "targetRevision"))
}

// addPatch notes what a patch with a text may change; "" for one that may change anything.
func (m *manifestReader) addPatch(kind, name, text string, version, at *model.Value) {
	r := newResource(releasePatch, kind+"/"+name)
	r.source = kind + "/" + strings.Clone(name)
	for _, key := range slices.Sorted(maps.Keys(patchable[kind])) {
		words := patchable[kind][key]
		if text == "" || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) }) {
			r.setBool(key, true)
		}
	}
	if version != nil {
		r.set("to", short(version))
		r.versions = chartInterval(version)
	}
	if text == "" || strings.Contains(text, "values") || strings.Contains(text, "helm") {
		r.setBool("values", true)
	}
	if len(r.Value.Entries) > 0 {
		m.add(r, at)
	}
}

// patchFields are the fields of a kustomization, or of what Flux and Argo CD add to one, that hold patches.
var patchFields = []string{"patches", "patchesStrategicMerge", "patchesJson6902"}

// patches reads the patches in a kustomization, of kustomize, Flux or Argo CD: texts, files, and objects. One without a name may be of
// any object.
func (m *manifestReader) patches(o *model.Resource, kustomization *model.Value) {
	for _, field := range patchFields {
		list := kustomization.Get(field)
		if list == nil || list.Kind != model.List {
			continue
		}
		for _, item := range list.Items {
			patch, target := item, (*model.Value)(nil)
			if isMap(item) && (item.Get("patch") != nil || item.Get("path") != nil) {
				patch, target = firstGiven(item.Get("patch"), item.Get("path")), item.Get("target")
			}
			m.patchOf(o, patch, target)
		}
	}
}

// patchOf reads one patch. One that cannot be read may change anything.
func (m *manifestReader) patchOf(o *model.Resource, patch, target *model.Value) {
	if patch == nil || patch.Kind == model.Null || patch.IsScalar() && patch.Kind != model.String {
		return
	}
	var documents []*model.Document
	text := patch.Text
	switch {
	case !patch.IsScalar() && !isUnknown(patch): // Flux takes objects and lists of operations
		documents, text = []*model.Document{{Root: patch}}, m.doc.Text(patch.Span)
	case strings.ContainsAny(text, "\n:{["):
		documents = documentsOf(patch)
	default:
		text = ""
		var parsed bool
		if documents, parsed = m.read("", patch); !parsed {
			documents = nil
		} else if len(documents) > 0 {
			text = string(documents[0].File.Data)
		}
	}
	if len(documents) == 0 {
		documents = []*model.Document{{Root: model.NewMap()}}
	}
	for _, doc := range documents {
		kind, name := selector(target.Get("kind")), plainName(target.Str("name"))
		if target == nil {
			kind, name = selector(doc.Root.Get("kind")), plainName(doc.Root.Str("metadata", "name"))
		}
		for _, patched := range slices.Sorted(maps.Keys(patchable)) {
			if kind != nil && kind.MatchString(patched) || kind == nil && (text == "" || strings.Contains(text, patched)) {
				m.addPatch(patched, name, text, patchedVersion(doc.Root), o.Value)
			}
		}
	}
}

// selector returns the expression, for a whole text, by which a patch selects objects; nil where there is none.
func selector(v *model.Value) *regexp.Regexp {
	if !v.IsScalar() || v.Text == "" {
		return nil
	}
	expression, err := regexp.Compile("^(?:" + v.Text + ")$")
	if err != nil {
		return nil
	}
	return expression
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
	known := map[string]bool{}
	for _, r := range resources {
		if r.Kind != releasePatch {
			continue
		}
		if effect := r.source + r.effect(); !known[effect] { // ten thousand patches of one object mostly do the same to it
			known[effect] = true
			byObject[r.source] = append(byObject[r.source], r)
		}
	}
	var all []*Resource
	for _, r := range resources {
		if r.Kind == releasePatch {
			continue
		}
		if kind, name := r.patchedAs(); patchable[kind] != nil {
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

// patchedAs returns the kind and the name of the object by which patches select the resource.
func (r *Resource) patchedAs() (kind, name string) {
	switch {
	case r.Kind == Object:
		return r.Value.Str("kind"), r.Value.Str("metadata", "name")
	case r.Kind == Installation && r.Value.Get("umbrella") == nil:
		return r.Value.Str("via"), r.Address[strings.LastIndexByte(r.Address, '/')+1:]
	}
	return "", ""
}

// effect is the same for patches of one object that make of it the same.
func (r *Resource) effect() string {
	var all strings.Builder
	for _, e := range r.Value.Entries {
		fmt.Fprintf(&all, "\n%s: %s", e.Key.Text, e.Value.Text)
	}
	return all.String()
}

func (r *Resource) patchedBy(p *Resource) {
	if p.Value.Get("version") != nil {
		r.versions = hull(r.versions, p.versions)
	}
	for _, e := range p.Value.Entries {
		switch key := e.Key.Text; key {
		case "to":
		case "values":
			if r.Kind != Installation {
				continue
			}
			values := newValues()
			values.add(r.Value.Get("values"))
			values.open()
			r.replace("values", values.root)
		case "class":
			r.patchClass()
		default:
			old := r.Value.Get(key)
			patched := model.NewUnknown("patched " + key)
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

// patchClass makes Unknown which class the object names.
func (r *Resource) patchClass() {
	class := newValues()
	class.add(r.Value.Get("class"))
	setAt(class.root, []any{"name"}, model.NewUnknown("patched class"), class.root)
	r.replace("class", class.root)
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
