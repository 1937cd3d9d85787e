package manifests

import (
	"bytes"
	"cmp"
	"path"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// addValuesFiles merges values files of a chart in a directory of the repository. They replace its values.yaml, so the values are
// known only if values.yaml is the first of them.
func (m *reader) addValuesFiles(values *helm.Values, list *model.Value) {
	if !survey.IsGiven(list) {
		return
	}
	items := values.ItemsOf(list)
	if len(items) == 0 || path.Base(items[0].Text) != "values.yaml" {
		values.Open()
	}
	for _, item := range items {
		if item.Kind == model.String {
			m.addRepositoryFile(values, item.Text)
		} else {
			values.Open()
		}
	}
}

// addValuesFrom merges values from other objects. It reads a ConfigMap beside the release, and one that a kustomization makes of a
// file. The values in any other object are
// unknown: the one at targetPath, or all if there is no targetPath.
func (m *reader) addValuesFrom(values *helm.Values, list *model.Value) {
	items := values.ItemsOf(list)
	if len(items) == 0 {
		return
	}
	maps := m.configMapsBeside()
	for _, from := range items {
		target := from.Get("targetPath")
		doc, text := maps.text(from)
		switch {
		case target.IsString():
			values.AddNamed(target, located(doc, text), "")
		case text != nil:
			addTextIn(doc, values, text)
		case m.addGenerated(values, from):
		default:
			values.Open()
		}
	}
}

// configMaps are the ConfigMaps in a directory, by name, in the order of the files.
type configMaps map[string][]configMap

// configMap is what a ConfigMap contains.
type configMap struct {
	doc  *model.Document
	data *model.Value
}

// text returns the text in the ConfigMap that valuesFrom refers to, with its document; nil if there is none.
func (maps configMaps) text(from *model.Value) (in *model.Document, text *model.Value) {
	if from.Str("kind") != "ConfigMap" {
		return nil, nil
	}
	for _, c := range maps[from.Str("name")] {
		if text := c.data.Get(cmp.Or(from.Str("valuesKey"), "values.yaml")); text != nil {
			return c.doc, text
		}
	}
	return nil, nil
}

// finder finds something in files once for all documents that look for it.
type finder interface {
	Once(key string, find func(terraform.Files) any) any
}

// configMapsBeside returns the ConfigMaps in the directory of the document.
func (m *reader) configMapsBeside() configMaps {
	if m.files == nil {
		return nil
	}
	dir := path.Dir(m.doc.File.Path)
	return m.once("ConfigMaps in "+dir, func(files terraform.Files) any { return readConfigMaps(files, dir) }).(configMaps)
}

// readConfigMaps reads the ConfigMaps in a directory.
func readConfigMaps(files terraform.Files, dir string) configMaps {
	maps := configMaps{}
	wanted := func(document []byte) bool { return bytes.Contains(document, []byte("ConfigMap")) }
	for _, file := range filesBeside(files, dir) {
		yaml.Wanted(file, wanted, func(_ int, doc *model.Document, broken *yaml.ParseError) bool {
			if broken != nil {
				return false
			}
			for _, o := range yaml.Resources(doc) {
				if o.Kind == "ConfigMap" && o.Name != "" {
					maps[o.Name] = append(maps[o.Name], configMap{doc, o.Value.Get("data")})
				}
			}
			return true
		})
	}
	return maps
}

// filesBeside returns the YAML files in a directory that contain a ConfigMap.
func filesBeside(read terraform.Files, dir string) (files []*model.File) {
	entries, _ := read.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() || !filetype.IsYAML(e.Name()) {
			continue
		}
		name := path.Join(dir, e.Name())
		data, err := read.ReadFile(name)
		if err != nil || !bytes.Contains(data, []byte("ConfigMap")) {
			continue
		}
		if f, err := model.Open(read, name); err == nil {
			files = append(files, f)
		}
	}
	return files
}

// located returns a copy of v in which every value refers to the document's file; nil for nil.
func located(doc *model.Document, v *model.Value) *model.Value {
	if v == nil {
		return nil
	}
	return v.LocatedIn(&model.Origin{File: doc.File})
}
