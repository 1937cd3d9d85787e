package hcl

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// parseJSON reads *.tf.json, *.tofu.json and *.tfvars.json.
func parseJSON(f *model.File) (*Source, *ParseError) {
	if separators(f.Data) > maxValues {
		return nil, ErrorAt(f, model.Span{End: 1}, "the file has more than %d keys and values; larger ones are not read", maxValues)
	}
	doc, err := yaml.JSON(f)
	if err != nil {
		return nil, &ParseError{File: f, Span: err.Span, Message: err.Message, Foreign: foreignJSON(f.Data)}
	}
	if templateWords(doc.Root) > maxValues {
		return nil, ErrorAt(f, model.Span{End: 1}, "the templates of the file have more than %d words and marks; larger ones are not read", maxValues)
	}
	if key := longKey(doc.Root); key != nil {
		return nil, ErrorAt(f, key.Span, longName, maxName>>10)
	}
	source := &Source{File: f, Document: maskedJSON(f, doc)}
	reader := jsonReader{f}
	if strings.HasSuffix(f.Path, ".tfvars.json") {
		source.Body = reader.body(doc.Root, nil, variables)
	} else {
		source.Body = reader.body(doc.Root, nil, "")
	}
	return source, nil
}

// separators returns the number of commas and colons in JSON that are not in strings: about one for each key and each value.
func separators(data []byte) (n int) {
	isInString := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			isInString = !isInString
		case isInString && c == '\\':
			i++
		case !isInString && (c == ',' || c == ':'):
			n++
		}
	}
	return n
}

// templateWords returns an upper bound on the number of tokens in the templates of a value.
func templateWords(v *model.Value) (words int) {
	for inner := range v.All() {
		if inner.Kind == model.String && mayHoldTemplate(inner.Text) {
			words += Words([]byte(inner.Text))
		}
	}
	return words
}

// longKey returns the first key that is longer than a name may be, or nil.
func longKey(v *model.Value) *model.Value {
	for inner := range v.All() {
		for _, e := range inner.Entries {
			if len(e.Key.Text) > maxName {
				return e.Key
			}
		}
	}
	return nil
}

// maskedJSON returns the document as parsers/yaml reads a JSON file: strings with a template are Unknown.
// After an edit, the file is read again in this way, so that both trees can be compared. A file that cannot be
// read in this way keeps its document.
func maskedJSON(f *model.File, doc *model.Document) *model.Document {
	yaml.Documents(f, func(d *model.Document, err *yaml.ParseError) bool {
		if err == nil && d.Syntax == model.JSON {
			doc = d
		}
		return false
	})
	return doc
}

var bareTemplate = pattern.New(`[:,\[]\s*\{\{|(?m:^)\s*\{\{`)

// foreignJSON guesses the template language of a file that is not valid JSON, "" if there is none.
func foreignJSON(data []byte) string {
	if bytes.Contains(data, []byte("{%")) {
		return jinja
	}
	if match := bareTemplate().FindIndex(data); match != nil {
		return languageOf(data[match[1]-2:])
	}
	return ""
}

// jsonReader converts the values of a JSON file to bodies and expressions.
type jsonReader struct{ file *model.File }

// variables is the type of the body of a *.tfvars.json file, which belongs to no block.
const variables = "tfvars"

// body reads an object, or a list of objects, as the body of a block of the type; "" is the type of a
// file's body.
func (r jsonReader) body(v *model.Value, path []any, kind string) *Body {
	body := &Body{}
	r.fill(body, v, path, kind)
	return NewBody(body.Attributes, body.Blocks)
}

func (r jsonReader) fill(body *Body, v *model.Value, path []any, kind string) {
	for i, item := range v.Items {
		r.fill(body, item, extend(path, i), kind)
	}
	for _, e := range v.Entries {
		name := e.Key.Text
		if name == "//" {
			continue
		}
		labels, isBlock := jsonLabels(kind, name)
		if isBlock && holdsObjects(e.Value, labels) {
			h := header{kind: name, span: e.Key.Span}
			r.blocks(body, h, e.Value, labels, extend(path, name))
			continue
		}
		body.Attributes = append(body.Attributes, &Attribute{
			Name: name, Key: e.Key.Span, Span: model.Span{Start: e.Key.Span.Start, End: e.Value.Span.End},
			Expr: r.expression(e.Value, meaningOf(kind, name)),
		})
	}
}

// header is the part of a block that precedes its body.
type header struct {
	kind   string
	labels []string
	span   model.Span
}

// blocks adds the blocks in v to the body. levels is the number of labels that are still to be read
// above the bodies.
func (r jsonReader) blocks(body *Body, h header, v *model.Value, levels int, path []any) {
	for i, item := range v.Items {
		r.blocks(body, h, item, levels, extend(path, i))
	}
	if v.Kind != model.Map {
		return
	}
	if levels == 0 {
		body.Blocks = append(body.Blocks, &Block{
			File: r.file, Type: h.kind, Labels: h.labels, Path: path, Header: h.span, Span: v.Span, Body: r.body(v, path, h.kind),
		})
		return
	}
	for _, e := range v.Entries {
		if e.Key.Text != "//" {
			labels := append(h.labels[:len(h.labels):len(h.labels)], e.Key.Text)
			r.blocks(body, header{h.kind, labels, e.Key.Span}, e.Value, levels-1, extend(path, e.Key.Text))
		}
	}
}

func extend(path []any, step any) []any { return append(path[:len(path):len(path)], step) }

// holdsObjects reports whether v consists of objects, or lists of objects, on each level of labels and below the last one.
func holdsObjects(v *model.Value, levels int) bool {
	switch v.Kind {
	case model.List:
		return !slices.ContainsFunc(v.Items, func(item *model.Value) bool { return !holdsObjects(item, levels) })
	case model.Map:
		return levels == 0 || !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool { return e.Key.Text != "//" && !holdsObjects(e.Value, levels-1) })
	}
	return false
}
