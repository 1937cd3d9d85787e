// Package templates compares the meaning of templates before and after a change. The meaning includes the values of their
// variables and the blocks around them, and the number of columns by which they indent their output.
package templates

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Environment holds the meanings of the templates of a document. It follows the blocks that change ".", the variables, and the
// calls that change values.
type Environment struct {
	doc        *model.Document
	Templates  []*action
	conditions map[*gotmpl.Branch]Scope // the scope in which the condition of a branch is evaluated
	End        Scope                    // the scope after the document
}

// Scope is the meaning of "." and of the variables at a place between control lines.
type Scope struct {
	chain    string // the conditions that change "."
	assigned string // everything that declared or assigned variables so far, or changed values
	changed  bool   // values other than variables may have changed
}

// action is a template in a document.
type action struct {
	gotmpl.Action
	offset  int
	Written string // its text
	Text    string // without the number of columns in its indent or nindent
	changes bool   // it may change values that other templates read
	scope   Scope  // at its start
}

// NewEnvironment follows the templates of a document. helpers are the named templates.
func NewEnvironment(doc *model.Document, blocks []*gotmpl.Block, helpers gotmpl.Helpers) *Environment {
	e := &Environment{doc: doc, conditions: map[*gotmpl.Branch]Scope{}}
	for _, t := range doc.Templates {
		text := doc.Text(t)
		a := gotmpl.Read(text)
		e.Templates = append(e.Templates, &action{
			Action: a, offset: t.Start, Written: text, Text: numberless(WithoutInteger(text)), changes: a.Changes(helpers),
		})
	}
	e.End = e.walk(blocks, doc.Span, Scope{})
	return e
}

var variable = pattern.New(`\$\w+`)

// about returns everything that determines the meaning of a pipeline, except for its text.
func (s Scope) about(pipeline string) string {
	about := ""
	if Relative("{{", pipeline) {
		about = s.chain
	}
	if s.changed || variable().MatchString(pipeline) {
		about += "\x00" + s.assigned
	}
	return about
}

// meaning returns the pipeline with everything that determines its meaning.
func (s Scope) meaning(pipeline string) string { return s.about(pipeline) + "\x00" + pipeline }

// About returns everything that determines the meaning of a template, except for its text.
func (a *action) About() string { return a.scope.about(a.Pipeline) }

// Meaning returns the template with everything that determines its meaning.
func (a *action) Meaning() string { return a.About() + "\x00" + a.Text }

// Extends reports whether a pipeline in a context starts with one of the document's templates in the same context, so that its
// value is that template's value passed through more functions.
func (e *Environment) Extends(about, pipeline string) bool {
	return slices.ContainsFunc(e.Templates, func(a *action) bool { return a.About() == about && a.isExtendedBy(pipeline) })
}

func (a *action) isExtendedBy(pipeline string) bool {
	return strings.HasPrefix(pipeline, a.Pipeline+" |")
}

// with returns the scope after a template with a meaning has assigned variables, or changed other values.
func (s Scope) with(meaning string, changed bool) Scope {
	return Scope{chain: s.chain, assigned: short(s.assigned + "\x03" + meaning), changed: s.changed || changed}
}

// short returns a text of bounded length for a meaning. A meaning repeats those of its parts, so it would grow exponentially.
func short(meaning string) string {
	if len(meaning) <= sha256.Size {
		return meaning
	}
	sum := sha256.Sum256([]byte(meaning))
	return string(sum[:])
}

// scopeBehind returns the scope after a template that may declare or assign variables, or change values.
func (a *action) scopeBehind(s Scope) Scope {
	if a.changes || len(a.Variables) > 0 {
		return s.with(a.Meaning(), a.changes)
	}
	return s
}

// walk follows the templates of a span in order, and returns the scope after it.
func (e *Environment) walk(blocks []*gotmpl.Block, span model.Span, s Scope) Scope {
	offset := span.Start
	for _, b := range blocks {
		s = e.lines(model.Span{Start: offset, End: b.Span().Start}, s)
		texts, changed := e.assignedIn(b)
		if texts != "" && b.Branches[0].Repeats() {
			s = s.with(texts, changed) // in an earlier iteration
		}
		declares, ends := s, ""
		for i, branch := range b.Branches {
			e.conditions[branch] = s
			condition := ""
			if branch.Condition != nil {
				condition = s.meaning(branch.Condition.Text)
			}
			if templates := e.templatesIn(branch.Control); len(templates) > 0 {
				a := templates[0]
				if a.scope = s; i == 0 {
					declares = a.scopeBehind(s)
				}
				if a.changes { // later conditions see the change
					s = s.with(a.Meaning(), true)
					declares = declares.with(a.Meaning(), true)
				}
			}
			inner := declares
			if i == 0 && branch.Keyword != "if" {
				inner.chain = short(inner.chain + "\x01" + branch.Keyword + " " + condition)
			}
			ends += "\x04" + condition + e.walk(branch.Blocks, branch.Body, inner).assigned
		}
		if texts != "" {
			s = s.with(ends, changed)
		}
		offset = b.End.End
	}
	return e.lines(model.Span{Start: offset, End: span.End}, s)
}

