package convert_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// renderer writes trees in a random style of its own.
type renderer struct {
	generator
	out      strings.Builder
	width    int  // of an indentation
	parent   bool // sequences stand at their parent's indentation
	comments int  // percent of the places that have one
	flow     int  // percent of the collections in brackets
	quotes   int  // percent of the plain texts that stand in quotes
	anchors  bool
	anchored map[string]string // text -> its anchor
	count    int
}

func newRenderer(g generator) *renderer {
	return &renderer{
		generator: g, width: pick(g, 2, 2, 2, 3, 4), parent: g.chance(40), comments: pick(g, 0, 0, 15, 60),
		flow: pick(g, 0, 0, 20, 60), quotes: pick(g, 0, 0, 20, 100), anchors: g.chance(15), anchored: map[string]string{},
	}
}

// file writes objects as the documents of a file, or as the items of a List.
func (g generator) file(objects []entries) string {
	if len(objects) == 1 && g.chance(10) {
		return asJSON(objects[0], pick(g, "", "  ", "\t"))
	}
	r := newRenderer(g)
	if g.chance(15) {
		var items []any
		for _, o := range objects {
			items = append(items, o)
		}
		r.anchors = false // an item that names the value of another waits for that one to be decided
		list := entries{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}}
		if g.chance(20) {
			return asJSON(list, pick(g, "", "  "))
		}
		r.object(list)
	} else {
		for i, o := range objects {
			r.anchored = map[string]string{}
			if i > 0 || g.chance(30) {
				r.line(0, pick(g, "---", "---", "--- # next"))
			}
			if g.chance(10) {
				r.line(0, "# only a comment "+r.next())
				r.line(0, "---")
			}
			r.object(o)
		}
	}
	text := r.out.String()
	if g.chance(15) {
		text = strings.TrimSuffix(text, "\n")
	}
	if g.chance(15) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func asJSON(v any, indent string) string {
	var b strings.Builder
	var write func(v any, at string)
	inside := func(open, end string, n int, at string, item func(i int, at string)) {
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			if indent != "" {
				b.WriteString("\n" + at + indent)
			}
			item(i, at+indent)
		}
		if indent != "" && n > 0 {
			b.WriteString("\n" + at)
		}
		b.WriteString(end)
	}
	write = func(v any, at string) {
		switch v := v.(type) {
		case entries:
			inside("{", "}", len(v), at, func(i int, at string) {
				b.WriteString(strconv.Quote(v[i].key) + ": ")
				write(v[i].value, at)
			})
		case []any:
			inside("[", "]", len(v), at, func(i int, at string) { write(v[i], at) })
		default:
			text, _ := json.Marshal(v)
			b.Write(text)
		}
	}
	write(v, "")
	return b.String() + "\n"
}

func (r *renderer) next() string { r.count++; return strconv.Itoa(r.count) }

func (r *renderer) line(indent int, text string) {
	r.out.WriteString(strings.Repeat(" ", indent) + text + "\n")
}

func (r *renderer) object(o entries) {
	r.above(0)
	r.entries(0, o)
	if r.chance(r.comments) {
		r.line(pick(r.generator, 0, r.width), "# at the end "+r.next())
	}
}

// above writes a blank line or comments in front of an entry.
func (r *renderer) above(indent int) {
	if r.chance(r.comments / 4) {
		r.line(0, "")
	}
	for r.chance(r.comments / 2) {
		r.line(pick(r.generator, indent, indent, indent, 0), "# above "+r.next())
	}
}

// beside returns what may follow a value on its line.
func (r *renderer) beside() string {
	switch {
	case r.chance(r.comments / 3):
		return " # beside " + r.next()
	case r.chance(r.comments / 10):
		return "  "
	}
	return ""
}

func (r *renderer) entries(indent int, m entries) {
	for i, e := range m {
		if i > 0 {
			r.above(indent)
		}
		r.entry(indent, e)
	}
}

func (r *renderer) entry(indent int, e entry) {
	key := e.key
	if r.chance(r.quotes / 4) {
		key = strconv.Quote(key)
	}
	r.out.WriteString(strings.Repeat(" ", indent) + key + ":")
	r.value(indent, e.value)
}

// value writes what follows a colon, up to the end of its line or lines.
func (r *renderer) value(indent int, v any) {
	switch v := v.(type) {
	case entries:
		if len(v) > 0 && !r.chance(r.flow) {
			r.out.WriteString(r.beside() + "\n")
			r.entries(indent+r.width, v)
			return
		}
	case []any:
		if len(v) > 0 && !r.chance(r.flow) {
			r.out.WriteString(r.beside() + "\n")
			if !r.parent {
				indent += r.width
			}
			r.items(indent, v)
			return
		}
	case string:
		if strings.Contains(v, "\n") && r.chance(80) {
			r.literal(indent+r.width, v)
			return
		}
	}
	r.out.WriteString(" " + r.flowText(v) + r.beside() + "\n")
}

func (r *renderer) items(indent int, list []any) {
	for _, item := range list {
		r.above(indent)
		r.out.WriteString(strings.Repeat(" ", indent) + "-")
		if m, ok := item.(entries); ok && len(m) > 0 && !r.chance(r.flow) {
			r.out.WriteString(" ")
			first := *r
			first.out = strings.Builder{}
			first.entry(0, entry{m[0].key, r.flat(m[0].value)})
			r.count = first.count
			r.out.WriteString(first.out.String())
			for _, e := range m[1:] {
				r.above(indent + 2)
				r.entry(indent+2, e)
			}
			continue
		}
		r.out.WriteString(" " + r.flowText(item) + r.beside() + "\n")
	}
}

// flat returns v so that it is written on one line: the line of a dash.
func (r *renderer) flat(v any) any {
	if _, scalar := v.(string); scalar {
		return v
	}
	return raw(r.flowText(v))
}

// raw is a text that is written as it is.
type raw string

func (r *renderer) literal(indent int, text string) {
	mark := "|"
	if !strings.HasSuffix(text, "\n") {
		mark = "|-"
	}
	r.out.WriteString(" " + mark + "\n")
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if line == "" {
			r.line(0, "")
			continue
		}
		r.line(indent, line)
	}
}

func (r *renderer) flowText(v any) string {
	pad := pick(r.generator, "", "", " ")
	switch v := v.(type) {
	case entries:
		var parts []string
		for _, e := range v {
			parts = append(parts, e.key+": "+r.flowText(e.value))
		}
		if len(parts) == 0 {
			return "{}"
		}
		return "{" + pad + strings.Join(parts, ", ") + pad + "}"
	case []any:
		var parts []string
		for _, item := range v {
			parts = append(parts, r.flowText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return r.anchor(v)
	}
	return fmt.Sprint(v)
}

var named = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9.-]{3,}$`)

// anchor gives a text an anchor, or names the one it has got.
func (r *renderer) anchor(text string) string {
	if !r.anchors || !named.MatchString(text) || !r.chance(30) {
		return r.scalar(text)
	}
	if name := r.anchored[text]; name != "" {
		return "*" + name + " "
	}
	name := "a" + r.next()
	r.anchored[text] = name
	return "&" + name + " " + r.scalar(text)
}

func (r *renderer) scalar(text string) string {
	switch {
	case plainSafe(text) && !r.chance(r.quotes):
		return text
	case strings.Contains(text, "\n") || r.chance(70):
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
