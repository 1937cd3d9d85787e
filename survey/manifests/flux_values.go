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

// addValuesFrom merges values from other objects. It reads a ConfigMap beside the release. The values in any other object are
// unknown: the one at targetPath, or all if there is no targetPath.
func (m *reader) addValuesFrom(values *helm.Values, list *model.Value) {
	for _, from := range values.ItemsOf(list) {
		target := from.Get("targetPath")
		doc, text := m.configMapText(from)
		switch {
		case target.IsString():
			values.AddNamed(target, located(doc, text), "")
		case text != nil:
			addTextIn(doc, values, text)
		default:
			values.Open()
		}
	}
}

// configMapText returns the text in the ConfigMap that valuesFrom refers to, with its document; nil if the ConfigMap is not in the
// directory of the document.
func (m *reader) configMapText(from *model.Value) (in *model.Document, text *model.Value) {
	name, key := from.Str("name"), cmp.Or(from.Str("valuesKey"), "values.yaml")
	if from.Str("kind") != "ConfigMap" || name == "" || m.files == nil {
		return nil, nil
	}
	for _, file := range m.filesBeside() {
		yaml.Documents(file, func(doc *model.Document, broken *yaml.ParseError) bool {
			if broken != nil {
				return false
			}
			for _, o := range yaml.Resources(doc) {
				if o.Kind == "ConfigMap" && o.Name == name {
					in, text = doc, o.Value.Get("data", key)
				}
			}
			return text == nil
		})
		if text != nil {
			return in, text
		}
	}
	return nil, nil
}

// filesBeside returns the YAML files in the directory of the document that contain a ConfigMap.
func (m *reader) filesBeside() (files []*model.File) {
	dir := path.Dir(m.doc.File.Path)
	entries, _ := m.files.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() || !filetype.IsYAML(e.Name()) || len(files) == maxVariants {
			continue
		}
		data, err := m.files.ReadFile(path.Join(dir, e.Name()))
		if err == nil && len(data) <= maxValuesFile && bytes.Contains(data, []byte("ConfigMap")) {
			files = append(files, model.NewFile(path.Join(dir, e.Name()), data))
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
