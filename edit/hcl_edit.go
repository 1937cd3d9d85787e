package edit

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclEdit is one Op on a Terraform file: the edits it needs and the tree it asks for.
type hclEdit struct {
	*hclText
	want    *model.Value // what the file is to mean
	edits   []Edit
	dropped []model.Span // whose comments may go
}

func (e *hclEdit) replace(start, end int, text string) {
	e.edits = append(e.edits, Edit{Start: start, End: end, New: text})
}

// spot is the place of a path in a file, as far as the path exists.
type spot struct {
	path  []any        // of value
	value *model.Value // the last value on the path that exists
	above *model.Value // the value that holds it
	block *hcl.Block   // the closest block, nil for the file
	body  *hcl.Body    // of block
	entry *model.Entry // of value, where it is an entry
	rest  []any        // the steps that do not exist
}

// find follows a path through the static tree. The last one of several blocks with the same labels counts, as it
// does in the tree.
func (t *hclText) find(path []any) spot {
	s := spot{value: t.source.Document.Root, body: t.source.Body, rest: path}
	for len(s.rest) > 0 {
		value, entry := child(s.value, s.rest[0])
		if value == nil {
			break
		}
		s.above, s.value, s.entry = s.value, value, entry
		s.path, s.rest = path[:len(s.path)+1], s.rest[1:]
		for _, b := range s.body.Blocks {
			if b.Span == value.Span && len(b.Path) == len(s.path) && isBlock(value) {
				s.block, s.body = b, b.Body
				break
			}
		}
	}
	return s
}

// child returns what step leads to in v: in a map, a list, or the parts of an expression.
func child(v *model.Value, step any) (*model.Value, *model.Entry) {
	switch i := step.(type) {
	case string:
		if e := v.Entry(i); e != nil {
			return e.Value, e
		}
	case int:
		if i >= 0 && i < len(v.Items) {
			return v.Items[i], nil
		}
	}
	return nil, nil
}

// isBlock says whether v is a block of HCL, and not one of the maps and lists that group blocks.
func isBlock(v *model.Value) bool { return v.Style == model.Block && !v.Props.Empty() }

// holdsBody says whether attributes can be written into the spot's value.
func (s spot) holdsBody() bool { return len(s.path) == 0 || isBlock(s.value) }

// exists says whether the whole path does.
func (s spot) exists() bool { return len(s.rest) == 0 }

// refuses says what of an Op at the spot cannot be written in Terraform, though it makes sense in a tree.
func (t *hclText) refuses(s spot, op Op) error {
	adds := op.Do == Set || op.Do == Insert
	switch {
	case adds && op.Value == nil: // the tree says so
		return nil
	case s.value.Kind == model.Unknown && (!s.exists() || op.Do == Insert):
		return Refuse("%s is the expression %s", pathText(s.path), firstLine(s.value.Text))
	case !s.exists() && adds:
		return t.refusesNew(s, op.Path)
	case !s.exists():
		return nil
	}
	isInBlock := s.value.Style == model.Block
	switch op.Do {
	case Set:
		if isInBlock {
			return Refuse("%s is a block", pathText(op.Path))
		}
	case Insert:
		if isInBlock && op.Value.Kind != model.Map {
			return fmt.Errorf("%s is a list of blocks; a %s cannot be one", pathText(op.Path), op.Value.Kind)
		}
	case Delete:
		if s.above.Kind == model.Unknown {
			return Refuse("%s is a part of the expression %s", pathText(op.Path), firstLine(s.above.Text))
		}
		if isInBlock && !isBlock(s.value) {
			return fmt.Errorf("%s stands for several blocks; name one of them", pathText(op.Path))
		}
	case Rename:
		if isInBlock {
			return RefuseWith("rename it by hand", "%s is a block", pathText(op.Path))
		}
		if s.above.Style == model.Block && !identifier().MatchString(op.Key) {
			return fmt.Errorf("%q cannot be the name of an attribute", op.Key)
		}
	}
	return nil
}

// refusesNew says why what a path lacks from the spot on cannot be added to a body.
func (t *hclText) refusesNew(s spot, path []any) error {
	key, isKey := s.rest[0].(string)
	absent := fmt.Errorf("%s does not exist", pathText(path[:len(s.path)+1]))
	switch {
	case s.value.Style != model.Block && !s.holdsBody():
		return nil
	case !s.holdsBody():
		return absent
	case !isKey || !identifier().MatchString(key):
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	case len(s.path) == 0 && (len(s.rest) > 1 || len(s.body.Blocks) > 0):
		return absent
	}
	for _, b := range s.body.BlocksOf("dynamic") {
		if len(b.Labels) == 1 && b.Labels[0] == key {
			return Refuse("%s is written by a dynamic block", pathText(path[:len(s.path)+1]))
		}
	}
	return nil
}

