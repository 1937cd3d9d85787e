package convert

import (
	"path"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// isTerraform says whether a file of this name is read as Terraform's language.
func isTerraform(name string) bool {
	name = strings.TrimSuffix(name, ".json")
	switch path.Ext(name) {
	case ".tf", ".tofu", ".tfvars":
		return true
	}
	return false
}

// terraformUnits yields what may be converted in a Terraform file: the documents in its heredocs.
func terraformUnits(f *model.File, yield func(*unit)) {
	source, failed := hcl.Parse(f)
	if failed != nil {
		yield(&unit{err: &yaml.ParseError{Span: failed.Span, Message: failed.Message}, no: 1})
		return
	}
	t := &terraformFile{source: source, yield: yield}
	t.walk(source.Document.Root, nil)
}

// terraformFile is a Terraform file whose manifests are looked for.
type terraformFile struct {
	source *hcl.Source
	yield  func(*unit)
	no     int // of the documents so far
}

// walk yields the units in the value at a path of the file.
func (t *terraformFile) walk(v *model.Value, path []any) {
	if v.Style == model.Literal {
		if body, ok := hcl.HeredocBody(t.source.File.Data, v.Span); ok {
			t.heredoc(body)
			return
		}
	}
	for i, item := range v.Items {
		t.walk(item, at(path, i))
	}
	for _, e := range v.Entries {
		t.walk(e.Value, at(path, e.Key.Text))
	}
}

// heredoc yields the objects in the lines of a heredoc.
func (t *terraformFile) heredoc(body model.Span) {
	yaml.Embedded(t.source.File, body, func(doc *model.Document, err *yaml.ParseError) bool {
		t.no++
		if err != nil {
			t.yield(&unit{err: err, no: t.no})
			return true
		}
		if doc.Root == nil || !isCollection(doc.Root) {
			return true
		}
		for _, u := range unitsOf(doc) {
			u.no, u.around = t.no, t.source.Document
			t.yield(u)
		}
		return true
	})
}
