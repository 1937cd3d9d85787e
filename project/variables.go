package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// variableUse is a variable as Flux has it: ${name}, or ${name:=default}.
var variableUse = pattern.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?[=-]([^}]*))?\}`)

// variables are where Flux takes the variables of a directory from.
type variables struct {
	builds []*survey.FluxBuild
	maps   map[string][]*survey.VariablesMap // by name
	above  int                               // see ancestors
}

// giveVariables writes variables of Flux into the versions of the releases below the directories that they are for, and of the charts
// that these take.
func giveVariables(resources []*survey.Resource, o *survey.Observations, above int) (sources []*survey.ChartSource) {
	all := variables{o.Builds, map[string][]*survey.VariablesMap{}, above}
	for _, m := range o.Variables {
		all.maps[m.Name] = append(all.maps[m.Name], m)
	}
	for i, r := range resources {
		if r.Kind == survey.Installation {
			resources[i] = all.give(r)
		}
	}
	for _, s := range o.Sources {
		sources = append(sources, &survey.ChartSource{Name: s.Name, Resource: all.give(s.Resource)})
	}
	return sources
}

// give returns the resource, or a copy with the version that its variables make.
func (a variables) give(r *survey.Resource) *survey.Resource {
	version := r.Value.Get("version")
	if !version.IsUnknown() || !strings.Contains(version.Text, "${") {
		return r
	}
	if value := a.substituted(r, version); value != nil {
		r = r.Copy()
		r.Replace("version", value)
		r.Versions = survey.ChartInterval(value)
	}
	return r
}

// substituted returns the version that all Kustomizations over the release make of it; Unknown with what it may be where they do not
// agree, nil where one of them does not tell.
func (a variables) substituted(r *survey.Resource, version *model.Value) *model.Value {
	var found []*model.Value
	for _, build := range a.builds {
		if !isBuilt(build, r.File.Path, a.above) {
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

// isBuilt reports whether the file lies below the path of the Kustomization, which is named from a directory above both.
func isBuilt(b *survey.FluxBuild, file string, above int) bool {
	for dir := range ancestors(path.Dir(b.File), above) {
		if holds(path.Join(dir, b.Path), file) {
			return true
		}
	}
	return false
}

// substitute writes the variables of the Kustomization into a text; not ok if one of them is not known for sure.
func (a variables) substitute(build *survey.FluxBuild, text string) (string, bool) {
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
func (a variables) variable(build *survey.FluxBuild, name string) (value *model.Value, known bool) {
	if own := build.Substitute.Get(name); own != nil {
		return own, true
	}
	if survey.IsGiven(build.Substitute) && build.Substitute.Open {
		return nil, false
	}
	if sources := build.From; sources != nil && !sources.IsWholeList() {
		return nil, false
	}
	for _, source := range slices.Backward(build.From.List()) {
		found := nearestOf(build.File, a.maps[source.Str("name")], func(m *survey.VariablesMap) string { return m.File }, a.above)
		if source.Str("kind") != "ConfigMap" || found == nil {
			return nil, false
		}
		if v := (*found).Data.Get(name); v != nil {
			return v, true
		}
	}
	return nil, true
}
