package edit

import (
	"bytes"
	"fmt"

	"github.com/karplint/karplint/model"
)

// check returns an error where a changed entry stands in a way that cannot be taken apart: an
// explicit key, a template line inside what moves.
func (t *tree) check() error { return t.checkNode(t.root) }

func (t *tree) checkNode(n *node) error {
	if n.clean() {
		return nil
	}
	here := map[int]bool{}
	for _, k := range n.kids {
		o := k.from
		if o != nil && n.src != nil && o.coll == n.src {
			here[o.index] = true
		}
		if o != nil && o.odd && !(here[o.index] && k.clean()) {
			return t.oddError(o)
		}
		if err := t.checkNode(k.node); err != nil {
			return err
		}
	}
	for i, o := range t.kids[n.src] {
		if here[i] {
			continue
		}
		if o.odd {
			return t.oddError(o)
		}
		if err := t.checkTemplates(o); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) oddError(o *origin) error {
	line := t.doc.File.Position(o.start).Line
	return fmt.Errorf("the entry on line %d shares its line in a way that cannot be edited; change it by hand", line)
}

// checkTemplates returns an error if a template stands on lines of its own among those of o,
// which leaves its place: whether it still would be balanced there is not known.
func (t *tree) checkTemplates(o *origin) error {
	span := model.Span{Start: o.start, End: o.end}
	if o.block {
		span = model.Span{Start: o.gap.Start, End: o.body.End}
	}
	for _, tpl := range t.doc.Templates {
		if tpl.Start < span.Start || tpl.Start >= span.End {
			continue
		}
		from, to := t.lineStart(tpl.Start), t.lineEnd(tpl.Start)
		before := bytes.TrimSpace(t.data[from:tpl.Start])
		after := t.data[min(tpl.End, to):to]
		if len(before) == 0 && len(bytes.TrimSpace(after)) == 0 && bytes.HasPrefix(t.data[tpl.Start:], []byte("{{")) {
			line := t.doc.File.Position(tpl.Start).Line
			return fmt.Errorf("the template %q on line %d stands in the way; change it by hand", t.data[tpl.Start:tpl.End], line)
		}
	}
	return nil
}
