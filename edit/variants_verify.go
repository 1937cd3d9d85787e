package edit

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// verifyVariants reads the result, takes the branches of each variant in it, and compares what is left with what the Ops of the
// variant ask for.
func (m *merger) verifyVariants(edits []Edit, variants []Variant) error {
	local := make([]Edit, len(edits))
	for i, e := range edits {
		local[i] = Edit{Start: e.Start - m.doc.Span.Start, End: e.End - m.doc.Span.Start, New: e.New}
	}
	before := m.data[m.doc.Span.Start:m.doc.Span.End]
	text, err := Apply(before, local)
	if err != nil {
		return err
	}
	after, err := m.readAgain(edits, text)
	switch {
	case err != nil:
		return err
	case after.Root == nil:
		return errNotAsAsked
	case bytes.HasSuffix(before, []byte("\n")) != bytes.HasSuffix(text, []byte("\n")),
		!bytes.Contains(before, []byte("\r")) && bytes.Contains(text, []byte("\r")):
		return fmt.Errorf("the change would alter the file's newlines; change it by hand")
	}
	if err := m.verifyTemplates(edits); err != nil {
		return err
	}
	blocks, err := yaml.Blocks(after, m.decidedAbout(edits, after))
	if err != nil {
		return fmt.Errorf("the change would leave templates without balance (%w); change it by hand", err)
	}
	written := newEnvironment(m.doc, m.guards.blocks)
	result := newEnvironment(after, blocks)
	for _, key := range result.keys {
		if _, known := written.at[key]; !known && !m.brought(key, result.at[key]) {
			return fmt.Errorf("the template %q would mean something else at its new place; change it by hand", result.at[key])
		}
	}
	for i, v := range variants {
		if err := m.verifyVariant(i, v, after, blocks, written.conditions(v.Taken), result); err != nil {
			return err
		}
	}
	after.Syntax = m.doc.Syntax
	return m.verifyComments(yaml.Comments(after))
}

// decidedAbout returns the part of the result that the blocks decide about: all of it, unless they are those of one object of several.
func (m *merger) decidedAbout(edits []Edit, after *model.Document) model.Span {
	all, err := yaml.Blocks(m.doc, m.doc.Root.Span)
	if err == nil && slices.EqualFunc(all, m.guards.blocks, func(a, b *yaml.Block) bool { return a.Span() == b.Span() }) {
		return after.Root.Span
	}
	part := model.Span{Start: m.doc.Span.End, End: m.doc.Span.Start}
	grown := after.Span.End - m.doc.Span.End
	for _, e := range edits {
		part = model.Span{Start: min(part.Start, e.Start), End: max(part.End, e.End)}
	}
	for _, b := range m.guards.blocks {
		part = model.Span{Start: min(part.Start, b.Span().Start), End: max(part.End, b.Span().End)}
	}
	by := after.Span.Start - m.doc.Span.Start
	return model.Span{Start: part.Start + by, End: part.End + grown}
}

// brought says whether a template is one that Ops bring from elsewhere to a place where nothing has changed what it means.
func (m *merger) brought(meaning, text string) bool {
	return meaning == "\x00"+text && !bytes.Contains(m.data[m.doc.Span.Start:m.doc.Span.End], []byte(text))
}

var errNotAsAsked = fmt.Errorf("the change would not read back as intended; change it by hand")

func (m *merger) verifyVariant(i int, v Variant, after *model.Document, blocks []*yaml.Block, known map[string]int, result *environment) error {
	want := (&comparable{doc: v.Doc, all: m.doc, holder: m.trees[i].holder}).wanted(m.trees[i])
	for _, other := range []int{-1, 1} { // what decides about nothing here may have any value
		taken, sure := result.choose(blocks, known, other)
		if sure && other > 0 {
			break
		}
		selected, broken := yaml.Select(after, blocks, taken)
		if broken != nil {
			return fmt.Errorf("the change would not parse (%w); change it by hand", broken)
		}
		if selected.Root == nil {
			return errNotAsAsked
		}
		got := (&comparable{doc: selected}).read()
		if !m.sameMeaning(got, want) {
			return errNotAsAsked
		}
		if m.cutsBehind() && rendersAlike(m.doc, m.guards.blocks, v.Taken, v.Doc.Root) && !rendersAlike(after, blocks, taken, selected.Root) {
			return errCutBlanks
		}
	}
	return nil
}

