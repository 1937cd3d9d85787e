package edit

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// Statements are templates that write nothing, alone on their lines: assignments, and comments of templates. They belong to what stands
// below them, as comments of YAML do.

// hasStatements says whether a document has lines with statements.
func hasStatements(doc *model.Document) bool { return len(statements(doc)) > 0 }

// changesValues says whether a template of a document may change what others read.
func changesValues(doc *model.Document) bool {
	return slices.ContainsFunc(doc.Templates, func(t model.Span) bool { return gotmpl.Read(doc.Text(t)).Changes(doc.File.Helpers) })
}

// statements returns the statements of a document, in order, but for those in its texts.
func statements(doc *model.Document) (found []model.Span) {
	s := openSource(doc)
	for _, t := range doc.Templates {
		if s.isStatement(t) && s.aloneOn(t) && !inText(doc.Root, t) {
			found = append(found, t)
		}
	}
	return found
}

// isStatement says whether a template is a statement.
func (s *source) isStatement(t model.Span) bool { return gotmpl.Read(s.doc.Text(t)).IsStatement() }

// aloneOn says whether a template is all there is on its lines.
func (s *source) aloneOn(t model.Span) bool {
	return len(bytes.TrimSpace(s.data[s.lineStart(t.Start):t.Start])) == 0 && len(bytes.TrimSpace(s.data[t.End:max(t.End, s.lineEnd(t.End-1))])) == 0
}

// inText says whether a span is part of a scalar of v.
func inText(v *model.Value, span model.Span) bool {
	return v.Any(func(inner *model.Value) bool {
		return inner.Kind != model.Map && inner.Kind != model.List && inner.Span.Contains(span)
	})
}

// remarksIn returns the comments and the statements of a document, in order.
func remarksIn(doc *model.Document) []yaml.Comment {
	all := yaml.Comments(doc)
	for _, t := range statements(doc) {
		all = append(all, yaml.Comment{Span: t, Text: gotmpl.OneLine(doc.Text(t))}) // its lines may move
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Span.Start < all[j].Span.Start })
	return all
}

// statement returns the lines of the statement that an offset is on, if it is on one.
func (s *source) statement(at int) (lines model.Span, ok bool) {
	all := s.doc.Templates
	i := sort.Search(len(all), func(i int) bool { return s.lineEnd(all[i].End-1) > at })
	if i == len(all) || !s.isStatement(all[i]) || !s.aloneOn(all[i]) {
		return model.Span{}, false
	}
	lines = model.Span{Start: s.lineStart(all[i].Start), End: s.lineEnd(all[i].End - 1)}
	return lines, lines.Start <= at
}

// verifyStatements returns an error where a template that assigns something is lost or repeated, or assigns to another variable.
func (t *tree) verifyStatements(written, result *environment) error {
	count := map[string]int{}
	for _, a := range result.templates {
		count[a.assignment()]++
	}
	for i, a := range written.templates {
		if key := a.assignment(); count[key] > 0 || !t.mayGo(t.doc.Templates[i]) {
			count[key]--
		}
	}
	for _, a := range written.templates {
		switch key := a.assignment(); {
		case key == "" || count[key] == 0:
		case count[key] < 0:
			return Refuse("the template %q would be lost, or stand where it does something else", a.written)
		default:
			return Refuse("the change would repeat the template %q", a.written)
		}
	}
	return nil
}

// assignment returns the text of a template that assigns something, with that of the one that declares its variable, and "" of others.
func (a *action) assignment() string {
	text := gotmpl.OneLine(a.written)
	switch {
	case a.Open != "{{" || a.Keyword != "" || len(a.Variables) == 0:
		return ""
	case a.Declares:
		return text
	}
	return text + binding + a.around.variables[binding+a.Variables[0]]
}

// verifyBehind returns an error where templates in new documents behind another one, which are made of its old text, would mean something
// else there, or would change what those behind them mean: docs are that one as it is to be and the new ones.
func verifyBehind(old *model.Document, docs []*model.Document) error {
	if !slices.ContainsFunc(old.Templates, func(t model.Span) bool {
		a := gotmpl.Read(old.Text(t))
		return a.Open == "{{" && len(a.Variables) > 0 && !a.IsControl() || a.Changes(old.File.Helpers)
	}) {
		return nil
	}
	helpers := gotmpl.Helpers(old.File.Helpers)
	before, err := environmentOf(old, helpers, scope{})
	if err != nil {
		return err
	}
	var end scope
	for i, doc := range docs {
		behind, err := environmentOf(doc, helpers, end)
		if err != nil {
			return err
		}
		alone, _ := environmentOf(doc, helpers, scope{})
		for j, a := range behind.templates {
			if a.about() != alone.templates[j].about() && !before.always(a) {
				return RefuseWith("add the new object by hand", "the template %q would mean something else behind the object, which changes what it reads", a.written)
			}
		}
		if i > 0 && end.differs(behind.end, old) {
			return errTwice
		}
		end = behind.end
	}
	return nil
}

// differs says whether anything that holds behind a document and may matter there is not as in another scope.
func (s scope) differs(other scope, doc *model.Document) bool {
	rest := doc.File.Data[doc.Span.End:]
	for name, meaning := range s.variables {
		declaredIn := s.variables[binding+name] != ""
		if other.variables[name] != meaning && !strings.HasPrefix(name, binding) && (!declaredIn || bytes.Contains(rest, []byte(name))) {
			return true
		}
	}
	return false
}

var errTwice = RefuseWith("add the new object by hand", "templates in the object change values that others read, and would do that twice")

func environmentOf(doc *model.Document, helpers gotmpl.Helpers, before scope) (*environment, error) {
	blocks, err := yaml.Blocks(doc, doc.Root.Span)
	if err != nil {
		return nil, RefuseWith("add the new object by hand", "templates in the object change values, and their blocks cannot be told apart (%v)", err)
	}
	return newEnvironment(doc, blocks, helpers, before), nil
}

// always says whether a template with the text of another one stands in the document, and has its meaning wherever it stands.
func (e *environment) always(other *action) bool {
	found := false
	for _, a := range e.templates {
		if a.text != other.text {
			continue
		}
		if found = true; a.about() != other.about() {
			return false
		}
	}
	return found
}
