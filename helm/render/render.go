// Package render runs the templates of a chart with values, as `helm template` does, and records the output of each action.
//
// A template fails if it reads from a cluster, a clock or a random source, because Helm would get another result. Names of the release count as
// unknown. A template that would exhaust the stack, or memory at once, fails as well, because charts come from strangers.
package render

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Chart has the templates of a chart. It is safe for concurrent use.
type Chart struct {
	Name  string
	trees map[string]map[string]*parse.Tree // by file, then by template name: the templates that the file defines
}

// NewChart parses the templates, by path. They may include those of parent charts and dependencies, whose named templates the
// chart may call. A template that does not parse is left out.
func NewChart(name string, templates map[string]string) *Chart {
	c := &Chart{Name: name, trees: map[string]map[string]*parse.Tree{}}
	for file, text := range templates { // in any order: each file has trees of its own
		c.parse(file, text)
	}
	return c
}

func (c *Chart) parse(file, text string) {
	if trees, err := gotmpl.ParseFile(file, text); err == nil {
		c.trees[file] = trees
	}
}

// With returns a chart of another name that has one more template.
func (c *Chart) With(name, file, text string) *Chart {
	with := &Chart{Name: name, trees: maps.Clone(c.trees)}
	if with.trees[file] == nil {
		with.parse(file, text)
	}
	return with
}

// Run is the output of a template for some values.
type Run struct {
	Text string

	written  map[int][]string // by offset of the action in the file: one text for each execution
	segments []segment        // the output
}

// segment is a part of the output, with its place in the file.
type segment struct {
	offset  int // of the action, or of the first byte of a text
	text    string
	literal bool // a text of the template, not the output of an action
}

// Rendered returns the outputs of a part of the file, one for each execution. The part must start with a text, not with an action, and contain each
// block as a whole. known is as for Written.
func (r *Run) Rendered(part model.Span) (texts []string, known bool) {
	var text strings.Builder
	isOpen := false
	end := func() {
		if isOpen {
			texts = append(texts, text.String())
		}
		text.Reset()
		isOpen = false
	}
	for _, s := range r.segments {
		stop := s.offset + len(s.text)
		switch isStart := s.literal && s.offset <= part.Start && part.Start < stop; {
		case isStart:
			end()
			text.WriteString(s.text[part.Start-s.offset : min(stop, part.End)-s.offset])
			isOpen = stop <= part.End
			if !isOpen {
				texts = append(texts, text.String())
			}
		case !isOpen:
		case s.offset < part.Start || part.End <= s.offset:
			end()
		case s.literal:
			text.WriteString(s.text[:min(stop, part.End)-s.offset])
		default:
			text.WriteString(s.text)
		}
	}
	end()
	return texts, !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, unknownText) })
}

// Written returns the texts that the action in a span of the file wrote, one for each execution. known is false if one of them
// depends on more than the values, such as on the name of the release.
func (r *Run) Written(span model.Span) (texts []string, known bool) {
	for offset, writes := range r.written { // in any order: one action is in the span
		if span.Start <= offset && offset < span.End {
			texts = writes
		}
	}
	return texts, !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, unknownText) })
}

// ErrNotRendered means that the result of a run is unknown, because Helm would reject the values, or the result depends on more than the
// values.
var ErrNotRendered = errors.New("the template does not render with these values")

// Run executes the template in a file with the values of its chart. The error is always ErrNotRendered.
func (c *Chart) Run(file string, values map[string]any) (*Run, error) {
	requested := c.trees[file]
	if requested[file] == nil {
		return nil, ErrNotRendered
	}
	r := &runner{template: template.New(file).Option("missingkey=zero")}
	r.template.Funcs(r.functions())
	isPartial := hasUnknown(values)
	for _, path := range c.parsingOrder() {
		for name, tree := range c.trees[path] { // in any order: each has another name
			isDefinition := name != path && !parse.IsEmptyTree(tree.Root)
			if name != file && !isDefinition {
				continue
			}
			guarded := tree.Copy()
			if isPartial {
				demandKnown(guarded.Root)
			}
			if name == file {
				mark(guarded.Root)
			}
			guard(guarded.Root)
			if _, err := r.template.AddParseTree(name, guarded); err != nil {
				return nil, ErrNotRendered
			}
		}
	}
	var out output
	dot := map[string]any{
		"Values":   values,
		"Chart":    map[string]any{"Name": c.Name, "Version": unknownText, "AppVersion": unknownText},
		"Release":  map[string]any{"Service": "Helm", "Name": unknownText, "Namespace": unknownText},
		"Template": map[string]any{"Name": unknownText, "BasePath": unknownText},
	}
	if err := r.template.ExecuteTemplate(&out, file, dot); err != nil {
		return nil, ErrNotRendered
	}
	return readMarks(strings.ReplaceAll(out.String(), noValue, "")), nil
}