var errCutBlanks = fmt.Errorf(`a template that cuts the blanks beside it ("{{-" or "-}}") would join lines at its new place; change it by hand`)

// cutsBehind says whether a template of the document cuts the blanks behind it, which may join lines.
func (m *merger) cutsBehind() bool {
	return bytes.Contains(m.data[m.doc.Span.Start:m.doc.Span.End], []byte("-}}"))
}

// verifyTemplates returns an error where the file no longer is what a Go template must be, but was before.
func (m *merger) verifyTemplates(edits []Edit) error {
	if !slices.ContainsFunc(m.guards.blocks, func(b *yaml.Block) bool { return b.Open == "{{" }) {
		return nil
	}
	before := m.data[:m.size]
	after, err := Apply(before, edits)
	if err != nil {
		return err
	}
	if parseTemplate(before) != nil {
		return nil
	}
	if err := parseTemplate(after); err != nil {
		return fmt.Errorf("the change would break the template (%w); change it by hand", err)
	}
	return nil
}

func parseTemplate(text []byte) error {
	tree := parse.New("file")
	tree.Mode = parse.SkipFuncCheck
	_, err := tree.Parse(string(text), "{{", "}}", map[string]*parse.Tree{})
	return err
}

// environment says what the templates of a document mean: which blocks that change the meaning they stand in, and where their
// variables come from.
type environment struct {
	doc   *model.Document
	at    map[string]string // the text of each template by its meaning
	keys  []string          // of templates that are no control, in order
	means map[model.Span]string
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

// withoutInteger returns a text without what turns a number into a whole one, which reads the same value.
func withoutInteger(text string) string { return strings.Replace(text, " | int64", "", 1) }

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
			outer := s
			e.outer[branch] = func(text string) string { return outer.meaning(text) }
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

// comparable makes values that can be compared wherever they stand: with the templates that write entries or items, each with the
// columns that it indents them by beyond its place.
type comparable struct {
	doc      *model.Document
	all      *model.Document // of which doc has some branches, nil for doc itself
	holder   map[*model.Value]*origin
	contents map[*model.Value][]yaml.Content
}

func (c *comparable) find() {
	c.contents = map[*model.Value][]yaml.Content{}
	for _, content := range yaml.Contents(c.doc) {
		c.contents[content.Owner] = append(c.contents[content.Owner], content)
	}
}

// read returns the root of the document.
func (c *comparable) read() *model.Value {
	c.find()
	return c.value(c.doc.Root, 0)
}

// wanted returns what the Ops make of the root.
func (c *comparable) wanted(t *tree) *model.Value {
	c.find()
	return c.node(t.root, t.wanted(), 0)
}

func (c *comparable) columnOf(at int) int {
	return column(c.doc.Text(model.Span{Start: c.doc.File.LineStart(at), End: at})) // of the line that holds at
}

// value copies v, whose key or dash is at a column.
func (c *comparable) value(v *model.Value, at int) *model.Value {
	out := c.scalar(v, at)
	if v.Alias != "" {
		at = 0
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, c.value(item, c.place(item.Dash, item, at)))
	}
	for _, e := range v.Entries {
		out.Entries = append(out.Entries, &model.Entry{Key: e.Key, Value: c.value(e.Value, c.place(-1, e.Key, at))})
	}
	c.addContents(out, v)
	return out
}

// place returns the column that the text of a kid begins at: its key, or what stands behind its dash.
func (c *comparable) place(dash int, v *model.Value, otherwise int) int {
	at := v.Span.Start
	if dash >= 0 {
		at = dash
	}
	if c.doc.File == nil || at < c.doc.Span.Start || at >= c.doc.Span.End {
		return otherwise
	}
	line := c.doc.File.LineStart(at)
	return column(string(c.doc.File.Data[line:max(at, line)])) + min(0, at-line)
}

// scalar copies v without what is in it.
func (c *comparable) scalar(v *model.Value, at int) *model.Value {
	out := &model.Value{Kind: v.Kind, Text: v.Text}
	if v.Kind != model.Unknown {
		return out
	}
	if contents := c.contents[v]; len(contents) > 0 {
		out.Text = ""
		for _, content := range contents {
			out.Text += unindented(c.doc.Text(content.Span), -at) + "\n"
		}
		return out
	}
	out.Text = leveled(eachUnindented(v.Text, -at))
	return out
}

