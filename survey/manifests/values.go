package manifests

import (
	"errors"
	"io/fs"
	"iter"
	"path"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// locate returns a copy of v in which every value refers to the file of the reader's document.
func (m *reader) locate(v *model.Value) *model.Value { return located(m.doc, v) }

// addInline merges values that the document contains as a map.
func (m *reader) addInline(c *helm.Values, v *model.Value) { c.Add(m.locate(v)) }

// addText merges values that the document contains as a text. In a block scalar, each value is located in its line.
func (m *reader) addText(c *helm.Values, text *model.Value) { addTextIn(m.doc, c, text) }

// addTextIn merges values that a document contains as a text.
func addTextIn(doc *model.Document, c *helm.Values, text *model.Value) {
	f := doc.File
	if text.Style != model.Literal || doc.Syntax != model.YAML {
		c.AddText(text.LocatedIn(&model.Origin{File: f}))
		return
	}
	yaml.Embedded(f, afterFirstLine(f.Data, text.Span), func(doc *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			c.Open()
			return false
		}
		c.Add(withoutBranches(doc).LocatedRoot())
		return true
	})
}

// addFile merges a values file. Its name is relative to the document's directory, or to dir if that is not "". If the file cannot
// be read, its values are unknown.
func (m *reader) addFile(c *helm.Values, dir string, name *model.Value) {
	documents, ok := m.read(dir, name)
	if !ok {
		c.Open()
		return
	}
	for _, doc := range documents {
		c.Add(withoutBranches(doc).LocatedRoot())
	}
}

// read returns the documents of a YAML file that the document refers to. ok is false if one of them cannot be read.
func (m *reader) read(dir string, name *model.Value) (documents []*model.Document, ok bool) {
	file, ok := m.resolve(dir, name)
	if !ok {
		return nil, false
	}
	return m.readPath(file)
}

// resolve returns the path of a file that the document refers to, or that a file in dir refers to. ok is false if the name is
// unknown, an absolute path or a URL.
func (m *reader) resolve(dir string, name *model.Value) (file string, ok bool) {
	if !name.IsString() {
		return "", false
	}
	if path.IsAbs(name.Text) || strings.Contains(name.Text, "://") {
		return "", false
	}
	if dir == "" {
		dir = path.Dir(m.doc.File.Path)
	}
	return path.Join(dir, name.Text), true
}

// isMissing reports whether the file certainly does not exist.
func (m *reader) isMissing(name string) bool {
	if m.files == nil {
		return false
	}
	_, err := m.files.ReadFile(name)
	return errors.Is(err, fs.ErrNotExist)
}

// readPath returns the documents of a YAML file, up to one that does not parse. ok is false if there is one, or if the file cannot be read.
func (m *reader) readPath(name string) (documents []*model.Document, ok bool) {
	if m.files == nil {
		return nil, false
	}
	f, err := model.Open(m.files, name)
	if err != nil {
		return nil, false
	}
	ok = true
	yaml.Documents(f, func(doc *model.Document, broken *yaml.ParseError) bool {
		if ok = broken == nil; ok {
			documents = append(documents, doc)
		}
		return ok
	})
	return documents, ok
}

// Defaults returns the default values of a chart, from its values.yaml; nil if they cannot be read.
func Defaults(files terraform.Files, chart string) *model.Value {
	m := &reader{files: files}
	documents, ok := m.readPath(path.Join(chart, "values.yaml"))
	if !ok || len(documents) == 0 {
		return nil
	}
	return documents[0].Root
}

// Omitted returns the parts of a template that its chart does not render with its own values.
func Omitted(files terraform.Files, doc *model.Document, within model.Span) []model.Span {
	chart := helm.ChartOf(doc.File.Path)
	if chart == "" || len(doc.Templates) == 0 {
		return nil
	}
	values := Defaults(files, chart)
	if values == nil {
		return nil
	}
	blocks, err := yaml.Blocks(doc, within)
	if err != nil {
		return nil
	}
	return helm.Omitted(blocks, values)
}

// mapsIn yields the maps in a list, with their indices.
func mapsIn(v *model.Value) iter.Seq2[int, *model.Value] {
	return func(yield func(int, *model.Value) bool) {
		if v == nil || v.Kind != model.List {
			return
		}
		for i, item := range v.Items {
			if item.IsMap() && !yield(i, item) {
				return
			}
		}
	}
}