// assignedIn returns the templates of a block that assign variables or change values, and whether any changes values. Variables that the block
// itself declares may be among those assigned.
func (e *Environment) assignedIn(b *gotmpl.Block) (texts string, changed bool) {
	for _, a := range e.templatesIn(b.Span()) {
		if a.changes || !a.Declares && len(a.Variables) > 0 {
			texts += a.Text
		}
		changed = changed || a.changes
	}
	return texts, changed
}

// templatesIn returns the templates that start in a span.
func (e *Environment) templatesIn(span model.Span) []*action {
	from := sort.Search(len(e.Templates), func(i int) bool { return e.Templates[i].offset >= span.Start })
	to := sort.Search(len(e.Templates), func(i int) bool { return e.Templates[i].offset >= span.End })
	return e.Templates[from:max(from, to)]
}

// lines records the scope of each template in a span of lines, and returns the scope after them.
func (e *Environment) lines(span model.Span, s Scope) Scope {
	for _, a := range e.templatesIn(span) {
		if a.scope = s; a.Open == "{{" {
			s = a.scopeBehind(s)
		}
	}
	return s
}

// About returns everything that determines the meaning of the templates in a span, except for their texts.
func (e *Environment) About(span model.Span) string { return joinAbout(e.templatesIn(span)) }

// AboutText is About for a new text with templates of the document. If the same template occurs several times, the one in span
// counts.
func (e *Environment) AboutText(text string, span model.Span) string {
	actions := slices.DeleteFunc(slices.Clone(e.Templates), func(a *action) bool {
		isPart := strings.Contains(WithoutInteger(text), WithoutInteger(a.Written))
		return !isPart && !a.isExtendedBy(gotmpl.Read(text).Pipeline)
	})
	near := slices.DeleteFunc(slices.Clone(actions), func(a *action) bool { return a.offset < span.Start || a.offset >= span.End })
	if len(near) > 0 {
		return joinAbout(near)
	}
	return joinAbout(actions)
}

// joinAbout joins the contexts of templates, without duplicates.
func joinAbout(templates []*action) string {
	var contexts []string
	for _, a := range templates {
		if about := a.About(); about != "" {
			contexts = append(contexts, about)
		}
	}
	sort.Strings(contexts)
	return strings.Join(slices.Compact(contexts), "\x05")
}

// KnownConditions returns the conditions that are true (1) or false (-1) if the given branches are taken, by meaning.
func (e *Environment) KnownConditions(blocks []*gotmpl.Block, branches gotmpl.Taken, truths map[string]int) map[string]int {
	for _, b := range blocks {
		branch := branches.Branch(b)
		for _, candidate := range b.Branches {
			candidate.Condition.Imply(candidate == branch, func(text string, isTrue bool) {
				truths[e.conditions[candidate].meaning(text)] = map[bool]int{true: 1, false: -1}[isTrue]
			})
			if candidate == branch {
				e.KnownConditions(branch.Blocks, branches, truths)
				break
			}
		}
	}
	return truths
}

// Choose returns the branches that are taken for known truths of conditions. Unknown conditions count as fallback, 1 or -1; sure
// is false if there are any.
func (e *Environment) Choose(blocks []*gotmpl.Block, truths map[string]int, fallback int) (branches gotmpl.Taken, sure bool) {
	sure = true
	branches, _ = gotmpl.Take(blocks, func(b *gotmpl.Branch) int {
		truth := b.Condition.Truth(func(text string) int { return truths[e.conditions[b].meaning(text)] })
		sure = sure && truth != 0
		return cmp.Or(truth, fallback)
	})
	return branches, sure
}

// Relative reports whether the meaning of a text depends on the blocks around it, apart from its variables.
func Relative(open, text string) bool { return open == "{{" && fromHere().MatchString(text) }

var fromHere = pattern.New(`(?:^|[\s(|,=])\.`)
