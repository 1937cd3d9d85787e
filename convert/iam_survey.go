package convert

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// policyStatement is a statement of a policy of IAM with a tag of v1beta1.
type policyStatement struct {
	file      string
	statement *model.Value // a copy
}

// newTag stands in the conditions of such a statement.
const newTag = "Tag/karpenter.sh/nodepool"

// addPolicies notes the statements of an object that have a tag of v1beta1 and none of the alpha API.
func (s *survey) addPolicies(o *object, file string) {
	span := o.Res.Value.Span // of the object alone: a file may hold thousands
	if bytes.Contains(o.Res.Document.File.Data[span.Start:span.End], []byte(newTag)) {
		s.policiesIn(o, file, o.Res.Value, 0)
	}
}

func (s *survey) policiesIn(o *object, file string, v *model.Value, nesting int) {
	if v.Alias != "" {
		return
	}
	for _, child := range v.Children() {
		s.policiesIn(o, file, child, nesting)
	}
	switch {
	case v.Kind == model.Map && isStatement(v):
		isNew := func(c condition) bool { return strings.Contains(c.variable.Text, newTag) }
		if len(o.tagUses(v)) == 0 && slices.ContainsFunc(conditionsOf(v), isNew) {
			s.policies = append(s.policies, policyStatement{file, fresh(v)})
		}
	case strings.Contains(v.Text, "Tag/karpenter.sh/") && nesting < maxNesting:
		if text, ok := edit.ScalarText(o.Res.Document, v); ok {
			yaml.Documents(model.NewFile("text.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
				if err == nil && doc.Root != nil && isCollection(doc.Root) {
					inner := newObject(o.Converter, &model.Resource{Document: doc, Value: doc.Root})
					s.policiesIn(inner, file, doc.Root, nesting+1)
				}
				return err == nil
			})
		}
	}
}

// coveredBeside returns the file, of those in the same directory, that allows with the tags of v1beta1 what a statement allows
// with those of the alpha API: the older policy is kept on purpose. It returns "" if there is none.
func (o *object) coveredBeside(s *model.Value) string {
	if o.seen == nil {
		return ""
	}
	file := o.filePath()
	for i, p := range o.seen.policies {
		if p.file == file || path.Dir(p.file) != path.Dir(file) || i > 0 && o.seen.policies[i-1].file == p.file {
			continue
		}
		var all []*model.Value
		for _, q := range o.seen.policies {
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
