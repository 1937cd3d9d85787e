package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// maxLayers is how many documents make up one helmfile, with its bases and theirs.
const maxLayers = 50

// layers returns the root and everything that helmfile puts under it: the other documents of the file, its bases and theirs, each
// once. It is not complete where a base cannot be read.
func (m *manifestReader) layers(root *model.Value) (all []*model.Value, complete bool) {
	if m.state.all != nil {
		return m.state.all, m.state.complete
	}
	all, complete = m.siblings(root), true
	seen := map[string]bool{m.doc.File.Path: true}
	type base struct {
		dir  string // of the file that names it
		name *model.Value
	}
	var todo []base
	find := func(dir string, part *model.Value) {
		for _, name := range part.Get("bases").Children() {
			todo = append(todo, base{dir, name})
		}
	}
	for _, part := range all {
		find("", part)
	}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		documents, ok := m.read(next.dir, next.name)
		if !ok || len(all) > maxLayers {
			complete = false
			continue
		}
		for _, doc := range documents {
			if seen[doc.File.Path] {
				break
			}
			all = append(all, withoutBranches(doc).Root)
			find(path.Dir(doc.File.Path), doc.Root)
		}
		for _, doc := range documents {
			seen[doc.File.Path] = true
		}
	}
	m.state = helmfileState{all: all, complete: complete}
	return all, complete
}

// helmfileState is what is known of a helmfile once it was read.
type helmfileState struct {
	all        []*model.Value
	complete   bool
	parameters []*model.Value
}

// environments returns the sets of parameters for the templates of a helmfile, one for each of its environments: their values with those that
// the file has for all of them.
func (m *manifestReader) environments(root *model.Value) []*model.Value {
	if m.state.parameters == nil {
		layers, complete := m.layers(root)
		m.state.parameters = []*model.Value{unknownParameters()}
		if names := environmentNames(layers); complete && len(names) <= maxParameters {
			m.state.parameters = nil
			for _, name := range names {
				m.state.parameters = append(m.state.parameters, m.environment(name, layers))
			}
		}
	}
	return m.state.parameters
}

// environmentNames returns the names of the environments; there is always one.
func environmentNames(layers []*model.Value) []string {
	var names []string
	for _, layer := range layers {
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
func (m *manifestReader) environment(name string, layers []*model.Value) *model.Value {
	about := model.NewMap(model.NewEntry("Name", model.NewString(name)))
	parameters := model.NewMap(model.NewEntry("Environment", about))
	values := newValues()
	for _, of := range []func(*model.Value) *model.Value{
		func(layer *model.Value) *model.Value { return layer.Get("values") },
		func(layer *model.Value) *model.Value { return layer.Get("environments", name, "values") },
		func(layer *model.Value) *model.Value { return layer.Get("environments", name, "secrets") },
	} {
		for _, layer := range layers {
			if !m.stateValues(values, of(layer), parameters) {
				return unknownParameters()
			}
		}
	}
	about.Entries = append(about.Entries, model.NewEntry("Values", values.root))
	parameters.Entries = append(parameters.Entries, model.NewEntry("Values", values.root), model.NewEntry("StateValues", values.root))
	return parameters
}

// stateValues merges a list of maps and files of values; false if one of them is not known.
func (m *manifestReader) stateValues(values *chartValues, list, parameters *model.Value) bool {
	if !isGiven(list) {
		return true
	}
	if list.Kind != model.List || list.Open {
		return false
	}
	for _, item := range list.Items {
		if item.IsMap() {
			values.add(item)
			continue
		}
		name, ok := rendered(item.Text, parameters)
		documents, read := m.read("", model.NewString(strings.Trim(name, `"'`)))
		if !ok || !read {
			return false
		}
		for _, doc := range documents {
			values.add(located(withoutBranches(doc)))
		}
	}
	return true
}
