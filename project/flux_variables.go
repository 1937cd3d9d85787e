package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// Kinds of resources that stand for where Flux takes the variables of a directory from, until Arrange writes them into the releases there.
const (
	fluxKustomization = "Flux Kustomization" // with path, substitute and from: the names of ConfigMaps
	variablesMap      = "variables"          // a ConfigMap that may hold variables
)

// kustomization reads Flux's Kustomization.
func (m *manifestReader) kustomization(o *model.Resource) {
	spec := o.Value.Get("spec")
	m.patches(o, spec)
	build := spec.Get("postBuild")
	if !isMap(build) || spec.Str("path") == "" {
		return
	}
	r := newResource(fluxKustomization, o.Address())
	r.source, r.fromRoot = strings.Clone(path.Clean(strings.TrimPrefix(spec.Str("path"), "/"))), true
	r.set("substitute", short(build.Get("substitute")))
	r.set("from", short(build.Get("substituteFrom")))
	m.add(r, o.Value)
}

// variables reads a ConfigMap of variables: short texts under names that can be one.
func (m *manifestReader) variables(o *model.Resource) {
	const most = 200
	data := o.Value.Get("data")
	if !isMap(data) || o.Name == "" || len(data.Entries) > most {
		return
	}
	kept := model.NewMap()
	for _, e := range data.Entries {
		if variableName().MatchString(e.Key.Text) && len(e.Value.Text) < most {
			kept.Entries = append(kept.Entries, &model.Entry{Key: short(e.Key), Value: short(e.Value)})
		}
	}
	if len(kept.Entries) == 0 {
		return
	}
	r := newResource(variablesMap, o.Address())
	r.source = strings.Clone(o.Name)
	r.set("data", kept)
	m.add(r, o.Value)
}

var (
	variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)
	variableUse  = pattern.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?[=-]([^}]*))?\}`)
)

// giveVariables writes variables of Flux into the versions of the releases below the directories that they are for. It returns the
// resources without those that stand for the variables.
func giveVariables(resources []*Resource, above int) []*Resource {
	var builds []*Resource
	maps := map[string][]*Resource{}
	for _, r := range resources {
		switch r.Kind {
		case fluxKustomization:
			builds = append(builds, r)
		case variablesMap:
			maps[r.source] = append(maps[r.source], r)
		}
	}
	var all []*Resource
	for _, r := range resources {
		if r.Kind == fluxKustomization || r.Kind == variablesMap {
			continue
		}
		if version := r.Value.Get("version"); (r.Kind == Installation || r.Kind == chartSource) && isUnknown(version) && strings.Contains(version.Text, "${") {
			if value := substituted(r, version, builds, maps, above); value != nil {
				r = r.copied()
				r.replace("version", value)
				r.versions = chartInterval(value)
			}
		}
		all = append(all, r)
	}
	return all
}

// substituted returns the version that all Kustomizations over the release make of it; Unknown with what it may be where they do not
// agree, nil where one of them does not tell.
func substituted(r *Resource, version *model.Value, builds []*Resource, maps map[string][]*Resource, above int) *model.Value {
	var found []*model.Value
	for _, build := range builds {
		if !build.builds(r.File.Path, above) {
			continue
		}
		text, ok := build.substitute(version.Text, maps, above)
		if !ok {
			return nil
		}
		value := &model.Value{Kind: model.String, Text: text, Span: version.Span, Dash: -1, Origin: &model.Origin{File: r.File, Computed: true}}
		if !slices.ContainsFunc(found, func(other *model.Value) bool { return model.Equal(value, other) }) {
			found = append(found, value)
		}
	}
	switch len(found) {
	case 0:
		return nil
	case 1:
		return found[0]
	}
	return &model.Value{Kind: model.Unknown, Text: version.Text, Items: found, Span: version.Span, Dash: -1}
}

// builds says whether the file lies below the path of the Kustomization, which is named from a directory above both.
func (r *Resource) builds(file string, above int) bool {
	for dir := range ancestors(path.Dir(r.File.Path), above) {
		if holds(path.Join(dir, r.source), file) {
			return true
		}
	}
	return false
}

// substitute writes the variables of the Kustomization into a text; not ok if one of them is not known for sure.
func (r *Resource) substitute(text string, maps map[string][]*Resource, above int) (string, bool) {
	ok := true
	done := variableUse().ReplaceAllStringFunc(text, func(use string) string {
		parts := variableUse().FindStringSubmatch(use)
		value, known := r.variable(parts[1], maps, above)
		switch {
		case !known:
			ok = false
		case value == nil && !strings.ContainsAny(use, "=-"):
			ok = false // it becomes the empty text
		case value == nil:
			return parts[2]
		case !value.IsScalar():
			ok = false
		default:
			return value.Text
		}
		return use
	})
	return done, ok && !strings.Contains(done, "${")
}

// variable returns the value that the Kustomization gives to a variable, nil if it gives none; not known where a source of its
// variables lies elsewhere.
func (r *Resource) variable(name string, maps map[string][]*Resource, above int) (value *model.Value, known bool) {
	if own := r.Value.Get("substitute", name); own != nil {
		return own, true
	}
	from := r.Value.Get("from")
	if isGiven(r.Value.Get("substitute")) && r.Value.Get("substitute").Open || from != nil && (from.Kind != model.List || from.Open) {
		return nil, false
	}
	for _, source := range slices.Backward(items(from)) {
		at := nearestOf(r, maps[source.Str("name")], above)
		if source.Str("kind") != "ConfigMap" || at == nil {
			return nil, false
		}
		if v := at.Value.Get("data", name); v != nil {
			return v, true
		}
	}
	return nil, true
}
