package manifests

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// maxGeneratorLevels bounds how many directories above a release are searched for the generator of its ConfigMap, maxOverlayLevels how many of
// them for overlays in their other directories.
const maxGeneratorLevels, maxOverlayLevels = 8, 4

// addGenerated merges the values file from which a kustomization makes the ConfigMap of valuesFrom. It is false if no kustomization does, or
// several with different values.
func (m *reader) addGenerated(values *helm.Values, from *model.Value) bool {
	if from.Str("kind") != "ConfigMap" || m.files == nil {
		return false
	}
	g, ok := m.generatorOf(from.Str("name"))
	file := fileUnder(g.value.Get("files"), cmp.Or(from.Str("valuesKey"), "values.yaml"))
	if !ok || file == "" {
		return false
	}
	m.addFile(values, g.dir, model.NewString(file))
	return true
}

// generatorOf returns the generator of a ConfigMap: the nearest one in what the kustomizations of the document's directory and above build, or
// that of the only overlay elsewhere. There is none if another one changes the ConfigMap.
func (m *reader) generatorOf(name string) (g generator, ok bool) {
	others := func(g generator) bool { return g.value.Str("name") != name }
	above := slices.DeleteFunc(slices.Clone(m.generators()), others)
	overlays := slices.DeleteFunc(m.overlays(), others)
	if slices.ContainsFunc(slices.Concat(above, overlays), generator.changes) {
		return g, false
	}
	switch {
	case len(above) > 0:
		return above[0], true
	case len(overlays) == 1:
		return overlays[0], true
	}
	return g, false
}

// once finds something in the files, once for all documents that look for it.
func (m *reader) once(key string, find func(terraform.Files) any) any {
	if shared, ok := m.files.(finder); ok {
		return shared.Once(key, find)
	}
	return find(m.files)
}

// generators returns the generators in what the kustomizations of the document's directory and above build, the nearest first.
func (m *reader) generators() []generator {
	dir := path.Dir(m.doc.File.Path)
	return m.once("generators above "+dir, func(files terraform.Files) any {
		all := newKustomizations(files)
		var found []generator
		for _, above := range upwards(files, dir, maxGeneratorLevels) {
			found = append(found, all.build(above).generators...)
		}
		return found
	}).([]generator)
}

// overlays returns the generators of kustomizations in other directories which build the document's file.
func (m *reader) overlays() (found []generator) {
	file := m.doc.File.Path
	above := upwards(m.files, path.Dir(file), maxOverlayLevels)
	top := above[len(above)-1]
	builds := m.once("kustomizations below "+top, func(files terraform.Files) any { return newKustomizations(files).below(top) }).([]build)
	for _, b := range builds {
		if !slices.Contains(above, b.dir) && (b.places[file] || b.places[path.Dir(file)]) {
			found = append(found, b.own...)
		}
	}
	return found
}

// upwards returns a directory and those above it that can be read: not those above the repository.
func upwards(files terraform.Files, dir string, levels int) []string {
	dirs := []string{dir}
	for len(dirs) < levels && dir != path.Dir(dir) && path.Base(dir) != ".." {
		dir = path.Dir(dir)
		if _, err := files.ReadDir(dir); err != nil {
			break
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// fileUnder returns the file of a key in the files of a generator: key=file, or a file of that name.
func fileUnder(files *model.Value, key string) string {
	if files == nil {
		return ""
	}
	for _, item := range files.Items {
		named, file, hasKey := strings.Cut(item.Text, "=")
		switch {
		case !item.IsString():
		case hasKey && named == key:
			return file
		case !hasKey && path.Base(item.Text) == key:
			return item.Text
		}
	}
	return ""
}
