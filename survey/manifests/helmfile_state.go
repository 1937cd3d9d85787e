package manifests

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// maxBases bounds the bases of a helmfile. They end nowhere if a link leads to a directory around it.
const maxBases = 200

// fileDocuments returns the roots of all documents of the file, because defaults and environments are often in separate documents.
// The given root is the last one.
func (h *helmfile) fileDocuments(root *model.Value) []*model.Value {
	var states []*model.Value
	yaml.Documents(h.doc.File, func(doc *model.Document, broken *yaml.ParseError) bool {
		if broken == nil && doc.Root != nil && doc.Span != h.doc.Span {
			states = append(states, doc.Root)
		}
		return true
	})
	return append(states, root)
}

// readLayers reads the documents that helmfile merges: those of the bases, then those of the file, which override them. Each base
// is read once.
func (h *helmfile) readLayers(root *model.Value) {
	type base struct {
		dir  string // of the referring file; "" for the helmfile itself
		name *model.Value
	}
	var queue []base
	addBases := func(dir string, layer *model.Value) {
		for _, name := range layer.Get("bases").Children() {
			queue = append(queue, base{dir, name})
		}
	}
	documents, layers := h.fileDocuments(root), []*model.Value(nil)
	h.complete = true
	for _, document := range documents {
		addBases("", document)
	}
	read := map[string]bool{h.doc.File.Path: true}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		file, ok := h.resolve(next.dir, next.name)
		if read[file] {
			continue
		}
		read[file] = true
		parts, isRead := []*model.Document(nil), false
		if ok && len(read) <= maxBases {
			parts, isRead = h.readPath(file)
		}
		if !isRead {
			h.complete = false
			continue
		}
		for _, part := range parts {
			layers = append(layers, withoutBranches(part).Root)
			addBases(path.Dir(file), part.Root)
		}
	}
	h.layers = append(layers, documents...)
}

// readEnvironments returns the sets of parameters for the templates of a helmfile, one for each environment. A set has the values of
// the environment, merged over those for all environments.
func (h *helmfile) readEnvironments() []*model.Value {
	names := h.environmentNames()
	if !h.complete {
		return []*model.Value{unknownParameters()}
	}
	var parameters []*model.Value
	for _, name := range names {
		parameters = append(parameters, h.environment(name))
	}
	return parameters
}

// environmentNames returns the names of the environments. "default" always exists.
func (h *helmfile) environmentNames() []string {
	var names []string
	for _, layer := range h.layers {
		if environments := layer.Get("environments"); environments.IsMap() {
			for _, e := range environments.Entries {
				if !slices.Contains(names, e.Key.Text) {
					names = append(names, e.Key.Text)
				}
			}
		}
	}
	if len(names) == 0 {
		return []string{"default"}
	}
	return names
}

// environment returns the parameters for templates in an environment. If some values cannot be read, all parameters are unknown.
func (h *helmfile) environment(name string) *model.Value {
	about := model.NewMap(model.NewEntry("Name", model.NewString(name)))
	parameters := model.NewMap(model.NewEntry("Environment", about))
	values := helm.NewValues()
	for _, place := range [][]any{{"values"}, {"environments", name, "values"}, {"environments", name, "secrets"}} {
		for _, layer := range h.layers {
			if !h.addStateValues(values, layer.Get(place...), parameters) {
				return unknownParameters()
			}
		}
	}
	about.Entries = append(about.Entries, model.NewEntry("Values", values.Root))
	parameters.Entries = append(parameters.Entries, model.NewEntry("Values", values.Root), model.NewEntry("StateValues", values.Root))
	return parameters
}

// addStateValues merges a list of maps and files of values. It returns false if one of them is unknown.
func (h *helmfile) addStateValues(values *helm.Values, list, parameters *model.Value) bool {
	if !survey.IsGiven(list) {
		return true
	}
	if list.Kind != model.List || list.Open {
		return false
	}
	for _, item := range list.Items {
		if item.IsMap() {
			values.Add(item)
			continue
		}
		name, ok := renderParameters(item.Text, parameters)
		documents, read := h.read("", model.NewString(strings.Trim(name, `"'`)))
		if !ok || !read {
			return false
		}
		for _, doc := range documents {
			values.Add(withoutBranches(doc).LocatedRoot())
		}
	}
	return true
}
