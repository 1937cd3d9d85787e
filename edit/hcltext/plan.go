// Package hcltext plans Ops on Terraform files: it finds the lines of all bodies, maps and lists, applies the Ops to the tree, writes
// the changes, and formats the lines around them.
package hcltext

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// Plan plans Ops on the value at a path of a Terraform file; the paths of the Ops start there. It applies them to the tree of
// the file (tree.go), writes the changes as lines (collection.go, place.go, value.go), formats the lines around them
// (format.go), and reads the result again.
func Plan(doc *model.Document, object []any, ops []edit.Op) ([]edit.Edit, error) {
	if isManifest(edit.ValueAt(doc.Root, object)) && len(object) > 0 {
		block, path := inBlock(doc.Root, object)
		if t, start := textOfBlock(doc, block); t != nil {
			edits, err := t.plan(path, ops)
			return edit.Shift(edits, start), err
		}
	} else if edits, ok := PlanBlock(doc, edit.Prefix(object, ops)); ok {
		return edits, nil
	}
	return PlanFile(doc, object, ops)
}

// isManifest reports whether v is a map that is written as a value, such as the manifest of a kubernetes_manifest or the argument
// of yamlencode.
func isManifest(v *model.Value) bool {
	return v != nil && v.Kind == model.Map && v.Style == model.Flow
}

// PlanFile plans Ops on the text of the whole file.
func PlanFile(doc *model.Document, object []any, ops []edit.Op) ([]edit.Edit, error) {
	t, err := newHCLText(doc.File)
	if err != nil {
		return nil, err
	}
	prefix, err := t.pathOf(doc)
	if err != nil {
		return nil, err
	}
	if len(object) == 0 {
		ops = edit.Prefix(prefix, ops)
	} else {
		object = append(prefix, object...)
	}
	return t.plan(object, ops)
}

// pathOf returns the path to doc's root in the file's static tree: doc may be a part of it, such as the argument of
// jsonencode.
func (t *hclText) pathOf(doc *model.Document) ([]any, error) {
	if doc.Span.Start == 0 && doc.Span.End == len(t.Data) {
		return nil, nil
	}
	if path, ok := edit.Find(t.source.Document, doc.Root.Span); ok {
		return path, nil
	}
	return nil, edit.Refuse("the value on line %d is not written out there", doc.File.Position(doc.Root.Span.Start).Line)
}

// plan returns the edits of t that apply the Ops to the value at the path.
func (t *hclText) plan(object []any, ops []edit.Op) ([]edit.Edit, error) {
	h := newHCLTree(t)
	if err := h.change(object, ops); err != nil {
		return nil, err
	}
	want := h.meaning(h.Root)
	if model.Equal(t.meaning(t.source.Document.Root), want) {
		return nil, nil
	}
	h.Alive = map[*layout.Origin]bool{}
	h.carry(h.Root)
	sort.Slice(h.Carried, func(i, j int) bool { return h.Carried[i].Start < h.Carried[j].Start })
	out := t.format(h.Pieces(h.KeepComments(h.wholeFile())))
	edits := textline.Edits(t.Data, h.Start, h.End, out)
	if err := h.prove(edits, want); err != nil {
		return nil, err
	}
	return edits, nil
}

// change applies the Ops to the tree. Paths of Ops on a manifest start at the manifest, not at the
// root of the file.
func (h *hclTree) change(object []any, ops []edit.Op) error {
	file := h.Root
	target := file
	for _, step := range object {
		i := target.Index(step)
		if i < 0 {
			return fmt.Errorf("%s does not exist", edit.PathText(object))
		}
		target = target.Children[i].Node
	}
	if h.manifest = len(object) > 0 && isManifest(target.Src); h.manifest {
		h.Root = target
	} else {
		ops = edit.Prefix(object, ops)
	}
	for _, op := range ops {
		if h.manifest {
			op.DropComments = false // Detach took the comments along
		}
		if err := h.refuses(op); err != nil {
			return err
		}
		copied := h.copiedBy(op)
		if copied != nil {
			op.Value = copied.Value
		}
		if err := h.Apply(op); err != nil {
			return err
		}
		if copied != nil {
			h.layTwin(copied, h.spot(op.Path).node, op.Index)
		}
	}
	if h.Root.Open() {
		return draft.ErrOpen
	}
	h.Root = file
	return nil
}

// prove reads the result again and compares it with the wanted tree.
func (h *hclTree) prove(edits []edit.Edit, want *model.Value) error {
	before := h.Data[:h.Size]
	data, err := edit.Apply(before, edits)
	if err != nil {
		return err
	}
	after, err := newHCLText(model.NewFile(h.text.Path, data))
	switch {
	case err != nil:
		return edit.Unproved("the change would not parse (%v)", err)
	case !model.Equal(after.meaning(after.source.Document.Root), want):
		return draft.ErrNotAsAsked
	case len(before) > 0 && len(data) > 0 && bytes.HasSuffix(before, []byte("\n")) != bytes.HasSuffix(data, []byte("\n")):
		return edit.Unproved("the change would alter the file's newlines")
	}
	return h.VerifyComments(after.comments())
}

func firstLine(text string) string {
	line, _, isCut := strings.Cut(text, "\n")
	if isCut {
		return strings.TrimRight(line, " \t\r") + " …"
	}
	return line
}

// Object returns the text of a new map that replaces the one at a path of a Terraform file, in the same style.
func Object(doc *model.Document, path []any, v *model.Value) (string, error) {
	if draft.HasComments(v) {
		return "", edit.RefuseWith("write it by hand", "its comments cannot be written in Terraform")
	}
	t, err := newHCLText(doc.File)
	if err != nil {
		return "", err
	}
	value := edit.ValueAt(t.source.Document.Root, path)
	if value == nil {
		return "", fmt.Errorf("%s does not exist", edit.PathText(path))
	}
	h := newHCLTree(t)
	h.style = h.styleIn(value)
	out := t.format(h.Pieces(h.inline(h.NewNode(unplaced(v)), t.blanksAt(value.Span.Start))))
	return h.valueText(out), nil
}
