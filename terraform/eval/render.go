package eval

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform/located"
)

// renderer evaluates the interpolations in documents that were read with their templates masked.
type renderer struct {
	s              *scope
	interpolations []hclsyntax.Expression // in the order of the file
}

// gather collects the interpolations of a template, including those in %{ if }, and returns the spans of the branches that are
// not taken. It leaves out those in %{ for }, because they use names that only the loop defines.
func (r *renderer) gather(exprs []hclsyntax.Expression) (spans []model.Span) {
	for _, expr := range exprs {
		choice, ok := expr.(*hclsyntax.ConditionalExpr)
		if !ok || !r.isDirective(choice) {
			r.interpolations = append(r.interpolations, expr)
			continue
		}
		condition := located.ToBool(r.s.quietly(choice.Condition))
		for _, branch := range []hclsyntax.Expression{choice.TrueResult, choice.FalseResult} {
			template, ok := branch.(*hclsyntax.TemplateExpr)
			if !ok {
				continue
			}
			if condition != nil && condition.Kind == model.Bool && (condition.Text == "true") != (branch == choice.TrueResult) {
				spans = append(spans, r.branch(template))
				continue
			}
			spans = append(spans, r.gather(template.Parts)...)
		}
	}
	return spans
}

func (r *renderer) isDirective(e hclsyntax.Expression) bool {
	span := hcl.SpanOf(e.Range())
	return span.End <= len(r.s.File.Data) && strings.HasPrefix(string(r.s.File.Data[span.Start:min(span.Start+2, span.End)]), "%{")
}

// branch returns the bytes of a branch, including the marks of an interpolation at its start or
// end.
func (r *renderer) branch(e *hclsyntax.TemplateExpr) model.Span {
	span, data := hcl.SpanOf(e.Range()), r.s.File.Data
	head := bytes.TrimRight(data[:span.Start], " ~\t\r\n")
	if _, literal := e.Parts[0].(*hclsyntax.LiteralValueExpr); !literal && bytes.HasSuffix(head, []byte("${")) {
		span.Start = len(head) - 2
	}
	tail := bytes.TrimLeft(data[span.End:], " ~\t\r\n")
	if _, literal := e.Parts[len(e.Parts)-1].(*hclsyntax.LiteralValueExpr); !literal && bytes.HasPrefix(tail, []byte("}")) {
		span.End = len(data) - len(tail) + 1
	}
	return span
}

// value evaluates the templates in v, which may be in a flow collection. It changes v in place, because nobody else refers to the
// document yet.
func (r *renderer) value(doc *model.Document, v *model.Value, flow bool) {
	if v == nil || v.Alias() != "" {
		return
	}
	if v.Kind == model.Unknown {
		r.scalar(doc, v, flow)
		return
	}
	flow = flow || v.Style == model.Flow
	if v.Kind == model.String {
		v.Text = unescaped(v.Text)
	}
	for _, item := range v.Items {
		r.value(doc, item, flow)
	}
	resolved, unresolved := 0, 0
	for _, e := range v.Entries {
		if e.Key.Kind == model.Unknown {
			r.scalar(doc, e.Key, flow)
			if e.Key.IsScalar() {
				e.Key.Kind = model.String
				resolved++
			} else {
				unresolved++
			}
		}
		r.value(doc, e.Value, flow)
	}
	if resolved > 0 && unresolved == 0 && !templateBesides(doc, v) {
		v.Open = false
	}
}

// templateBesides reports whether a map contains a template outside of its keys and values, which may add
// entries.
func templateBesides(doc *model.Document, v *model.Value) bool {
	return slices.ContainsFunc(doc.Templates, func(t model.Span) bool {
		return v.Span.Contains(t) && !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool {
			return e.Key.Span.Contains(t) || e.Value.Span.Contains(t)
		})
	})
}

// unescaped returns a literal part of a template with its escapes ($${ and %%{) rendered.
func unescaped(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return unescape.Replace(text)
}

var unescape = strings.NewReplacer("$${", "${", "%%{", "%{")

var escaping = strings.NewReplacer("${", "$${", "%{", "%%{")

// qualifiedTemplate returns the expression of a template that cannot be evaluated on its own, qualified so that it is valid outside
// of its module.
func (r *renderer) qualifiedTemplate(template string) string {
	return r.s.Qualified(strings.Trim(template[2:len(template)-1], "~ \t"))
}

