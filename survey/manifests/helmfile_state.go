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

// maxLayers is how many documents make up one helmfile, with its bases and theirs.
const maxLayers = 50

// siblings returns the root and those of the other documents of the file: a helmfile has its defaults and environments in
// documents of their own.
func (h *helmfile) siblings(root *model.Value) []*model.Value {
	var all []*model.Value
	yaml.Documents(h.doc.File, func(doc *model.Document, broken *yaml.ParseError) bool {
		if broken == nil && doc.Root != nil && doc.Span != h.doc.Span {
			all = append(all, doc.Root)
		}
		return len(all) < maxDocuments
	})
	return append(all, root)
}

// readLayers reads everything that helmfile puts under the root: the other documents of the file, its bases and theirs, each once.
func (h *helmfile) readLayers(root *model.Value) {
	type base struct {
		dir  string // of the file that names it, "" for the helmfile
		name *model.Value
	}
	var queue []base
	addBases := func(dir string, layer *model.Value) {
		for _, name := range layer.Get("bases").Children() {
			queue = append(queue, base{dir, name})
		}
	}
	h.layers, h.complete = h.siblings(root), true
	for _, layer := range h.layers {
		addBases("", layer)
	}
	read := map[string]bool{h.doc.File.Path: true}
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		documents, ok := h.read(next.dir, next.name)
		switch {
		case !ok || len(h.layers) > maxLayers:
			h.complete = false
			continue
		case len(documents) == 0 || read[documents[0].File.Path]:
			continue
		}
		file := documents[0].File.Path
		read[file] = true
		for _, doc := range documents {
			h.layers = append(h.layers, withoutBranches(doc).Root)
			addBases(path.Dir(file), doc.Root)
		}
	}
}

// readEnvironments returns the sets of parameters for the templates of a helmfile, one for each of its environments: their values with
// those that the file has for all of them.
func (h *helmfile) readEnvironments() []*model.Value {
	names := h.environmentNames()
	if !h.complete || len(names) > maxParameters {
		return []*model.Value{unknownParameters()}
	}
	var parameters []*model.Value
	for _, name := range names {
		parameters = append(parameters, h.environment(name))
	}
	return parameters
}

// environmentNames returns the names of the environments; there is always one.
func (h *helmfile) environmentNames() []string {
	var names []string
	for _, layer := range h.layers {
		if all := layer.Get("environments"); all.IsMap() {
			for _, e := range all.Entries {
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

// environment returns what templates see in an environment, and nothing where some of its values cannot be read.
func (h *helmfile) environment(name string) *model.Value {
	about := model.NewMap(model.NewEntry("Name", model.NewString(name)))
	parameters := model.NewMap(model.NewEntry("Environment", about))
	values := helm.NewValues()
	for _, place := range [][]any{{"values"}, {"environments", name, "values"}, {"environments", name, "secrets"}} {
		for _, layer := range h.layers {
			if !h.stateValues(values, layer.Get(place...), parameters) {
				return unknownParameters()
			}
		}
	}
	about.Entries = append(about.Entries, model.NewEntry("Values", values.Root))
	parameters.Entries = append(parameters.Entries, model.NewEntry("Values", values.Root), model.NewEntry("StateValues", values.Root))
	return parameters
}

// stateValues merges a list of maps and files of values; false if one of them is not known.
func (h *helmfile) stateValues(values *helm.Values, list, parameters *model.Value) bool {
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
		name, ok := rendered(item.Text, parameters)
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
