package manifests

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// maxGenerators bounds how deep the generators of an ApplicationSet may be nested. Argo CD allows fewer levels.
const maxGenerators = 4

// generateParameters returns the sets of parameters that the generators of an ApplicationSet make, each as a map. A set lacks the
// parameters that Argo CD reads from a cluster or a repository.
func generateParameters(list *model.Value, depth int) []*model.Value {
	if !list.IsWholeList() || len(list.Items) == 0 || depth > maxGenerators {
		return []*model.Value{unknownParameters()}
	}
	var elements []*model.Value
	for _, generator := range list.Items {
		elements = append(elements, fromGenerator(generator, depth)...)
	}
	return elements
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
	return slices.DeleteFunc(slices.Clone(elements.Items), func(v *model.Value) bool { return v.Kind == model.Null })
}

// fromMatrix returns every combination of the generators' sets. Argo CD rejects generators with different values for one
// parameter.
func fromMatrix(list *model.Value, depth int) []*model.Value {
	products := []*model.Value{model.NewMap()}
	for _, generator := range list.Children() {
		var combined []*model.Value
		for _, set := range fromGenerator(generator, depth+1) {
			for _, base := range products {
				limit.Point()
				combined = append(combined, mergeParameters(base, set))
			}
		}
		products = combined
	}
	return products
}

// fromMerge returns the sets of the first generator, unchanged and overridden by each set of the others. It returns all of these
// combinations, because it does not compare merge keys.
func fromMerge(list *model.Value, depth int) []*model.Value {
	generators := list.List()
	if len(generators) == 0 {
		return []*model.Value{unknownParameters()}
	}
	base := fromGenerator(generators[0], depth+1)
	merged := slices.Clone(base)
	for _, generator := range generators[1:] {
		if !hasKnownParameters(generator) {
			return []*model.Value{unknownParameters()}
		}
		for _, set := range fromGenerator(generator, depth+1) {
			for _, parameters := range base {
				limit.Point()
				merged = append(merged, mergeParameters(parameters, set))
			}
		}
	}
	return merged
}

// hasKnownParameters reports whether a generator contains all of its parameters, except the names and labels of clusters. Any other
// generator may override every parameter.
func hasKnownParameters(generator *model.Value) bool {
	if !generator.IsMap() || generator.Open {
		return false
	}
	isWrittenList := generator.Get("list").IsMap() && generator.Get("list", "elementsYaml") == nil
	return isWrittenList || generator.Get("clusters").IsMap()
}

// mergeParameters merges two sets of parameters. The second overrides the first.
func mergeParameters(first, second *model.Value) *model.Value {
	values := helm.NewValues()
	if first.IsMap() {
		values.Add(first)
	}
	if second.IsMap() {
		values.Add(second)
	}
	return values.Root
}

// overridingTexts returns the texts that may change the template of an ApplicationSet for some clusters: its templatePatch and the
// templates of its generators.
func (m *reader) overridingTexts(spec *model.Value) string {
	var texts []string
	if patch := spec.Get("templatePatch"); survey.IsGiven(patch) {
		texts = append(texts, m.doc.Text(patch.Span))
	}
	var collect func(list *model.Value, depth int)
	collect = func(list *model.Value, depth int) {
		for _, generator := range list.Children() {
			for _, e := range generator.Entries {
				if template := e.Value.Get("template"); survey.IsGiven(template) {
					texts = append(texts, m.doc.Text(template.Span))
				}
				if depth < maxGenerators {
					collect(e.Value.Get("generators"), depth+1)
				}
			}
		}
	}
	collect(spec.Get("generators"), 0)
	return strings.Join(texts, "\n")
}

// override makes the keys of an installation Unknown that the text may change, see overridingTexts.
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
