package edit

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// environment says what the templates of a document mean: which blocks that change the meaning they stand in, where their
// variables come from, and what was done to values before them.
type environment struct {
	doc    *model.Document
	acts   map[int]action           // what the templates are, by where they begin
	at     map[string]string        // the text of each template by its meaning
	keys   []string                 // of templates that are no control, in order
	around map[int]scope            // what holds where a template begins
	before map[*gotmpl.Branch]scope // in which the condition of a branch is looked at
	end    scope                    // what holds behind the document
}

// scope is what holds between the control lines of a block.
type scope struct {
	chain     string            // of conditions that change what "." is
	variables map[string]string // what they mean; state for all values
}

// state stands among variables for the values that functions such as set change.
const state = "\x02"

// binding stands before the name of a variable for the template that declares it.
const binding = "\x07"

// action is a template, and whether it may change values that others read.
type action struct {
	gotmpl.Action
	text    string
	changes bool
}

// newEnvironment returns what the templates of a document mean, of which helpers are known.
func newEnvironment(doc *model.Document, blocks []*gotmpl.Block, helpers gotmpl.Helpers) *environment {
	return environmentIn(doc, blocks, helpers, scope{variables: map[string]string{}})
}

// environmentIn is newEnvironment for a document that stands behind another one.
func environmentIn(doc *model.Document, blocks []*gotmpl.Block, helpers gotmpl.Helpers, before scope) *environment {
	e := &environment{
		doc: doc, acts: map[int]action{}, at: map[string]string{}, around: map[int]scope{},
		before: map[*gotmpl.Branch]scope{},
	}
	for _, t := range doc.Templates {
		text := doc.Text(t)
		a := gotmpl.Read(text)
		e.acts[t.Start] = action{a, text, a.Changes(helpers)}
	}
	e.end = e.walk(blocks, doc.Span, before)
	return e
}

var variable = pattern.New(`\$\w+`)

// meaning returns a text with all that decides what it means.
func (s scope) meaning(text string) string {
	text = withoutInteger(text)
	return s.about(text) + "\x00" + text
}

// about returns all that decides what a text means, but for the text. What it assigns to counts for nothing.
func (s scope) about(text string) string {
	if a := gotmpl.Read(text); len(a.Variables) > 0 && a.Open == "{{" {
		text = "{{" + a.Pipeline
	}
	found := variable().FindAllString(text, -1)
	for name := range s.variables {
		if name[0] != '$' && (name == state || strings.Contains(text, name)) {
			found = append(found, name)
		}
	}
	sort.Strings(found)
	var b strings.Builder
	if !strings.HasPrefix(text, "{{") && relative("{{", text) || strings.HasPrefix(text, "{{") && relative("{{", strings.TrimLeft(text, "{-")) {
		b.WriteString(s.chain)
	}
	for _, name := range slices.Compact(found) {
		b.WriteString("\x00" + name + s.variables[name])
	}
	return b.String()
}

// set returns the scope in which a variable means something else.
func (s scope) set(name, meaning string) scope {
	variables := maps.Clone(s.variables)
	variables[name] = short(meaning)
	return scope{chain: s.chain, variables: variables}
}

// short returns a text of bounded length in place of a meaning, which holds those of what it is made of several times.
func short(meaning string) string {
	if len(meaning) <= sha256.Size {
		return meaning
	}
	sum := sha256.Sum256([]byte(meaning))
	return string(sum[:])
}

// behind returns the scope behind a template that declares variables, assigns to them, or changes values.
func (s scope) behind(a action) scope {
	before := s
	if a.changes {
		s = s.set(state, before.meaning(numberless(a.text)))
	}
	for _, name := range a.Variables {
		s = s.set(name, before.meaning("{{"+a.Pipeline))
		if a.Declares {
			s = s.set(binding+name, a.text)
		}
	}
	return s
}

// walk goes through the templates of a span in order, and returns what holds behind it.
func (e *environment) walk(blocks []*gotmpl.Block, span model.Span, s scope) scope {
	at := span.Start
	for _, b := range blocks {
		s = e.lines(model.Span{Start: at, End: b.Span().Start}, s)
		changed := e.changedIn(b)
		behind := make(map[string]string, len(changed))
		if first := b.Branches[0]; first.Repeats() {
			for name, how := range changed { // by an earlier round
				s = s.set(name, "\x03"+how+s.variables[name])
			}
		}
		declares := s
		for i, branch := range b.Branches {
			e.before[branch] = s
			condition := ""
			if branch.Condition != nil {
				condition = s.meaning(branch.Condition.Text)
			}
			if i == 0 {
				e.note(branch.Control, s)
				declares = s.behind(e.control(branch))
			}
			if a := e.control(branch); a.changes { // what is asked for later is asked behind it
				s = s.set(state, s.meaning(numberless(a.text)))
				declares = declares.set(state, s.variables[state])
			}
			inner := declares
			if i == 0 && branch.Keyword != "if" {
				inner.chain = short(inner.chain + "\x01" + branch.Keyword + " " + condition)
			}
			inner = e.walk(branch.Blocks, branch.Body, inner)
			for name := range changed {
				behind[name] += "\x04" + condition + inner.variables[name]
			}
		}
		for name, how := range behind {
			s = s.set(name, how+"\x04"+s.variables[name])
		}
		at = b.End.End
	}
	return e.lines(model.Span{Start: at, End: span.End}, s)
}

