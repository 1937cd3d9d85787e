package edit

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// planHCL plans Ops on the value at a path of a Terraform file, at which their paths start. They are made in the tree of the file
// (hcl_tree.go), what changed in that is written as lines (hcl_collection.go, hcl_body.go, hcl_value.go), the lines around are formatted
// (hcl_format.go), and the result is read again.
func planHCL(doc *model.Document, object []any, ops []Op) ([]Edit, error) {
	if isManifest(valueAt(doc.Root, object)) && len(object) > 0 {
		block, path := inBlock(doc.Root, object)
		if t, start := textOfBlock(doc, block); t != nil {
			edits, err := t.plan(path, ops)
			return moved(edits, start), err
		}
	} else if edits, ok := planBlock(doc, below(object, ops)); ok {
		return edits, nil
	}
	return planFile(doc, object, ops)
}

// isManifest says whether v is a map that is written as a value: such as the manifest of a kubernetes_manifest or the argument of
// yamlencode.
func isManifest(v *model.Value) bool {
	return v != nil && v.Kind == model.Map && v.Style == model.Flow
}

// planFile plans Ops on the text of the whole file.
func planFile(doc *model.Document, object []any, ops []Op) ([]Edit, error) {
	t, err := newHCLText(doc.File.Path, doc.File.Data)
	if err != nil {
		return nil, err
	}
	prefix, err := t.pathOf(doc)
	if err != nil {
		return nil, err
	}
	if len(object) == 0 {
		ops = below(prefix, ops)
	} else {
		object = append(prefix, object...)
	}
	return t.plan(object, ops)
}

// pathOf returns the path to doc's root in the file's static tree: doc may be a part of it, such as the argument of
// jsonencode.
func (t *hclText) pathOf(doc *model.Document) ([]any, error) {
	if doc.Span.Start == 0 && doc.Span.End == len(t.data) {
		return nil, nil
	}
	if path, ok := Find(t.source.Document, doc.Root.Span); ok {
		return path, nil
	}
	return nil, Refuse("the value on line %d is not written out there", doc.File.Position(doc.Root.Span.Start).Line)
}

// plan returns the edits of t that make the Ops true on the value at the path.
func (t *hclText) plan(object []any, ops []Op) ([]Edit, error) {
	h := newHCLTree(t)
	if err := h.change(object, ops); err != nil {
		return nil, err
	}
	want := h.meaning(h.root)
	if model.Equal(t.meaning(t.source.Document.Root), want) {
		return nil, nil
	}
	h.alive = map[*origin]bool{}
	h.carry(h.root)
	sort.Slice(h.carried, func(i, j int) bool { return h.carried[i].Start < h.carried[j].Start })
	out := t.format(h.pieces(h.keepComments(h.wholeFile())))
	edits := diff(t.data, h.start, h.end, out)
	if err := h.prove(edits, want); err != nil {
		return nil, err
	}
	return edits, nil
}

// change makes the Ops in the tree. Those of a manifest know nothing of the file around it.
func (h *hclTree) change(object []any, ops []Op) error {
	file := h.root
	at := file
	for _, step := range object {
		i := at.index(step)
		if i < 0 {
			return fmt.Errorf("%s does not exist", pathText(object))
		}
		at = at.kids[i].node
	}
	if h.manifest = len(object) > 0 && isManifest(at.src); h.manifest {
		h.root = at
	} else {
		ops = below(object, ops)
	}
	for _, op := range ops {
		if h.manifest {
			op.DropComments = false // they do not come along with what is taken out: see Detach
		}
		if err := h.refuses(op); err != nil {
			return err
		}
		if err := h.apply(op); err != nil {
			return err
		}
	}
	if h.root.open() {
		return errOpen
	}
	h.root = file
	return nil
}

// prove reads the result and compares it with what the Ops ask for.
func (h *hclTree) prove(edits []Edit, want *model.Value) error {
	data, err := Apply(h.data, edits)
	if err != nil {
		return err
	}
	after, err := newHCLText(h.text.path, data)
	switch {
	case err != nil:
		return unproved("the change would not parse (%v)", err)
	case !model.Equal(after.meaning(after.source.Document.Root), want):
		return errNotAsAsked
	case len(h.data) > 0 && len(data) > 0 && bytes.HasSuffix(h.data, []byte("\n")) != bytes.HasSuffix(data, []byte("\n")):
		return unproved("the change would alter the file's newlines")
	}
	return h.verifyComments(after.source.Comments())
}

func firstLine(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if more {
		return strings.TrimRight(line, " \t\r") + " …"
	}
	return line
}

// parseHCL reads a file, with its error made fit for people.
func parseHCL(name string, data []byte) (*hcl.Source, error) {
	f := model.NewFile(name, data)
	source, err := hcl.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s", f.Position(err.Span.Start).Line, err.Message)
	}
	return source, nil
}

// Object returns the text of a new map that is to stand in the place of the one at the path of a Terraform file, written like it: on the
// lines that its own first one begins.
func Object(doc *model.Document, path []any, v *model.Value) (string, error) {
	if hasComments(v) {
		return "", RefuseWith("write it by hand", "its comments cannot be written in Terraform")
	}
	t, err := newHCLText(doc.File.Path, doc.File.Data)
	if err != nil {
		return "", err
	}
	at := valueAt(t.source.Document.Root, path)
	if at == nil {
		return "", fmt.Errorf("%s does not exist", pathText(path))
	}
	h := newHCLTree(t)
	h.style = h.styleIn(at)
	out := t.format(h.pieces(h.inline(h.node(unplaced(v)), t.blanksAt(at.Span.Start))))
	return h.valueText(out), nil
}
