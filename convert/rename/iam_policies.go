package rename

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// PolicyStatement is a statement of a policy of IAM with a tag of v1beta1.
type PolicyStatement struct {
	file      string
	statement *model.Value // a copy
}

// NewTag is in the conditions of such a statement.
const NewTag = "Tag/karpenter.sh/nodepool"

// PoliciesOf returns the statements of an object that have a tag of v1beta1 and none of the alpha API.
func PoliciesOf(names apis.Names, res *model.Resource) (all []PolicyStatement) {
	span := res.Value.Span // of the object alone: a file may hold thousands
	if !bytes.Contains(res.Document.File.Data[span.Start:span.End], []byte(NewTag)) {
		return nil
	}
	for _, statement := range newStatements(names, res.Document, res.Value, 0) {
		all = append(all, PolicyStatement{res.Document.File.Path, statement})
	}
	return all
}

func newStatements(names apis.Names, doc *model.Document, v *model.Value, nesting int) (all []*model.Value) {
	if v.Alias != "" {
		return nil
	}
	for _, child := range v.Children() {
		all = append(all, newStatements(names, doc, child, nesting)...)
	}
	switch {
	case v.Kind == model.Map && isStatement(v):
		isNew := func(c condition) bool { return strings.Contains(c.variable.Text, NewTag) }
		if len(tagUses(names, v)) == 0 && slices.ContainsFunc(conditionsOf(v), isNew) {
			all = append(all, record.Fresh(v))
		}
	case strings.Contains(v.Text, "Tag/karpenter.sh/") && nesting < maxNesting:
		text, ok := edit.ScalarText(doc, v)
		if !ok {
			return all
		}
		yaml.Documents(model.NewFile("text.yaml", []byte(text)), func(inner *model.Document, err *yaml.ParseError) bool {
			if err == nil && record.IsCollection(inner.Root) {
				all = append(all, newStatements(names, inner, inner.Root, nesting+1)...)
			}
			return err == nil
		})
	}
	return all
}

// coveredBeside returns the file, of those in the same directory, that allows with the tags of v1beta1 what a statement allows
// with those of the alpha API: the older policy is kept on purpose. It returns "" if there is none.
func (o *Object) coveredBeside(s *model.Value) string {
	file := o.filePath()
	for i, p := range o.Policies {
		if p.file == file || path.Dir(p.file) != path.Dir(file) || i > 0 && o.Policies[i-1].file == p.file {
			continue
		}
		var all []*model.Value
		for _, q := range o.Policies {
			if q.file == p.file {
				all = append(all, q.statement)
			}
		}
		if o.covered(s, all) {
			return p.file
		}
	}
	return ""
}
