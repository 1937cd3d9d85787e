package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// trace says where a conversion puts the parts of an object.
type trace struct {
	object *model.Value            // as a text of its own, of which each part has its place
	places map[model.Span][]string // of the parts, in the converted object; nil for what stands there more than once
}

// image returns the place that the part of a state has in the converted object.
func (p *jsonPatching) image(state int, at []string) ([]string, bool) {
	if p.traces[state] == nil {
		p.traces[state] = p.of.trace(p.patchUse, p.states[state])
	}
	return p.traces[state].image(at)
}

func (t *trace) image(at []string) ([]string, bool) {
	path, ok := kustomize.PathIn(t.object, at)
	if !ok {
		return nil, false
	}
	place, ok := t.places[t.object.Get(path...).Span]
	return place, ok && (place != nil || len(at) == 0)
}

// trace converts an object that kustomize builds of u.base, and looks where its parts go.
func (o *object) trace(u patchUse, v *model.Value) *trace {
	t := &trace{places: map[model.Span][]string{}}
	var text strings.Builder
	writeFlow(&text, v)
	yaml.Documents(model.NewFile("object.yaml", []byte(text.String())), func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil {
			t.object = doc.Root
			t.note(nil, o.whole(u, doc, doc.Root).res.Value)
		}
		return false
	})
	if t.object == nil {
		t.object = model.NewMap()
	}
	return t
}

func (t *trace) note(path []string, v *model.Value) {
	if !v.Span.Empty() {
		if _, twice := t.places[v.Span]; twice {
			path = nil
		}
		t.places[v.Span] = slices.Clone(path)
	}
	for i, item := range v.Items {
		t.note(append(slices.Clone(path), strconv.Itoa(i)), item)
	}
	for _, e := range v.Entries {
		t.note(append(slices.Clone(path), e.Key.Text), e.Value)
	}
}

// writeFlow writes a value in flow style, on one line.
func writeFlow(b *strings.Builder, v *model.Value) {
	switch v.Kind {
	case model.Map:
		b.WriteByte('{')
		for i, e := range v.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%s: ", quotedText(e.Key.Text))
			writeFlow(b, e.Value)
		}
		b.WriteByte('}')
	case model.List:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeFlow(b, item)
		}
		b.WriteByte(']')
	case model.Null:
		b.WriteString("null")
	case model.Bool, model.Number:
		b.WriteString(v.Text)
	case model.String, model.Unknown:
		b.WriteString(quotedText(v.Text))
	}
}

// quotedText writes a text in double quotes, as JSON and YAML both read it.
func quotedText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