// leveled cuts the indentation that the lines of a text with templates have in common. It counts for nothing where a line is a
// control, or a template that indents what it writes.
func leveled(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := len(text)
	floats := make([]bool, len(lines))
	for i, l := range lines[1:] {
		trimmed := strings.TrimSpace(l)
		_, _, indents := indentationIn(trimmed)
		floats[i+1] = controlTemplate().MatchString(trimmed) || indents && strings.HasPrefix(trimmed, "{{")
		if trimmed != "" && !floats[i+1] {
			least = min(least, indent([]byte(l)))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(least, indent([]byte(l))):]
		if floats[i+1] {
			lines[i+1] = strings.TrimLeft(l, " ")
		}
	}
	return strings.Join(lines, "\n")
}

// addContents adds the templates that write entries or items of a collection.
func (c *comparable) addContents(out, v *model.Value) {
	if v.Alias != "" || v.Kind != model.Map && v.Kind != model.List {
		return
	}
	for _, content := range c.contents[v] {
		first := 0
		switch {
		case len(v.Items) > 0:
			first = c.place(-1, &model.Value{Span: model.Span{Start: max(v.Items[0].Dash, v.Items[0].Span.Start)}}, 0)
			if v.Items[0].Dash >= 0 {
				first = v.Items[0].Dash - c.doc.File.LineStart(v.Items[0].Dash)
			}
		case len(v.Entries) > 0:
			first = c.place(-1, v.Entries[0].Key, 0)
		}
		text := model.NewUnknown(unindented(c.doc.Text(content.Span), -first))
		if v.Kind == model.List {
			out.Items = append(out.Items, text)
		} else {
			out.Entries = append(out.Entries, &model.Entry{Key: text, Value: &model.Value{}})
		}
	}
}

// node copies w, which is to become of n.
func (c *comparable) node(n *node, w *model.Value, at int) *model.Value {
	if n.val.Alias != "" || n.src != nil && n.clean() {
		return c.value(w, at)
	}
	if n.src == nil && len(n.kids) == 0 {
		return c.fresh(w)
	}
	out := c.scalar(w, at)
	for i, k := range n.kids {
		inner := at
		if o := k.from; o != nil {
			inner = c.place(-1, &model.Value{Span: model.Span{Start: o.start}}, at)
		} else if o := c.holder[k.node.src]; o != nil && k.node.src != nil {
			inner = c.place(-1, &model.Value{Span: model.Span{Start: o.start}}, at)
		}
		switch {
		case i < len(w.Items):
			out.Items = append(out.Items, c.node(k.node, w.Items[i], inner))
		case i < len(w.Entries):
			out.Entries = append(out.Entries, &model.Entry{Key: w.Entries[i].Key, Value: c.node(k.node, w.Entries[i].Value, inner)})
		}
	}
	if n.src != nil {
		c.addContents(out, n.src)
	}
	return out
}

// fresh copies a new scalar. A template in it indents what it writes as at its old place.
func (c *comparable) fresh(v *model.Value) *model.Value {
	out := &model.Value{Kind: v.Kind, Text: v.Text}
	if v.Kind != model.Unknown || !strings.Contains(v.Text, "indent") {
		return out
	}
	for _, t := range c.all.Templates {
		if written := c.all.Text(t); strings.Contains(v.Text, written) {
			line := c.all.File.LineStart(t.Start)
			out.Text = eachUnindented(v.Text, -column(string(c.all.File.Data[line:t.Start])))
		}
	}
	return out
}

// unindented returns a template that indents what it writes by so many columns more.
func unindented(text string, by int) string {
	from, to, ok := indentationIn(text)
	if !ok {
		return text
	}
	n, err := strconv.Atoi(text[from:to])
	if err != nil {
		return text
	}
	return text[:from] + strconv.Itoa(n+by) + text[to:]
}

// numberless returns a template without the number of columns that it indents what it writes by.
func numberless(text string) string {
	from, to, ok := indentationIn(text)
	if !ok {
		return text
	}
	return text[:from] + text[to:]
}

var anyTemplate = pattern.New(`\{\{(?s:.*?)\}\}|\$\{[^}]*\}`)

// eachUnindented is unindented for all templates in a text.
func eachUnindented(text string, by int) string {
	return anyTemplate().ReplaceAllStringFunc(text, func(t string) string {
		return unindented(t, by)
	})
}