// scalar replaces an Unknown by its value if all its interpolations are known; otherwise it sets its
// canonical form. In a flow collection it leaves one that is not a single value, as in [${join(", ", x)}].
func (r *renderer) scalar(doc *model.Document, v *model.Value, flow bool) {
	span := r.templated(doc, v)
	text, form, pos := strings.Builder{}, strings.Builder{}, span.Start
	complete := true
	for _, t := range templatesIn(doc, span) {
		literal := string(doc.File.Data[pos:t.Start])
		text.WriteString(literal)
		form.WriteString(located.Quoted(unescaped(literal)))
		pos = t.End
		value := r.interpolation(t)
		switch {
		case value != nil && value.IsScalar():
			text.WriteString(escaping.Replace(located.StringOf(value)))
			form.WriteString(located.Quoted(located.StringOf(value)))
			continue
		case value == nil && isWhole(v, span, t):
			v.Text = r.qualifiedTemplate(doc.Text(t))
			return
		case value == nil:
			form.WriteString("${" + r.qualifiedTemplate(doc.Text(t)) + "}")
		case isWhole(v, span, t):
			v.Text = r.s.Form(value)
			return
		default:
			form.WriteString(interpolated(r.s.Form(value)))
		}
		complete = false
	}
	tail := string(doc.File.Data[pos:span.End])
	rendered := text.String() + tail
	switch {
	case !complete && v.Style <= model.DoubleQuoted:
		v.Text = located.Short(`"` + strings.Trim(form.String()+located.Quoted(unescaped(tail)), `'\"`) + `"`)
	case complete && rendered != "" && len(rendered) < located.MaxString && (!flow || isOneItem(rendered)):
		r.replace(doc, v, span, rendered)
	}
}

// templated returns the bytes from which an Unknown was read. For an Unknown below its key, whose span is empty, these are the
// bytes of the template alone on a line.
func (r *renderer) templated(doc *model.Document, v *model.Value) model.Span {
	if !v.Span.Empty() {
		return v.Span
	}
	first := sort.Search(len(doc.Templates), func(i int) bool { return doc.Templates[i].Start >= v.Span.Start })
	if first < len(doc.Templates) && doc.Text(doc.Templates[first]) == v.Text {
		return doc.Templates[first]
	}
	return v.Span
}

// templatesIn returns the templates of a document that lie in a span.
func templatesIn(doc *model.Document, span model.Span) []model.Span {
	first := sort.Search(len(doc.Templates), func(i int) bool { return doc.Templates[i].Start >= span.Start })
	last := first
	for last < len(doc.Templates) && doc.Templates[last].End <= span.End {
		last++
	}
	return doc.Templates[first:last]
}

// isWhole reports whether a scalar consists of one template, apart from quotes.
func isWhole(v *model.Value, span, t model.Span) bool {
	inQuotes := model.Span{Start: span.Start + 1, End: span.End - 1}
	return t == span || v.Style == model.DoubleQuoted && t == inQuotes
}

// interpolation returns the value of the interpolation at a template's span, nil if the span contains several, or a directive.
func (r *renderer) interpolation(span model.Span) *model.Value {
	var match hclsyntax.Expression
	first := sort.Search(len(r.interpolations), func(i int) bool { return r.interpolations[i].Range().Start.Byte >= span.Start })
	for _, expr := range r.interpolations[first:] {
		exprSpan := hcl.SpanOf(expr.Range())
		if exprSpan.Start >= span.End {
			break
		}
		if _, literal := expr.(*hclsyntax.LiteralValueExpr); literal && exprSpan.Start < span.Start+2 || !span.Contains(exprSpan) {
			continue
		}
		if match != nil {
			return nil
		}
		match = expr
	}
	if match == nil {
		return nil
	}
	return r.s.quietly(match)
}

// replace parses the rendered text of v and assigns the result to v, which keeps its place.
func (r *renderer) replace(doc *model.Document, v *model.Value, source model.Span, rendered string) {
	root := rereadBelowKey(rendered)
	if root == nil {
		root = rereadAsLines(rendered)
	}
	if root == nil {
		return
	}
	span, props, dash, style := v.Span, v.Props(), v.Dash, v.Style
	origin := r.s.OriginIn(doc.File, true, false)
	unescapeAll(root)
	located.Relocate(root, source, origin)
	*v = *root
	v.Span, v.Dash = span, dash
	v.SetProps(props)
	if v.IsScalar() {
		v.Style = style
	}
}

