package rename

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit/scalar"
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
func PoliciesOf(names apis.Names, res *model.Resource) (statements []PolicyStatement) {
	span := res.Value.Span // of the object alone: a file may hold thousands
	if !bytes.Contains(res.Document.File.Data[span.Start:span.End], []byte(NewTag)) {
		return nil
	}
	for _, statement := range newStatements(names, res.Document, res.Value, 0) {
		statements = append(statements, PolicyStatement{res.Document.File.Path, statement})
	}
	return statements
}

func newStatements(names apis.Names, doc *model.Document, v *model.Value, nesting int) (statements []*model.Value) {
	if v.Alias() != "" {
		return nil
	}
	for _, child := range v.Children() {
		statements = append(statements, newStatements(names, doc, child, nesting)...)
	}
	switch {
	case v.Kind == model.Map && isStatement(v):
		isNew := func(c condition) bool { return strings.Contains(c.variable.Text, NewTag) }
		if len(tagUses(names, v)) == 0 && slices.ContainsFunc(conditionsOf(v), isNew) {
			statements = append(statements, record.Fresh(v))
		}
	case strings.Contains(v.Text, "Tag/karpenter.sh/") && nesting < maxNesting:
		text, ok := scalar.Decoded(doc, v)
		if !ok {
			return statements
		}
		yaml.Documents(model.NewFile("text.yaml", []byte(text)), func(inner *model.Document, err *yaml.ParseError) bool {
			if err == nil && record.IsCollection(inner.Root) {
				statements = append(statements, newStatements(names, inner, inner.Root, nesting+1)...)
			}
			return err == nil
		})
	}
	return statements
}
