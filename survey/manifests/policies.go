package manifests

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// maxPolicyDepth is how deep policies are looked for; CloudFormation has them at six.
const maxPolicyDepth = 20

// policies finds the IAM policies and tag selectors of a document that holds no Kubernetes object: a policy in a file of its
// own, or a CloudFormation template. What they share through aliases is found once for each place.
func (m *reader) policies(doc *model.Document, at *model.Value, path []any) {
	if at == nil || len(path) > maxPolicyDepth {
		return
	}
	for i, item := range at.Items {
		m.policies(doc, item, model.Join(path, i))
	}
	if statements := at.Get("Statement"); statements != nil && survey.IsPolicy(statements) {
		m.policy(at, statements, model.Join(path, "Statement"))
		return
	}
	for _, e := range at.Entries {
		if e.Key.Kind != model.String {
			continue
		}
		here := model.Join(path, e.Key.Text)
		switch {
		case e.Key.Text == "ResourceTags" && e.Value.IsMap():
			r := survey.New(survey.TagSelector, "ResourceTags")
			r.Set("tags", e.Value)
			r.Locate("tags", here)
			m.add(r, at)
		case e.Key.Text == "PolicyDocument" && !e.Value.IsMap():
			m.policyText(doc, e.Value, here)
		default:
			m.policies(doc, e.Value, here)
		}
	}
}

func (m *reader) policy(around, statements *model.Value, path []any) *survey.Resource {
	r := survey.New(survey.IAMPolicy, "policy")
	r.Set("statements", survey.PolicyStatements(statements))
	r.Locate("statements", path)
	return m.add(r, around)
}

// policyText reads a policy that is JSON in a block scalar, as in PolicyDocument: !Sub |. Its statements have no paths of their own,
// which the key text says.
func (m *reader) policyText(doc *model.Document, text *model.Value, path []any) {
	if text.Style != model.Literal && text.Style != model.Folded {
		return
	}
	yaml.Embedded(doc.File, afterFirstLine(doc.File.Data, text.Span), func(inner *model.Document, broken *yaml.ParseError) bool {
		if broken != nil || !inner.Root.IsMap() {
			return false
		}
		if statements := inner.Root.Get("Statement"); statements != nil && survey.IsPolicy(statements) {
			m.policy(text, statements, path).SetBool("text", true)
		}
		return false
	})
}

// afterFirstLine cuts the indicator of a block scalar off.
func afterFirstLine(data []byte, s model.Span) model.Span {
	for s.Start < s.End && data[s.Start] != '\n' {
		s.Start++
	}
	s.Start = min(s.Start+1, s.End)
	return s
}