// isOneItem reports whether text is one item of a flow list.
func isOneItem(text string) bool {
	if !strings.ContainsAny(text, ",[]{}") {
		return true
	}
	list := rereadBelowKey("[" + text + "]")
	return list != nil && list.Kind == model.List && len(list.Items) == 1
}

// rereadBelowKey parses text as YAML after `key: `.
func rereadBelowKey(text string) *model.Value {
	docs := located.FileDocuments(model.NewFile("", []byte("k: "+text+"\n")))
	if len(docs) != 1 {
		return nil
	}
	return docs[0].Root.Get("k")
}

// rereadAsLines parses text whose first line lacks the indentation of the others, as after ${indent(4, x)}.
func rereadAsLines(text string) *model.Value {
	_, lines, ok := strings.Cut(text, "\n")
	if !ok {
		return nil
	}
	indent := -1
	for line := range strings.SplitSeq(lines, "\n") {
		if trimmed := strings.TrimLeft(line, " "); trimmed != "" && (indent < 0 || len(line)-len(trimmed) < indent) {
			indent = len(line) - len(trimmed)
		}
	}
	docs := located.FileDocuments(model.NewFile("", []byte(strings.Repeat(" ", max(indent, 0))+text+"\n")))
	if len(docs) != 1 {
		return nil
	}
	return docs[0].Root
}

// unescapeAll removes the escapes of templates from the strings in v.
func unescapeAll(v *model.Value) {
	for node := range v.Nodes() {
		if node.Kind == model.String {
			node.Text = unescaped(node.Text)
		}
	}
}

// templateDocuments reads the documents of a template's text, with interpolations replaced where they are known.
func (s *scope) templateDocuments(e *hclsyntax.TemplateExpr, body model.Span) func() []*model.Document {
	return func() []*model.Document {
		r := &renderer{s: s}
		spans := r.gather(e.Parts)
		slices.SortStableFunc(r.interpolations, func(a, b hclsyntax.Expression) int { return a.Range().Start.Byte - b.Range().Start.Byte })
		documents := embedded(s.File, body, spans)
		for _, doc := range documents {
			r.value(doc, doc.Root, false)
		}
		return documents
	}
}

// embedded reads the documents in a part of a file, with the given spans blanked.
func embedded(f *model.File, body model.Span, spans []model.Span) []*model.Document {
	source := f
	if len(spans) > 0 {
		source = model.NewFile(f.Path, slices.Clone(f.Data))
		for _, span := range spans {
			blankOut(source.Data[span.Start:span.End])
		}
	}
	var documents []*model.Document
	yaml.Embedded(source, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			doc.File = f
			documents = append(documents, doc)
		}
		return true
	})
	return documents
}

func blankOut(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// Render evaluates a template with the variables in a map.
func (s *scope) Render(e hclsyntax.Expression, f *model.File, template hclsyntax.Expression, variables *model.Value) *model.Value {
	if template == nil || variables.Kind != model.Map && variables.Kind != model.Unknown {
		return s.Fail(e, s.Source(e))
	}
	in := &scope{Instance: s.Instance, Maker: s.makerIn(f), names: map[string]*model.Value{}, bare: true}
	for _, entry := range variables.Entries {
		if !hcl.IsIdentifier(entry.Key.Text) {
			return s.Fail(e, s.Source(e))
		}
		in.names[entry.Key.Text] = entry.Value
	}
	if variables.Kind == model.Unknown || variables.Open {
		for _, t := range hclsyntax.Variables(template) {
			if name := t.RootName(); in.names[name] == nil {
				in.names[name] = s.Unknown(e, s.Operand(variables)+"."+name)
			}
		}
	}
	if wrap, ok := template.(*hclsyntax.TemplateWrapExpr); ok {
		if v := in.eval(wrap.Wrapped); v.Kind != model.String && v.Kind != model.Unknown {
			return v // a template that consists of ${x} is the value x, whatever its type
		}
	}
	expr := &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{template}, SrcRange: template.Range()}
	if t, ok := template.(*hclsyntax.TemplateExpr); ok {
		expr = t
	}
	rendered := in.templateParts(expr, expr.Parts)
	v := s.Unknown(e, rendered.Text)
	if rendered.Kind == model.String {
		v = s.Text(e, rendered.Text)
	}
	span := model.Span{End: len(f.Data)}
	v.Origin = located.WithDocuments(v.Origin, in.templateDocuments(expr, span))
	return v
}
