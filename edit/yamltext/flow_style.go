package yamltext

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// flowStyle is the layout of a collection in flow style.
type flowStyle struct {
	inFlow bool        // the value is inside another flow collection
	multi  bool        // its children have lines of their own
	unit   string      // one step of indentation, where multi
	pad    string      // after "{" and before "}", where not multi
	comma  string      // after a comma, where not multi
	colon  string      // between a key and its value: ":" and blanks
	quote  model.Style // of keys
}

// newFlow returns the style of a new collection inside one of style st.
func (t *treeWriter) newFlow(st flowStyle) flowStyle {
	if !st.inFlow {
		return flowStyle{colon: ": ", comma: " "}
	}
	st.multi = st.multi && t.JSON
	return st
}

// flowOf reads the style of a collection of the document. Properties that it does not show come from the first collection that
// does.
func (t *treeWriter) flowOf(v *model.Value, st flowStyle) flowStyle {
	f := flowStyle{colon: ": ", comma: " "}
	if st.inFlow {
		f = st
	} else if v != t.Doc.Root && t.JSON {
		f = t.flowOf(t.Doc.Root, st)
	}
	if t.JSON {
		f.quote = model.DoubleQuoted
	}
	children := t.Children[v]
	isPair := len(children) > 0 && children[0].Start == v.Span.Start // [a: b], a map without braces
	if len(children) == 0 || isPair {
		if v == t.Doc.Root && t.JSON {
			f.multi, f.unit = true, textline.Spaces(2)
		}
		return f
	}
	open := string(t.Data[v.Span.Start+1 : children[0].Start])
	f.multi = strings.Contains(open, "\n")
	if f.multi {
		f.unit = strings.TrimPrefix(t.LineBlanks(children[0].Start), t.LineBlanks(v.Span.Start))
		f.pad = ""
		if len(children) == 1 && f.comma == "" {
			f.comma = " "
		}
	} else if strings.TrimSpace(open) == "" {
		f.pad = open
	}
	if len(children) > 1 && !f.multi {
		separator := string(t.Data[children[0].End:children[1].Start])
		if _, spacing, ok := strings.Cut(separator, ","); ok && strings.TrimSpace(spacing) == "" && !strings.Contains(spacing, "\n") {
			f.comma = spacing
		}
	}
	if e := children[0].Entry; e != nil {
		colon := string(t.Data[e.Key.Span.End:max(e.Key.Span.End, layout.StartOf(e.Value))])
		if strings.TrimSpace(colon) == ":" && !strings.Contains(colon, "\n") {
			f.colon = colon
			if colon == ":" && !t.JSON && e.Value.Span.Empty() {
				f.colon = ": "
			}
			if t.JSON && v == t.Doc.Root {
				f.comma = colon[strings.Index(colon, ":")+1:]
			}
		}
		f.quote = e.Key.Style
	}
	return f
}

// leavesInline reports whether most collections of scalars in the document are on one line.
func (t *treeWriter) leavesInline() bool {
	if t.leaves == nil {
		t.leaves = &leaves{}
		t.countLeaves(t.Doc.Root)
	}
	return t.leaves.inline > t.leaves.broken
}

// leaves counts the collections of scalars that are on one line and those on several.
type leaves struct{ inline, broken int }

func (t *treeWriter) countLeaves(v *model.Value) {
	children := t.Children[v]
	isNested := false
	for _, o := range children {
		if len(t.Children[o.Value]) > 0 {
			isNested = true
			t.countLeaves(o.Value)
		}
	}
	switch {
	case isNested || len(children) == 0:
	case bytes.ContainsRune(t.Data[v.Span.Start:v.Span.End], '\n'):
		t.leaves.broken++
	default:
		t.leaves.inline++
	}
}
