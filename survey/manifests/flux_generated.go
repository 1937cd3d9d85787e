package manifests

import (
	"cmp"
	"path"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// maxGeneratorLevels bounds how many directories above a release are searched for the generator of its ConfigMap.
const maxGeneratorLevels = 8

// addGenerated merges the values file from which a kustomization makes the ConfigMap of valuesFrom. It is false if no kustomization in
// the directory of the release or above does. One in another directory is an overlay, of which there may be several with different values.
func (m *reader) addGenerated(values *helm.Values, from *model.Value) bool {
	if from.Str("kind") != "ConfigMap" {
		return false
	}
	for _, g := range m.generators() {
		if g.value.Str("name") != from.Str("name") {
			continue
		}
		file := fileUnder(g.value.Get("files"), cmp.Or(from.Str("valuesKey"), "values.yaml"))
		if file == "" || g.value.Get("behavior") != nil { // it changes the ConfigMap of another kustomization
			return false
		}
		m.addFile(values, g.dir, model.NewString(file))
		return true
	}
	return false
}

// generator is an item of configMapGenerator, and the directory of its kustomization.
type generator struct {
	dir   string
	value *model.Value
}

// generators returns the generators of ConfigMaps that the document may refer to, those in its own directory first.
func (m *reader) generators() []generator {
	if m.files == nil {
		return nil
	}
	dir := path.Dir(m.doc.File.Path)
	find := func(files terraform.Files) any { return readGenerators(&reader{files: files}, dir) }
	if shared, ok := m.files.(finder); ok {
		return shared.Once("generators above "+dir, find).([]generator)
	}
	return find(m.files).([]generator)
}

// readGenerators reads the generators in a directory and above it.
func readGenerators(m *reader, dir string) (found []generator) {
	for range maxGeneratorLevels {
		for _, name := range filetype.Kustomizations() {
			documents, _ := m.readPath(path.Join(dir, name))
			for _, doc := range documents {
				for _, value := range mapsIn(doc.Root.Get("configMapGenerator")) {
					found = append(found, generator{dir, value})
				}
			}
		}
		if dir == path.Dir(dir) || path.Base(dir) == ".." {
			break
		}
		dir = path.Dir(dir)
	}
	return found
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