// changedIn returns the variables that templates in a block assign to, and how. Those that are declared in it too may be among them.
func (e *environment) changedIn(b *gotmpl.Block) map[string]string {
	changed := map[string]string{}
	for _, t := range e.templatesIn(b.Span()) {
		a := e.acts[t.Start]
		if !a.Declares {
			for _, name := range a.Variables {
				changed[name] += a.text
			}
		}
		if a.changes {
			changed[state] += numberless(a.text)
		}
	}
	return changed
}

// templatesIn returns the templates that begin in a span.
func (e *environment) templatesIn(span model.Span) []model.Span {
	all := e.doc.Templates
	from := sort.Search(len(all), func(i int) bool { return all[i].Start >= span.Start })
	to := sort.Search(len(all), func(i int) bool { return all[i].Start >= span.End })
	return all[from:max(from, to)]
}

// control returns the first template in the control line of a branch.
func (e *environment) control(b *gotmpl.Branch) action {
	for _, t := range e.templatesIn(b.Control) {
		return e.acts[t.Start]
	}
	return action{}
}

// note takes down what holds where the templates in lines begin.
func (e *environment) note(span model.Span, s scope) {
	for _, t := range e.templatesIn(span) {
		e.around[t.Start] = s
	}
}

// lines notes the templates in lines that belong to one scope, and returns what they declare.
func (e *environment) lines(span model.Span, s scope) scope {
	for _, t := range e.templatesIn(span) {
		a := e.acts[t.Start]
		key := s.meaning(numberless(a.text))
		e.at[key] = a.text
		e.around[t.Start] = s
		if !a.IsControl() && !a.Comment {
			e.keys = append(e.keys, key)
		}
		if a.Open == "{{" {
			s = s.behind(a)
		}
	}
	return s
}

// about returns all that decides what the templates in a text of the document mean, which stands in a span.
func (e *environment) about(span model.Span) string {
	var all []string
	for _, t := range e.templatesIn(span) {
		s := e.around[t.Start]
		all = append(all, s.about(numberless(e.doc.Text(t))))
	}
	return together(all)
}

// aboutText does the same for a new text that is made of templates of the document, of those in a span if it has such.
func (e *environment) aboutText(text string, span model.Span) string {
	var all, near []string
	for _, t := range e.doc.Templates {
		written := e.doc.Text(t)
		if !strings.Contains(withoutInteger(text), withoutInteger(written)) {
			continue
		}
		s := e.around[t.Start]
		all = append(all, s.about(numberless(written)))
		if span.Start <= t.Start && t.Start < span.End {
			near = append(near, all[len(all)-1])
		}
	}
	if near != nil {
		all = near
	}
	return together(all)
}

// together joins what decides about the templates of a text, each once.
func together(all []string) string {
	sort.Strings(all)
	all = slices.DeleteFunc(slices.Compact(all), func(text string) bool { return text == "" })
	return strings.Join(all, "\x05")
}

// known returns which conditions are true (1) and which are false (-1) with some branches taken, by what they mean.
func (e *environment) known(blocks []*gotmpl.Block, taken gotmpl.Taken, known map[string]int) map[string]int {
	for _, b := range blocks {
		branch := taken.Branch(b)
		for _, other := range b.Branches {
			other.Condition.Imply(other == branch, func(text string, holds bool) {
				known[e.before[other].meaning(text)] = map[bool]int{true: 1, false: -1}[holds]
			})
			if other == branch {
				e.known(branch.Blocks, taken, known)
				break
			}
		}
	}
	return known
}

// choose returns the branches that are taken where conditions have known values; those of others are 1 or -1. It is sure where there
// are no others.
func (e *environment) choose(blocks []*gotmpl.Block, known map[string]int, other int) (taken gotmpl.Taken, sure bool) {
	sure = true
	taken, _ = gotmpl.Take(blocks, func(b *gotmpl.Branch) int {
		is := b.Condition.Truth(func(text string) int { return known[e.before[b].meaning(text)] })
		sure = sure && is != 0
		return cmp.Or(is, other)
	})
	return taken, sure
}