// write makes an Op, which makes sense in the tree and is not refused, at the spot of its path.
func (e *hclEdit) write(s spot, op Op) error {
	switch op.Do {
	case Set:
		if !s.exists() {
			return e.add(s, op)
		}
		e.replaceValue(s, op.Value)
	case Insert:
		return e.insert(s, op)
	case Delete:
		if s.above.Style == model.Flow {
			op.Path = op.Path[len(op.Path)-1:]
			return e.changeIn(s.above, op)
		}
		e.deleteFromBody(s, op.DropComments)
	case Rename:
		key := s.entry.Key
		e.replace(key.Span.Start, key.Span.End, keyText(op.Key, key.Style == model.DoubleQuoted))
	case Text:
		edits, err := hclParts(e.data, s.value, op.Parts)
		e.edits = append(e.edits, edits...)
		return err
	}
	return nil
}

// add writes the rest of a path, with the Op's value at its end.
func (e *hclEdit) add(s spot, op Op) error {
	switch {
	case s.value.Kind == model.Null:
		e.replaceValue(s, wrap(s.rest, op.Value))
	case s.holdsBody():
		e.addAttribute(s, s.rest[0].(string), wrap(s.rest[1:], op.Value), op)
	default:
		return e.changeIn(s.value, Op{Path: s.rest, Value: op.Value, Note: op.Note, Before: op.Before})
	}
	return nil
}

// wrap returns v inside new maps and lists, so that path leads to it.
func wrap(path []any, v *model.Value) *model.Value {
	for _, step := range slices.Backward(path) {
		if key, isKey := step.(string); isKey {
			v = model.NewMap(model.NewEntry(key, v))
		} else {
			v = model.NewList(v)
		}
	}
	return v
}

func (e *hclEdit) insert(s spot, op Op) error {
	index := op.Index
	if index == -1 {
		index = len(s.value.Items)
	}
	switch {
	case !s.exists() || s.value.Kind == model.Null:
		op.Path = append(op.Path[:len(op.Path):len(op.Path)], 0)
		s.rest = op.Path[len(s.path):]
		return e.add(s, op)
	case s.value.Style == model.Block:
		return e.addBlock(s, index, op.Value)
	}
	return e.changeIn(s.value, Op{Do: Insert, Index: index, Value: op.Value, Note: op.Note})
}

// splitMove returns what a Move is in a text: a rename within one map; elsewhere the attribute or entry is written at the new place, with the
// bytes of its value, and then deleted at the old one.
func (t *hclText) splitMove(op Op) ([]Op, error) {
	last := len(op.To) - 1
	if last < 0 {
		return nil, fmt.Errorf("the target of %s is empty", pathText(op.Path))
	}
	key, isKey := op.To[last].(string)
	if isKey && slices.Equal(op.Path[:len(op.Path)-1], op.To[:last]) {
		return []Op{{Do: Rename, Path: op.Path, Key: key}}, nil
	}
	from, to := t.find(op.Path), t.find(op.To)
	switch {
	case !from.exists():
		return []Op{op}, nil // which is not there
	case model.HasPrefix(op.To, op.Path) || model.HasPrefix(op.Path, op.To):
		return nil, RefuseWith("move it by hand", "%s cannot move to %s", pathText(op.Path), pathText(op.To))
	case to.exists():
		return nil, fmt.Errorf("%s already exists; %s cannot move there", pathText(op.To), pathText(op.Path))
	case !isKey || from.entry == nil || from.value.Style == model.Block || t.hasRemarks(from) || !shareMap(from, to) && !t.hasOwnLines(from):
		return nil, moveError(op.Path)
	}
	return []Op{{Do: Set, Path: op.To, Value: from.value}, {Do: Delete, Path: op.Path, DropComments: true}}, nil
}

func moveError(path []any) error {
	return RefuseWith("move it by hand", "%s cannot be moved safely", pathText(path))
}

// hasRemarks says whether comments stand above the spot's entry or on its lines, outside of its value.
func (t *hclText) hasRemarks(s spot) bool {
	key, value := s.entry.Key.Span, s.value.Span
	line := t.lineStart(key.Start)
	return t.lead(key.Start) < line || len(t.commentsIn(model.Span{Start: line, End: key.Start})) > 0 ||
		len(t.commentsIn(model.Span{Start: value.End, End: t.lineEnd(value.End)})) > 0
}

// hasOwnLines says whether the spot's entry shares its lines with nothing.
func (t *hclText) hasOwnLines(s spot) bool {
	_, ok := t.after(s.value.Span.End)
	return ok && t.ownLine(s.entry.Key.Span.Start)
}

// shareMap says whether both spots are in one map or list that is written as a value.
func shareMap(from, to spot) bool {
	return from.above.Style == model.Flow && to.value.Style == model.Flow &&
		(to.value.Span.Contains(from.above.Span) || from.above.Span.Contains(to.value.Span))
}
