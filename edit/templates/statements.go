package templates

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// Statements are templates that are alone on their lines and write nothing: assignments and template comments. Like YAML comments,
// they belong to the entry below them.

// Assignment returns the text of an assignment together with the declaration of its variable; "" for any other template.
func (a *action) Assignment() string {
	text := gotmpl.OneLine(a.Written)
	switch {
	case a.Open != "{{" || a.Keyword != "" || len(a.Variables) == 0:
		return ""
	case a.Declares:
		return text
	}
	return text + binding + a.scope.variables.get(binding+a.Variables[0])
}

// VerifyBehind checks documents that are added after an old one and repeat its text. It returns an error if their templates would
// have another meaning there, or would change the meaning of templates after them. docs are the changed document and the new ones.
func VerifyBehind(old *model.Document, docs []*model.Document) error {
	if !slices.ContainsFunc(old.Templates, func(t model.Span) bool {
		a := gotmpl.Read(old.Text(t))
		assigns := a.Open == "{{" && len(a.Variables) > 0 && !a.IsControl()
		return assigns || a.Changes(old.File.Helpers)
	}) {
		return nil
	}
	helpers := gotmpl.Helpers(old.File.Helpers)
	before, err := environmentOf(old, helpers, Scope{})
	if err != nil {
		return err
	}
	var end Scope
	for i, doc := range docs {
		environment, err := environmentOf(doc, helpers, end)
		if err != nil {
			return err
		}
		isolated, _ := environmentOf(doc, helpers, Scope{})
		for j, a := range environment.Templates {
			if a.About() != isolated.Templates[j].About() && !before.meansAlways(a) {
				return edit.RefuseWith("add the new object by hand", "the template %q would mean something else after the object, which changes what it reads", a.Written)
			}
		}
		if i > 0 && end.Differs(environment.End, old) {
			return errTwice
		}
		end = environment.End
	}
	return nil
}

// Differs reports whether the text after doc would notice a difference between the two scopes at its end. A variable that doc declares
// matters only if that text contains its name.
func (s Scope) Differs(second Scope, doc *model.Document) bool {
	tail := doc.File.Data[doc.Span.End:]
	for name, meaning := range s.variables.all() {
		if second.variables.get(name) == meaning || strings.HasPrefix(name, binding) {
			continue
		}
		isDeclared := s.variables.get(binding+name) != ""
		if !isDeclared || bytes.Contains(tail, []byte(name)) {
			return true
		}
	}
	return false
}

var errTwice = edit.RefuseWith("add the new object by hand", "templates in the object change values that others read, and a copy would change them again")

func environmentOf(doc *model.Document, helpers gotmpl.Helpers, before Scope) (*Environment, error) {
	blocks, err := yaml.Blocks(doc, doc.Root.Span)
	if err != nil {
		return nil, edit.RefuseWith("add the new object by hand", "templates in the object change values, and their blocks cannot be told apart (%v)", err)
	}
	return NewEnvironment(doc, blocks, helpers, before), nil
}

// meansAlways reports whether a template with the same text is in the document, and each such template has the same meaning.
func (e *Environment) meansAlways(counterpart *action) bool {
	exists := false
	for _, a := range e.Templates {
		if a.Text != counterpart.Text {
			continue
		}
		if exists = true; a.About() != counterpart.About() {
			return false
		}
	}
	return exists
}
