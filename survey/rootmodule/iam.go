package rootmodule

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// readPolicyDocument reads a data.aws_iam_policy_document.
func (t *reader) readPolicyDocument(block *terraform.Resource) {
	list := block.Value.Get("statement")
	if list == nil {
		return
	}
	r := t.addResource(survey.IAMPolicy, block, "")
	if list.Kind != model.List {
		r.Set("statements", list)
		return
	}
	statements := *list
	statements.Items = nil
	for _, s := range list.Items {
		statements.Items = append(statements.Items, blockStatement(s))
	}
	r.Set("statements", &statements)
}

// blockStatement converts a statement block to a statement.
func blockStatement(s *model.Value) *model.Value {
	if !s.IsMap() {
		return s
	}
	return survey.PolicyStatement(s, s.Get("effect"), s.Get("actions"), s.Get("resources"), s.Get("condition"))
}

// readPolicy reads a policy in JSON: a heredoc, jsonencode, a file.
func (t *reader) readPolicy(block *terraform.Resource, text *model.Value) {
	for _, doc := range yaml.TextDocuments(text) {
		root := doc.LocatedRoot()
		list := root.Get("Statement")
		if list == nil {
			continue
		}
		r := t.addResource(survey.IAMPolicy, block, "")
		r.Set("statements", survey.PolicyStatements(list))
		if r.File != nil && doc.File.Path != r.File.Path {
			r.SetText("read_from", doc.File.Path)
		}
	}
}

// readTagSelectors reads the targets of an aws_fis_experiment_template.
func (t *reader) readTagSelectors(block *terraform.Resource) {
	for _, target := range block.Value.Get("target").Children() {
		tags := model.NewMap()
		for _, tag := range target.Get("resource_tag").Children() {
			if key := tag.Get("key"); key != nil && key.Kind == model.String {
				tags.Entries = append(tags.Entries, &model.Entry{Key: key, Value: tag})
			}
		}
		if len(tags.Entries) > 0 {
			t.addResource(survey.TagSelector, block, "").Set("tags", tags)
		}
	}
}

// readModulePolicies reads the policies among the arguments of a module that is not in the repository: one in JSON, or a list.
func (t *reader) readModulePolicies(block *terraform.Resource) {
	for _, e := range block.Value.Entries {
		t.readArgumentPolicy(block, e.Value)
		if e.Value.Kind == model.List {
			for _, item := range e.Value.Items {
				t.readArgumentPolicy(block, item)
			}
		}
	}
}

// readArgumentPolicy reads an argument that may be a policy. Most are not, so a text must look like one.
func (t *reader) readArgumentPolicy(block *terraform.Resource, v *model.Value) {
	hasDocuments := v.Origin != nil && v.Origin.Documents != nil
	if hasDocuments || v.Kind == model.String && strings.Contains(v.Text, `"Statement"`) {
		t.readPolicy(block, v)
	}
}
