package edit

import (
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// environment says what the templates of a document mean: which blocks that change the meaning they stand in, and where their
// variables come from.
type environment struct {
	doc   *model.Document
	at    map[string]string       // the text of each template by its meaning
	keys  []string                // of templates that are no control, in order
	terms map[*yaml.Branch]string // what the condition of a branch means
	outer map[*yaml.Branch]func(text string) string
	all   []*yaml.Block
}

// scope is what holds between the control lines of a block.
type scope struct {
	chain     string // of conditions that change what "." is
	variables map[string]string
}

func newEnvironment(doc *model.Document, blocks []*yaml.Block) *environment {
	e := &environment{
		doc: doc, at: map[string]string{}, terms: map[*yaml.Branch]string{}, outer: map[*yaml.Branch]func(string) string{}, all: blocks,
	}
	e.walk(blocks, doc.Span, scope{variables: map[string]string{}})
	return e
}

var (
	variable        = pattern.New(`\$\w+`)
	declared        = pattern.New(`^\{\{-?\s*(?:(?:if|with|range)\s+)?(\$\w+)(?:\s*,\s*(\$\w+))?\s*:?=`)
	forDeclared     = pattern.New(`^%\{~?\s*for\s+(\w+)(?:\s*,\s*(\w+))?\s+in\b`)
	controlTemplate = pattern.New(`^(?:\{\{-?\s*(?:if|with|range|else|end)\b|%\{)`)
)

// meaning returns a text with all that decides what it means.
func (s scope) meaning(text string) string {
	text = withoutInteger(text)
	found := variable().FindAllString(text, -1)
	for name := range s.variables {
		if name[0] != '$' && strings.Contains(text, name) {
			found = append(found, name)
		}
	}
	sort.Strings(found)
	var b strings.Builder
	if !strings.HasPrefix(text, "{{") && relative("{{", text) || strings.HasPrefix(text, "{{") && relative("{{", strings.TrimLeft(text, "{-")) {
		b.WriteString(s.chain)
	}
	b.WriteString("\x00" + text)
	for _, name := range slices.Compact(found) {
		b.WriteString("\x00" + name + s.variables[name])
	}
	return b.String()
}

// declare returns the scope behind a template that declares variables.
func (s scope) declare(text string) scope {
	m := declared().FindStringSubmatch(text)
	if m == nil {
		m = forDeclared().FindStringSubmatch(text)
	}
	if m == nil {
		return s
	}
	inner := scope{chain: s.chain, variables: map[string]string{}}
	for name, value := range s.variables {
		inner.variables[name] = value
	}
	for _, name := range m[1:] {
		if name != "" {
			inner.variables[name] = s.meaning(text)
		}
	}
	return inner
}

// walk goes through the templates of a span in order.
func (e *environment) walk(blocks []*yaml.Block, span model.Span, s scope) {
	at := span.Start
	for _, b := range blocks {
		s = e.lines(model.Span{Start: at, End: b.Span().Start}, s)
		declares := s
		for i, branch := range b.Branches {
			if i == 0 {
				declares = s.declare(e.template(branch.Control))
			}
			e.terms[branch] = s.meaning(oneLine(branch.Condition))
			e.outer[branch] = s.meaning
			inner := declares
			if i == 0 && branch.Keyword != "if" {
				inner.chain += "\x01" + branch.Keyword + " " + s.meaning(oneLine(branch.Condition))
			}
			e.walk(branch.Blocks, branch.Body, inner)
		}
		at = b.End.End
	}
	e.lines(model.Span{Start: at, End: span.End}, s)
}

// template returns the first template in a control line.
func (e *environment) template(lines model.Span) string {
	for _, t := range e.doc.Templates {
		if t.Start >= lines.Start && t.Start < lines.End {
			return e.doc.Text(t)
		}
	}
	return ""
}

// lines notes the templates in lines that belong to one scope, and returns what they declare.
func (e *environment) lines(span model.Span, s scope) scope {
	first := sort.Search(len(e.doc.Templates), func(i int) bool { return e.doc.Templates[i].Start >= span.Start })
	for _, t := range e.doc.Templates[first:] {
		if t.Start >= span.End {
			break
		}
		text := e.doc.Text(t)
		key := s.meaning(numberless(text))
		e.at[key] = text
		if !controlTemplate().MatchString(text) {
			e.keys = append(e.keys, key)
		}
		if strings.HasPrefix(text, "{{") {
			s = s.declare(text)
		}
	}
	return s
}

// conditions returns which conditions are true (1) and which are false (-1) with some branches taken, by what they mean.
func (e *environment) conditions(taken yaml.Taken) map[string]int {
	known := map[string]int{}
	var walk func(blocks []*yaml.Block)
	walk = func(blocks []*yaml.Block) {
		for _, b := range blocks {
			at, is := taken[b]
			if !is || at < 0 || at >= len(b.Branches) {
				at = len(b.Branches)
			}
			for i, branch := range b.Branches {
				if branch.Condition != "" && i <= at {
					logic{open: b.Open}.imply(branch.Condition, i == at, func(text string, holds bool) {
						known[e.outer[branch](text)] = map[bool]int{true: 1, false: -1}[holds]
					})
				}
				if i == at {
					known[e.terms[branch]] = 1
					walk(branch.Blocks)
				}
			}
		}
	}
	walk(e.all)
	return known
}

// choose returns the branches that are taken where conditions have known values; those of others are 1 or -1. It is sure where there
// are no others.
func (e *environment) choose(blocks []*yaml.Block, known map[string]int, other int) (taken yaml.Taken, sure bool) {
	taken, sure = yaml.Taken{}, true
	var walk func(blocks []*yaml.Block)
	walk = func(blocks []*yaml.Block) {
		for _, b := range blocks {
			taken[b] = -1
			for i, branch := range b.Branches {
				is := true
				if branch.Condition != "" {
					l := logic{open: b.Open}
					value, ok := l.value(branch.Condition, func(text string) (bool, bool) {
						v, ok := known[e.outer[branch](text)]
						if !ok && b.Open == "%{" && strings.HasPrefix(text, "length(") {
							v, ok = known[e.outer[branch](strings.TrimSuffix(strings.TrimPrefix(text, "length("), ") > 0"))]
						}
						return v > 0, ok
					})
					if is = value; !ok {
						is, sure = other > 0, false
					}
				}
				if is {
					taken[b] = i
					walk(branch.Blocks)
					break
				}
			}
		}
	}
	walk(blocks)
	return taken, sure
}
