package manifests

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// maxPolicyDepth bounds how deep policies are searched; in CloudFormation they are at depth six.
const maxPolicyDepth = 20

// findPolicies finds the IAM policies and tag selectors of a document without Kubernetes objects: a policy in a file of its
// own, or a CloudFormation template. A policy that is repeated by an alias is found at each place.
func (m *reader) findPolicies(doc *model.Document, v *model.Value, path []any) {
	if v == nil || len(path) > maxPolicyDepth {
		return
	}
	for i, item := range v.Items {
		m.findPolicies(doc, item, model.Join(path, i))
	}
	if statements := v.Get("Statement"); statements != nil && survey.IsPolicy(statements) {
		m.addPolicy(v, statements, model.Join(path, "Statement"))
		return
	}
	for _, e := range v.Entries {
		if e.Key.Kind != model.String {
			continue
		}
		place := model.Join(path, e.Key.Text)
		switch {
		case e.Key.Text == "ResourceTags" && e.Value.IsMap():
			r := survey.New(survey.TagSelector, "ResourceTags")
			r.Set("tags", e.Value)
			r.Locate("tags", place)
			m.add(r, v)
		case e.Key.Text == "PolicyDocument" && !e.Value.IsMap():
			m.addPolicyText(doc, e.Value, place)
		default:
			m.findPolicies(doc, e.Value, place)
		}
	}
}

func (m *reader) addPolicy(parent, statements *model.Value, path []any) *survey.Resource {
	r := survey.New(survey.IAMPolicy, "policy")
	r.Set("statements", survey.PolicyStatements(statements))
	r.Locate("statements", path)
	if len(path) > 1 && path[0] == "Resources" {
		r.SetText("name", strings.Clone(fmt.Sprint(path[1])))
	}
	return m.add(r, parent)
}

// addPolicyText reads a policy that is JSON in a block scalar, as in PolicyDocument: !Sub |. Its statements have no paths of their own,
// and the key text marks that.
func (m *reader) addPolicyText(doc *model.Document, text *model.Value, path []any) {
	if text.Style != model.Literal && text.Style != model.Folded {
		return
	}
	yaml.Embedded(doc.File, afterFirstLine(doc.File.Data, text.Span), func(inner *model.Document, broken *yaml.ParseError) bool {
		if broken != nil || !inner.Root.IsMap() {
			return false
		}
		if statements := inner.Root.Get("Statement"); statements != nil && survey.IsPolicy(statements) {
			m.addPolicy(text, statements, path).SetBool("text", true)
		}
		return false
	})
}

// afterFirstLine cuts off the indicator of a block scalar.
func afterFirstLine(data []byte, s model.Span) model.Span {
	for s.Start < s.End && data[s.Start] != '\n' {
		s.Start++
	}
	s.Start = min(s.Start+1, s.End)
	return s
}
