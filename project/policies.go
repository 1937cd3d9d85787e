package project

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TagSelector is what selects instances by their tags, such as the targets of an experiment of AWS Fault Injection
// Service: tags (map).
const TagSelector = "TagSelector"

// maxPolicyDepth is how deep policies are looked for; CloudFormation has them at six.
const maxPolicyDepth = 20

// policies finds the IAM policies and tag selectors of a document that holds no Kubernetes object: a policy in a file of its
// own, or a CloudFormation template. What they share through aliases is found once for each place.
func (m *manifestReader) policies(doc *model.Document, at *model.Value, path []any) {
	if at == nil || len(path) > maxPolicyDepth {
		return
	}
	for i, item := range at.Items {
		m.policies(doc, item, model.Below(path, i))
	}
	if statements := at.Get("Statement"); statements != nil && isPolicy(statements) {
		m.policy(at, statements, model.Below(path, "Statement"))
		return
	}
	for _, e := range at.Entries {
		if e.Key.Kind != model.String {
			continue
		}
		here := model.Below(path, e.Key.Text)
		switch {
		case e.Key.Text == "ResourceTags" && e.Value.IsMap():
			r := newResource(TagSelector, "ResourceTags")
			r.set("tags", short(e.Value))
			r.real("tags", here...)
			m.add(r, at)
		case e.Key.Text == "PolicyDocument" && !e.Value.IsMap():
			m.policyText(doc, e.Value, here)
		default:
			m.policies(doc, e.Value, here)
		}
	}
}

// isPolicy says whether these are the statements of an IAM policy.
func isPolicy(statements *model.Value) bool {
	return slices.ContainsFunc(oneOrMore(statements), func(s *model.Value) bool { return s.IsMap() && s.Get("Effect") != nil })
}

func (m *manifestReader) policy(around, statements *model.Value, path []any) *Resource {
	r := newResource(IAMPolicy, "policy")
	r.set("statements", short(policyStatements(statements)))
	r.real("statements", path...)
	return m.add(r, around)
}

// policyText reads a policy that is JSON in a block scalar, as in PolicyDocument: !Sub |. Its statements have no paths of their own,
// which the key text says.
func (m *manifestReader) policyText(doc *model.Document, text *model.Value, path []any) {
	if text.Style != model.Literal && text.Style != model.Folded {
		return
	}
	yaml.Embedded(doc.File, afterFirstLine(doc.File.Data, text.Span), func(inner *model.Document, broken *yaml.ParseError) bool {
		if broken != nil || !inner.Root.IsMap() {
			return false
		}
		if statements := inner.Root.Get("Statement"); statements != nil && isPolicy(statements) {
			m.policy(text, statements, path).setBool("text", true)
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

// tagSelectors reads the targets of an aws_fis_experiment_template.
func (t *terraformReader) tagSelectors(block *hcl.Resource) {
	for _, target := range block.Value.Get("target").Children() {
		tags := model.NewMap()
		for _, tag := range target.Get("resource_tag").Children() {
			if key := tag.Get("key"); key != nil && key.Kind == model.String {
				tags.Entries = append(tags.Entries, &model.Entry{Key: key, Value: tag})
			}
		}
		if len(tags.Entries) > 0 {
			t.resource(TagSelector, block, "").set("tags", tags)
		}
	}
}

// modulePolicies reads the policies among the arguments of a module that is not in the repository: one in JSON, or a list.
func (t *terraformReader) modulePolicies(block *hcl.Resource) {
	for _, e := range block.Value.Entries {
		t.argumentPolicy(block, e.Value)
		if e.Value.Kind == model.List {
			for _, item := range e.Value.Items {
				t.argumentPolicy(block, item)
			}
		}
	}
}

// argumentPolicy reads an argument that may be a policy. Most are not, so a text must look like one.
func (t *terraformReader) argumentPolicy(block *hcl.Resource, v *model.Value) {
	held := v.Origin != nil && v.Origin.Documents != nil
	if held || v.Kind == model.String && strings.Contains(v.Text, `"Statement"`) {
		t.policy(block, v)
	}
}
