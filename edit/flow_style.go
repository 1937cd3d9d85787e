package edit

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// flowStyle is how a collection in flow style is laid out.
type flowStyle struct {
	inFlow bool        // the value stands inside another flow collection
	multi  bool        // its kids stand on lines of their own
	unit   string      // one step of indentation, where multi
	pad    string      // after "{" and before "}", where not multi
	comma  string      // after a comma, where not multi
	colon  string      // between a key and its value: ":" and what follows
	quote  model.Style // of keys
}

// base returns the indentation that the lines of v are relative to.
func (t *tree) base(v *model.Value) string {
	if o := t.holder[v]; o != nil && o.block {
		return spaces(o.col)
	}
	return t.lineBlanks(start(v))
}

// lineBlanks returns the blanks that the line at offset starts with.
func (t *tree) lineBlanks(offset int) string {
	from := t.lineStart(offset)
	return string(t.data[from : from+blanks(t.data[from:offset])])
}

// newFlow returns the style of a new collection inside one of style st.
func (t *tree) newFlow(st flowStyle) flowStyle {
	if !st.inFlow {
		return flowStyle{colon: ": ", comma: " "}
	}
	st.multi = st.multi && t.json
	return st
}

// flowOf reads the style off a collection of the document; what it does not show is taken from
// the first collection that does.
func (t *tree) flowOf(v *model.Value, st flowStyle) flowStyle {
	f := flowStyle{colon: ": ", comma: " "}
	if st.inFlow {
		f = st
	} else if v != t.doc.Root && t.json {
		f = t.flowOf(t.doc.Root, st)
	}
	if t.json {
		f.quote = model.DoubleQuoted
	}
	kids := t.kids[v]
	if len(kids) == 0 {
		if v == t.doc.Root && t.json {
			f.multi, f.unit = true, spaces(2)
		}
		return f
	}
	open := string(t.data[v.Span.Start+1 : kids[0].start])
	f.multi = strings.Contains(open, "\n")
	if f.multi {
		f.unit = strings.TrimPrefix(t.lineBlanks(kids[0].start), t.lineBlanks(v.Span.Start))
		f.pad = ""
		if len(kids) == 1 && f.comma == "" {
			f.comma = " "
		}
	} else if strings.TrimSpace(open) == "" {
		f.pad = open
	}
	if len(kids) > 1 && !f.multi {
		between := string(t.data[kids[0].end:kids[1].start])
		if _, after, found := strings.Cut(between, ","); found && strings.TrimSpace(after) == "" && !strings.Contains(after, "\n") {
			f.comma = after
		}
	}
	if e := kids[0].entry; e != nil {
		colon := string(t.data[e.Key.Span.End:max(e.Key.Span.End, start(e.Value))])
		if strings.TrimSpace(colon) == ":" && !strings.Contains(colon, "\n") {
			f.colon = colon
			if colon == ":" && !t.json && e.Value.Span.Empty() {
				f.colon = ": "
			}
			if t.json && v == t.doc.Root {
				f.comma = colon[strings.Index(colon, ":")+1:]
			}
		}
		f.quote = e.Key.Style
	}
	return f
}

// isLeaf says whether n is a collection that holds scalars only.
func (n *node) isLeaf() bool {
	return !slices.ContainsFunc(n.kids, func(k *kid) bool { return len(k.node.kids) > 0 })
}

// leavesInline says whether most collections of the document that hold scalars only stand on one line.
func (t *tree) leavesInline() bool {
	if t.leaves == nil {
		t.leaves = &leaves{}
		t.countLeaves(t.doc.Root)
	}
	return t.leaves.inline > t.leaves.broken
}

// leaves counts collections of scalars by whether they stand on one line or on several.
type leaves struct{ inline, broken int }

func (t *tree) countLeaves(v *model.Value) {
	kids := t.kids[v]
	holds := false
	for _, o := range kids {
		if len(t.kids[o.value]) > 0 {
			holds = true
			t.countLeaves(o.value)
		}
	}
	switch {
	case holds || len(kids) == 0:
	case bytes.ContainsRune(t.data[v.Span.Start:v.Span.End], '\n'):
		t.leaves.broken++
	default:
		t.leaves.inline++
	}
}
