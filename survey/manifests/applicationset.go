package manifests

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// maxGenerators is how deep generators of an ApplicationSet may stand in each other; Argo CD has a limit of its own below that.
const maxGenerators = 4

// generated returns the sets of parameters that the generators of an ApplicationSet make, each a map. What a generator takes from a cluster or
// a repository is in none of them.
func generated(list *model.Value, depth int) []*model.Value {
	if !list.IsWholeList() || len(list.Items) == 0 || depth > maxGenerators {
		return []*model.Value{unknownParameters()}
	}
	var all []*model.Value
	for _, generator := range list.Items {
		all = append(all, fromGenerator(generator, depth)...)
	}
	return bounded(all)
}

func bounded(sets []*model.Value) []*model.Value {
	if len(sets) > maxParameters {
		return []*model.Value{unknownParameters()}
	}
	return sets
}

func fromGenerator(generator *model.Value, depth int) []*model.Value {
	if !generator.IsMap() || generator.Open {
		return []*model.Value{unknownParameters()}
	}
	for _, e := range generator.Entries {
		switch e.Key.Text {
		case "list":
			return fromList(e.Value)
		case "matrix":
			return fromMatrix(e.Value.Get("generators"), depth)
		case "merge":
			return fromMerge(e.Value.Get("generators"), depth)
		}
	}
	for _, e := range generator.Entries {
		if values := e.Value.Get("values"); values.IsMap() {
			return []*model.Value{model.NewMap(model.NewEntry("values", values))}
		}
	}
	return []*model.Value{unknownParameters()}
}

// fromList returns the elements of a list generator.
func fromList(list *model.Value) []*model.Value {
	elements := list.Get("elements")
	if !elements.IsWholeList() || survey.IsGiven(list.Get("elementsYaml")) {
		return []*model.Value{unknownParameters()}
	}
	return bounded(slices.DeleteFunc(slices.Clone(elements.Items), func(v *model.Value) bool { return v.Kind == model.Null }))
}

// fromMatrix returns every combination of what the generators make. Two of them may not give different values to one parameter.
func fromMatrix(list *model.Value, depth int) []*model.Value {
	all := []*model.Value{model.NewMap()}
	for _, generator := range list.Children() {
		var combined []*model.Value
		for _, set := range fromGenerator(generator, depth+1) {
			for _, before := range all {
				if len(combined) > maxParameters {
					return []*model.Value{unknownParameters()}
				}
				combined = append(combined, overlaid(before, set))
			}
		}
		all = combined
	}
	return all
}

// fromMerge returns what the first generator makes, as it is and as each of the others may change it.
func fromMerge(list *model.Value, depth int) []*model.Value {
	generators := list.List()
	if len(generators) == 0 {
		return []*model.Value{unknownParameters()}
	}
	base := fromGenerator(generators[0], depth+1)
	all := slices.Clone(base)
	for _, generator := range generators[1:] {
		if !namesParameters(generator) {
			return []*model.Value{unknownParameters()}
		}
		for _, set := range fromGenerator(generator, depth+1) {
			for _, before := range base {
				if len(all) > maxParameters {
					return []*model.Value{unknownParameters()}
				}
				all = append(all, overlaid(before, set))
			}
		}
	}
	return all
}

// namesParameters reports whether a generator gives only such parameters as are written there, beside the names and labels of clusters.
func namesParameters(generator *model.Value) bool {
	if !generator.IsMap() || generator.Open {
		return false
	}
	isWrittenList := generator.Get("list").IsMap() && generator.Get("list", "elementsYaml") == nil
	return isWrittenList || generator.Get("clusters").IsMap()
}

// overlaid returns the parameters of both sets, those of the second one where both have them.
func overlaid(first, second *model.Value) *model.Value {
	all := helm.NewValues()
	if first.IsMap() {
		all.Add(first)
	}
	if second.IsMap() {
		all.Add(second)
	}
	return all.Root
}

// overriding returns the texts of an ApplicationSet that may change what its template says, for one cluster or all of them.
func (m *reader) overriding(spec *model.Value) string {
	var texts []string
	if patch := spec.Get("templatePatch"); survey.IsGiven(patch) {
		texts = append(texts, m.doc.Text(patch.Span))
	}
	var look func(list *model.Value, depth int)
	look = func(list *model.Value, depth int) {
		for _, generator := range list.Children() {
			for _, e := range generator.Entries {
				if template := e.Value.Get("template"); survey.IsGiven(template) {
					texts = append(texts, m.doc.Text(template.Span))
				}
				if depth < maxGenerators {
					look(e.Value.Get("generators"), depth+1)
				}
			}
		}
	}
	look(spec.Get("generators"), 0)
	return strings.Join(texts, "\n")
}

// override makes Unknown what the text may change in the installation.
func override(r *survey.Resource, text string) {
	if strings.Contains(text, "skipCrds") {
		r.Replace("skip_crds", model.NewUnknown("templated skip_crds"))
	}
	if strings.Contains(text, "targetRevision") {
		r.Replace("version", model.NewUnknown("templated version"))
		r.Versions = versions.Interval{}
	}
	if values := r.Value.Get("values"); values != nil && strings.Contains(text, "helm") {
		helm.OpenAll(values)
	}
}
