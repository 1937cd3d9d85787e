package manifests

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// maxPolicyDepth bounds how deep policies are searched. In CloudFormation they are at depth six.
const maxPolicyDepth = 20

// findPolicies finds the IAM policies and tag selectors at any depth of a value: a policy in a separate file, a CloudFormation
// template, or a ClusterConfig of eksctl. An alias of a policy is found too.
func (m *reader) findPolicies(doc *model.Document, v *model.Value, path []any) {
	if v == nil || len(path) > maxPolicyDepth {
		return
	}
	for i, item := range v.Items {
		m.findPolicies(doc, item, model.Join(path, i))
	}
	if statements := v.Get("Statement"); statements != nil && survey.IsPolicy(statements) {
		m.addPolicy(v, statements, model.Join(path, "Statement"))
		m.addTrusted(v, statements, path)
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
		case e.Key.Text == "Properties" && v.Str("Type") == "AWS::EKS::PodIdentityAssociation":
			m.addPodIdentity(e.Value, place, "Namespace", "ServiceAccount")
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

// addTrusted adds the service accounts that a trust policy allows to assume a role.
func (m *reader) addTrusted(parent, statements *model.Value, path []any) {
	for _, subject := range survey.TrustedSubjects(survey.PolicyStatements(statements)) {
		namespace, name, ok := survey.SplitServiceAccount(subject)
		if !ok {
			continue
		}
		r := survey.New(survey.ServiceAccount, "service account")
		r.Set("namespace", namespace)
		r.Set("name", name)
		r.SetText("via", "trust policy")
		r.Locate("namespace", path, "Statement")
		m.add(r, parent)
	}
}

// addPodIdentity adds the service account of an EKS Pod Identity association. namespace and name are the keys of its parts, because
// CloudFormation and eksctl name them differently.
func (m *reader) addPodIdentity(association *model.Value, path []any, namespace, name string) {
	if !association.IsMap() {
		return
	}
	r := survey.New(survey.ServiceAccount, "service account")
	r.SetLocated("namespace", association, path, namespace)
	r.Set("name", association.Get(name))
	r.SetText("via", "pod identity")
	m.add(r, association)
}

// addPolicyText reads a JSON policy in a block scalar, as in PolicyDocument: !Sub |. It sets the key text, because the statements
// have no paths in the document.
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

// afterFirstLine removes the indicator of a block scalar.
func afterFirstLine(data []byte, s model.Span) model.Span {
	for s.Start < s.End && data[s.Start] != '\n' {
		s.Start++
	}
	s.Start = min(s.Start+1, s.End)
	return s
}
