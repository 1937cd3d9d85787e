package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// fluxBuild is a Kustomization of Flux that writes variables into what lies below a directory.
type fluxBuild struct {
	file, path string
	substitute *model.Value
	from       *model.Value // the names of ConfigMaps
}

// variablesMap is a ConfigMap that may hold variables.
type variablesMap struct {
	file, name string
	data       *model.Value
}

// kustomization reads Flux's Kustomization.
func (m *manifestReader) kustomization(o *model.Resource) {
	spec := o.Value.Get("spec")
	build := spec.Get("postBuild")
	if !build.IsMap() || spec.Str("path") == "" {
		return
	}
	m.noted++
	m.builds = append(m.builds, &fluxBuild{
		file: strings.Clone(m.file.Path), path: strings.Clone(path.Clean(strings.TrimPrefix(spec.Str("path"), "/"))),
		substitute: written(short(build.Get("substitute"))), from: written(short(build.Get("substituteFrom"))),
	})
}

// variables reads a ConfigMap of variables: short texts under names that can be one.
func (m *manifestReader) variables(o *model.Resource) {
	const most = 200
	data := o.Value.Get("data")
	if !data.IsMap() || o.Name == "" || len(data.Entries) > most {
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
	m.noted++
	m.Observations.variables = append(m.Observations.variables, &variablesMap{strings.Clone(m.file.Path), strings.Clone(o.Name), kept})
}

var (
	variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)
	variableUse  = pattern.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?[=-]([^}]*))?\}`)
)

// written returns v, nil for null, which stands for a field that is not written.
func written(v *model.Value) *model.Value {
	if v != nil && v.Kind == model.Null {
		return nil
	}
	return v
}

// variables are where Flux takes the variables of a directory from.
type variables struct {
	builds []*fluxBuild
	maps   map[string][]*variablesMap // by name
	above  int                        // see ancestors
}

// giveVariables writes variables of Flux into the versions of the releases below the directories that they are for, and of the charts
// that these take.
func giveVariables(resources []*Resource, o *Observations, above int) (sources []*chartSource) {
	all := variables{o.builds, map[string][]*variablesMap{}, above}
	for _, m := range o.variables {
		all.maps[m.name] = append(all.maps[m.name], m)
	}
	for i, r := range resources {
		if r.Kind == Installation {
			resources[i] = all.give(r)
		}
	}
	for _, s := range o.sources {
		sources = append(sources, &chartSource{s.name, all.give(s.Resource)})
	}
	return sources
}

// give returns the resource, or a copy with the version that its variables make.
func (a variables) give(r *Resource) *Resource {
	version := r.Value.Get("version")
	if !version.IsUnknown() || !strings.Contains(version.Text, "${") {
		return r
	}
	if value := a.substituted(r, version); value != nil {
		r = r.copied()
		r.replace("version", value)
		r.versions = chartInterval(value)
	}
	return r
}

// substituted returns the version that all Kustomizations over the release make of it; Unknown with what it may be where they do not
// agree, nil where one of them does not tell.
func (a variables) substituted(r *Resource, version *model.Value) *model.Value {
	var found []*model.Value
	for _, build := range a.builds {
		if !build.builds(r.File.Path, a.above) {
			continue
		}
		text, ok := a.substitute(build, version.Text)
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
func (b *fluxBuild) builds(file string, above int) bool {
	for dir := range ancestors(path.Dir(b.file), above) {
		if holds(path.Join(dir, b.path), file) {
			return true
		}
	}
	return false
}

// substitute writes the variables of the Kustomization into a text; not ok if one of them is not known for sure.
func (a variables) substitute(build *fluxBuild, text string) (string, bool) {
	ok := true
	done := variableUse().ReplaceAllStringFunc(text, func(use string) string {
		parts := variableUse().FindStringSubmatch(use)
		value, known := a.variable(build, parts[1])
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
func (a variables) variable(build *fluxBuild, name string) (value *model.Value, known bool) {
	if own := build.substitute.Get(name); own != nil {
		return own, true
	}
	from := build.from
	if isGiven(build.substitute) && build.substitute.Open || from != nil && (from.Kind != model.List || from.Open) {
		return nil, false
	}
	for _, source := range slices.Backward(from.List()) {
		found := nearestOf(build.file, a.maps[source.Str("name")], func(m *variablesMap) string { return m.file }, a.above)
		if source.Str("kind") != "ConfigMap" || found == nil {
			return nil, false
		}
		if v := (*found).data.Get(name); v != nil {
			return v, true
		}
	}
	return nil, true
}
