package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// variableUse matches a variable of Flux: ${name}, ${name:=default} or ${name:-default}, the last two also without the colon.
var variableUse = pattern.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?[=-]([^}]*))?\}`)

// variables holds the sources of the variables that Flux substitutes.
type variables struct {
	builds    *fluxBuilds
	maps      map[string][]*survey.VariablesMap // by name
	done      map[useInDir][]string             // the results of substituteAll
	maxLevels int                               // as in ancestors
}

// useInDir is a text with variables in a file of a directory.
type useInDir struct{ dir, text string }

// substituteVariables substitutes Flux variables in the versions of releases, and of the chart sources that releases refer to. It
// returns these sources.
func substituteVariables(resources []*survey.Resource, o *survey.Observations, builds *fluxBuilds, maxLevels int) (sources []*survey.ChartSource) {
	vars := variables{builds, map[string][]*survey.VariablesMap{}, map[useInDir][]string{}, maxLevels}
	for _, m := range o.Variables {
		vars.maps[m.Name] = append(vars.maps[m.Name], m)
	}
	for i, r := range resources {
		if r.Kind == survey.Installation {
			resources[i] = vars.substitute(r)
		}
	}
	for _, s := range o.Sources {
		sources = append(sources, &survey.ChartSource{Name: s.Name, Resource: vars.substitute(s.Resource)})
	}
	return sources
}

// substitute returns the resource, or a copy if substitution changes its version.
func (vars variables) substitute(r *survey.Resource) *survey.Resource {
	version := r.Value.Get("version")
	if !version.IsUnknown() || !strings.Contains(version.Text, "${") {
		return r
	}
	if value := vars.substitutedVersion(r, version); value != nil {
		r = r.Copy()
		r.Replace("version", value)
		r.Versions = survey.ChartInterval(value)
	}
	return r
}

// substitutedVersion returns the version after the substitutions of every Kustomization that builds the release. If they differ,
// it is Unknown with the alternatives as items. It is nil if the result of one is unknown.
func (vars variables) substitutedVersion(r *survey.Resource, version *model.Value) *model.Value {
	key := useInDir{path.Dir(r.File.Path), version.Text}
	texts, done := vars.done[key]
	if !done {
		texts = vars.substituteAll(r.File.Path, version.Text)
		vars.done[key] = texts
	}
	var values []*model.Value
	for _, text := range texts {
		values = append(values, &model.Value{Kind: model.String, Text: text, Span: version.Span, Dash: -1,
			Origin: &model.Origin{File: r.File, Computed: true}})
	}
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	}
	return &model.Value{Kind: model.Unknown, Text: version.Text, Items: values, Span: version.Span, Dash: -1}
}

// substituteAll returns the different results of the Kustomizations that build a file, in their order. It returns none if one is unknown.
func (vars variables) substituteAll(file, text string) (texts []string) {
	seen := map[string]bool{}
	for _, build := range vars.builds.of(file) {
		if !build.Substitutes {
			continue
		}
		result, ok := vars.substituteText(build, text)
		if !ok {
			return nil
		}
		if !seen[result] {
			seen[result] = true
			texts = append(texts, result)
		}
	}
	return texts
}

// substituteText substitutes the variables of the Kustomization in a text. It returns false if one of them is uncertain.
func (vars variables) substituteText(build *survey.FluxBuild, text string) (string, bool) {
	ok := true
	result := variableUse().ReplaceAllStringFunc(text, func(use string) string {
		parts := variableUse().FindStringSubmatch(use)
		value, isKnown := vars.variable(build, parts[1])
		switch {
		case !isKnown:
			ok = false
		case value == nil && !strings.ContainsAny(use, "=-"):
			ok = false // Flux substitutes an empty text, which is not a version
		case value == nil:
			return parts[2]
		case !value.IsScalar():
			ok = false
		default:
			return value.Text
		}
		return use
	})
	return result, ok && !strings.Contains(result, "${")
}

// variable returns the value of a variable in the Kustomization; nil if it has none. isKnown is false if a source of variables is
// not among the files.
func (vars variables) variable(build *survey.FluxBuild, name string) (value *model.Value, isKnown bool) {
	if inline := build.Substitute.Get(name); inline != nil {
		return inline, true
	}
	if survey.IsGiven(build.Substitute) && build.Substitute.Open {
		return nil, false
	}
	if sources := build.From; sources != nil && !sources.IsWholeList() {
		return nil, false
	}
	for _, source := range slices.Backward(build.From.List()) {
		configMap := nearestOf(build.File, vars.maps[source.Str("name")], func(m *survey.VariablesMap) string { return m.File }, vars.maxLevels)
		if source.Str("kind") != "ConfigMap" || configMap == nil {
			return nil, false
		}
		if v := (*configMap).Data.Get(name); v != nil {
			return v, true
		}
	}
	return nil, true
}