// parsingOrder returns the files in the order in which Helm parses them. Of several templates with the same name, the last one counts: that
// of the outermost chart, and of the first file there.
func (c *Chart) parsingOrder() []string {
	return slices.SortedFunc(maps.Keys(c.trees), func(a, b string) int {
		return cmp.Or(strings.Count(b, "/")-strings.Count(a, "/"), strings.Compare(b, a))
	})
}

// runner holds the state of one run.
type runner struct {
	template *template.Template
	depth    int // of nested include and tpl
}

// Characters around the output of each action in the file, and before its texts. YAML cannot contain them.
const (
	markStart   = "\x01"
	markOffset  = "\x02"
	markEnd     = "\x03"
	markLiteral = "\x04"
)

// mark encloses the actions of a node list in marks, and its texts.
func mark(list *parse.ListNode) {
	if list == nil {
		return
	}
	var marked []parse.Node
	for _, n := range list.Nodes {
		eachBranch(n, mark)
		start := markStart
		switch {
		case n.Type() == parse.NodeText:
			start = markLiteral
		case !writes(n):
			marked = append(marked, n)
			continue
		}
		marked = append(marked, text(start+strconv.Itoa(int(n.Position()))+markOffset), n, text(markEnd))
	}
	list.Nodes = marked
}

// writes reports whether a node writes a value: an action that assigns no variable, or a call of a template.
func writes(n parse.Node) bool {
	switch n := n.(type) {
	case *parse.ActionNode:
		return len(n.Pipe.Decl) == 0
	case *parse.TemplateNode:
		return true
	}
	return false
}

func text(s string) *parse.TextNode {
	return &parse.TextNode{NodeType: parse.NodeText, Text: []byte(s)}
}

// eachBranch calls f with each node list inside a node.
func eachBranch(n parse.Node, f func(*parse.ListNode)) {
	if b := branchOf(n); b != nil {
		f(b.List)
		f(b.ElseList)
	}
}

// branchOf returns the branches of a node; nil if it has none.
func branchOf(n parse.Node) *parse.BranchNode {
	switch n := n.(type) {
	case *parse.IfNode:
		return &n.BranchNode
	case *parse.RangeNode:
		return &n.BranchNode
	case *parse.WithNode:
		return &n.BranchNode
	}
	return nil
}

// readMarks removes the marks from an output, and collects the texts between them.
func readMarks(text string) *Run {
	r := &Run{written: map[int][]string{}}
	var plain strings.Builder
	type open struct {
		offset, start int
		literal       bool
	}
	var stack []open
	for {
		i := strings.IndexAny(text, markStart+markEnd+markLiteral)
		if i < 0 {
			break
		}
		plain.WriteString(text[:i])
		if text[i] == markEnd[0] {
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				r.add(segment{top.offset, plain.String()[top.start:], top.literal})
			}
			text = text[i+1:]
			continue
		}
		number, remainder, _ := strings.Cut(text[i+1:], markOffset)
		if offset, err := strconv.Atoi(number); err == nil {
			stack = append(stack, open{offset, plain.Len(), text[i] == markLiteral[0]})
		}
		text = remainder
	}
	plain.WriteString(text)
	r.Text = plain.String()
	return r
}

func (r *Run) add(s segment) {
	r.segments = append(r.segments, s)
	if !s.literal {
		r.written[s.offset] = append(r.written[s.offset], s.text)
	}
}
