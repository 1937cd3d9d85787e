package generate

import (
	"fmt"
	"strconv"
	"strings"
)

// file writes objects as the documents of a file or as the items of a List, in a random style.
func (g *source) file(objects []Object) File {
	f := File{Path: "a.yaml", Objects: objects}
	asList := len(objects) > 1 && g.chance(15)
	switch {
	case asList && g.chance(20):
		f.Path = pick(g, "a.yaml", "a.json")
		f.Text = asJSON(list(objects), pick(g, "  ", "", "\t"))
	case len(objects) == 1 && g.chance(8):
		f.Path = pick(g, "a.yaml", "a.json")
		f.Text = asJSON(objects[0].Tree, pick(g, "  ", "", "\t"))
	case asList:
		r := newRenderer(g)
		r.anchors = false // an alias must come after its anchor, and items are rendered separately
		r.object(list(objects))
		f.Text = r.finish()
	default:
		r := newRenderer(g)
		r.documents(objects)
		f.Text = r.finish()
	}
	return f
}

func list(objects []Object) Map {
	var items []any
	for _, o := range objects {
		items = append(items, o.Tree)
	}
	return Map{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}}
}

// renderer writes trees as YAML.
type renderer struct {
	*source
	out      strings.Builder
	width    int  // of an indentation
	dash     int  // from a dash to its item
	parent   bool // sequences have their parent's indentation
	comments int  // percent of the places with a comment
	flow     int  // percent of the collections in brackets
	quotes   int  // percent of the plain texts in quotes
	anchors  bool
	anchored map[string]string // text -> its anchor
	count    int
	literal  bool // the last value was a block of lines, which could absorb the next line
}

func newRenderer(g *source) *renderer {
	return &renderer{
		source: g, width: pick(g, 2, 2, 2, 3, 4), dash: pick(g, 2, 2, 2, 2, 4), parent: g.chance(40), comments: pick(g, 0, 0, 15, 60),
		flow: pick(g, 0, 0, 20, 60), quotes: pick(g, 0, 0, 20, 100), anchors: g.chance(15), anchored: map[string]string{},
	}
}

func (r *renderer) documents(objects []Object) {
	for i, o := range objects {
		r.anchored = map[string]string{}
		if i > 0 || r.chance(30) {
			r.line(0, pick(r.source, "---", "---", "--- # next"))
		}
		if r.chance(10) {
			r.line(0, "# only a comment "+r.next())
			r.line(0, "---")
		}
		r.object(o.Tree)
	}
}

// finish returns the text, with the newlines of a random author.
func (r *renderer) finish() string {
	text := r.out.String()
	if !r.literal && r.chance(15) {
		text = strings.TrimSuffix(text, "\n")
	}
	if r.chance(15) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func (r *renderer) next() string { r.count++; return strconv.Itoa(r.count) }

func (r *renderer) line(indent int, text string) {
	r.out.WriteString(strings.Repeat(" ", indent) + text + "\n")
	r.literal = false
}

func (r *renderer) object(o Map) {
	r.writeAbove(0)
	r.entries(0, o)
	if r.chance(r.comments) {
		r.line(pick(r.source, 0, r.width), "# at the end "+r.next())
	}
}

// writeAbove writes a blank line or comments before an entry.
func (r *renderer) writeAbove(indent int) {
	if !r.literal && r.chance(r.comments/4) {
		r.line(0, "")
	}
	for r.chance(r.comments / 2) {
		r.line(pick(r.source, indent, indent, indent, 0), "# above "+r.next())
	}
}

// endOfLine returns a comment or blanks for the end of a value's line.
func (r *renderer) endOfLine() string {
	switch {
	case r.chance(r.comments / 3):
		return " # beside " + r.next()
	case r.chance(r.comments / 10):
		return "  "
	}
	return ""
}

func (r *renderer) entries(indent int, m Map) {
	for i, e := range m {
		if i > 0 {
			r.writeAbove(indent)
		}
		r.entry(indent, e)
	}
}

func (r *renderer) entry(indent int, e Entry) {
	key := r.key(e.Key)
	r.out.WriteString(strings.Repeat(" ", indent) + key + ":")
	r.value(indent, e.Value)
}

func (r *renderer) key(key string) string {
	if !plainSafe(key) || r.chance(r.quotes/4) {
		return r.quoted(key)
	}
	return key
}

// value writes the text after a colon, up to the end of its line or lines.
func (r *renderer) value(indent int, v any) {
	r.literal = false
	switch v := v.(type) {
	case Map:
		if len(v) > 0 && !r.chance(r.flow) {
			r.out.WriteString(r.endOfLine() + "\n")
			r.entries(indent+r.width, v)
			return
		}
	case []any:
		if len(v) > 0 && !r.chance(r.flow) {
			r.out.WriteString(r.endOfLine() + "\n")
			if !r.parent {
				indent += r.width
			}
			r.items(indent, v)
			return
		}
	case string:
		if isBlock(v) && r.chance(80) {
			r.block(indent+r.width, v)
			return
		}
	}
	r.out.WriteString(" " + r.flowText(indent+r.width, v) + r.endOfLine() + "\n")
}

func (r *renderer) items(indent int, list []any) {
	for _, item := range list {
		r.writeAbove(indent)
		start := strings.Repeat(" ", indent) + "-"
		if m, ok := item.(Map); ok && len(m) > 0 && !r.chance(r.flow) {
			outer := r.out
			r.out = strings.Builder{}
			r.entries(indent+r.dash, m)
			text := r.out.String()
			r.out = outer
			r.out.WriteString(start + text[len(start):])
			continue
		}
		r.literal = false
		r.out.WriteString(start + " " + r.flowText(indent+r.width, item) + r.endOfLine() + "\n")
	}
}

// isBlock reports whether a text may be written as a block of lines.
func isBlock(text string) bool {
	return strings.Contains(strings.TrimRight(text, "\n"), "\n") || strings.HasSuffix(text, "\n") && len(text) > 1
}

func (r *renderer) block(indent int, text string) {
	mark := "|"
	if text[0] == ' ' {
		mark += strconv.Itoa(r.width)
	}
	switch {
	case !strings.HasSuffix(text, "\n"):
		mark += "-"
	case strings.HasSuffix(text, "\n\n"):
		mark += "+"
	}
	r.out.WriteString(" " + mark + r.endOfLine() + "\n")
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if line == "" {
			r.line(0, "")
			continue
		}
		r.line(indent, line)
	}
	r.literal = true
}

// flowText writes a value on one line, or a collection in brackets on several lines with the given indentation.
func (r *renderer) flowText(indent int, v any) string {
	switch v := v.(type) {
	case Map:
		var parts []string
		for _, e := range v {
			parts = append(parts, r.key(e.Key)+": "+r.flowText(indent, e.Value))
		}
		return r.brackets("{", "}", indent, parts)
	case []any:
		var parts []string
		for _, item := range v {
			parts = append(parts, r.flowText(indent, item))
		}
		return r.brackets("[", "]", indent, parts)
	case string:
		return r.anchor(v)
	case nil:
		return pick(r.source, "null", "~")
	}
	return fmt.Sprint(v)
}

func (r *renderer) brackets(open, end string, indent int, parts []string) string {
	switch {
	case len(parts) == 0:
		return open + end
	case r.chance(10):
		line := "\n" + strings.Repeat(" ", indent)
		return open + line + strings.Join(parts, ","+line) + line + end
	}
	pad := pick(r.source, "", "", " ")
	return open + pad + strings.Join(parts, ", ") + pad + end
}
