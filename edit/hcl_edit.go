package edit

import (
	"fmt"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclEdit is one Op on a Terraform file: the edits it needs and the tree it asks for.
type hclEdit struct {
	*hclText
	want    *model.Value // what the file is to mean
	edits   []Edit
	dropped []model.Span // whose comments may go
	then    *Op          // what is left to do in a step of its own
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

func (e *hclEdit) apply(op Op) error {
	switch op.Do {
	case Set:
		return e.set(op)
	case Insert:
		return e.insert(op)
	case Delete:
		return e.delete(op)
	case Rename:
		return e.rename(op)
	case Move:
		return e.move(op)
	case Text:
		return e.changeParts(op)
	}
	return fmt.Errorf("unknown action %d", op.Do)
}

func (e *hclEdit) set(op Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", pathText(op.Path))
	}
	s := e.find(op.Path)
	meaning := e.meaning(op.Value)
	switch {
	case len(s.rest) > 0:
		return e.add(s, op)
	case model.Equal(e.meaning(s.value), meaning):
		return nil
	case s.value.Style == model.Block:
		return Refuse("%s is a block", pathText(op.Path))
	}
	e.replaceValue(s, op.Value)
	return e.expect(op.Path, func(parent *model.Value, step any) { assignStep(parent, step, meaning) })
}

// add makes the rest of a path, with the Op's value at its end.
func (e *hclEdit) add(s spot, op Op) error {
	step, value := s.rest[0], wrap(s.rest[1:], op.Value)
	if value == nil {
		return fmt.Errorf("%s does not exist", pathText(op.Path[:len(op.Path)-1]))
	}
	key, isKey := step.(string)
	switch {
	case s.value.Kind == model.Null:
		whole := wrap(s.rest, op.Value)
		if whole == nil {
			return fmt.Errorf("%s does not exist", pathText(op.Path[:len(op.Path)-1]))
		}
		e.replaceValue(s, whole)
		return e.expect(s.path, func(parent *model.Value, step any) { assignStep(parent, step, e.meaning(whole)) })
	case s.value.Kind == model.Unknown:
		return e.unknownError(s)
	case isKey && s.holdsBody():
		if err := e.checkAttribute(s, key, op); err != nil {
			return err
		}
		e.addAttribute(s, key, value, op)
	case isKey && s.value.Kind == model.Map && s.value.Style == model.Flow:
		e.addKid(s, len(s.value.Entries), key, value, op)
	case !isKey && s.value.Kind == model.List && s.value.Style == model.Flow && step == len(s.value.Items):
		e.addKid(s, len(s.value.Items), "", value, op)
	default:
		return e.misfitError(s, op.Path)
	}
	return e.expect(op.Path[:len(s.path)+1], func(parent *model.Value, step any) { assignStep(parent, step, e.meaning(value)) })
}

// wrap returns v inside new maps and lists, so that path leads to it; nil if a list on the way would have holes.
func wrap(path []any, v *model.Value) *model.Value {
	for i := len(path) - 1; i >= 0; i-- {
		switch step := path[i].(type) {
		case string:
			v = model.NewMap(model.NewEntry(step, v))
		case int:
			if step != 0 {
				return nil
			}
			v = model.NewList(v)
		default:
			return nil
		}
	}
	return v
}

// checkAttribute says why key cannot become an attribute of the body at s.
func (e *hclEdit) checkAttribute(s spot, key string, op Op) error {
	if !identifier().MatchString(key) {
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	}
	if len(s.path) == 0 && (len(s.rest) > 1 || len(s.body.Blocks) > 0) {
		return fmt.Errorf("%s does not exist", pathText(op.Path[:1]))
	}
	for _, b := range s.body.BlocksOf("dynamic") {
		if len(b.Labels) == 1 && b.Labels[0] == key {
			return Refuse("%s is written by a dynamic block", pathText(op.Path[:len(s.path)+1]))
		}
	}
	return nil
}

func (e *hclEdit) unknownError(s spot) error {
	return Refuse("%s is the expression %s", pathText(s.path), firstLine(s.value.Text))
}

func (e *hclEdit) misfitError(s spot, path []any) error {
	step := path[len(s.path)]
	if _, isIndex := step.(int); isIndex && s.value.Kind == model.List {
		return fmt.Errorf("%s has %d items; there is no place %v", pathText(s.path), len(s.value.Items), step)
	}
	if s.value.Style == model.Block {
		return fmt.Errorf("%s does not exist", pathText(path[:len(s.path)+1]))
	}
	return fmt.Errorf("%s is of kind %s; %s cannot stand in it", pathText(s.path), s.value.Kind, pathText(path))
}

func (e *hclEdit) insert(op Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", pathText(op.Path))
	}
	s := e.find(op.Path)
	if len(s.rest) > 0 || s.value.Kind == model.Null {
		if op.Index > 0 {
			return fmt.Errorf("%s has 0 items; there is no place %d", pathText(op.Path), op.Index)
		}
		op.Path = append(op.Path[:len(op.Path):len(op.Path)], 0)
		s.rest = op.Path[len(s.path):]
		return e.add(s, op)
	}
	at := op.Index
	if at == -1 {
		at = len(s.value.Items)
	}
	switch {
	case s.value.Kind == model.Unknown:
		return e.unknownError(s)
	case s.value.Kind != model.List:
		return fmt.Errorf("%s is of kind %s; nothing can be inserted", pathText(op.Path), s.value.Kind)
	case at < 0 || at > len(s.value.Items):
		return fmt.Errorf("%s has %d items; there is no place %d", pathText(op.Path), len(s.value.Items), at)
	case s.value.Style == model.Block && op.Value.Kind != model.Map:
		return fmt.Errorf("%s is a list of blocks; a %s cannot be one", pathText(op.Path), op.Value.Kind)
	case s.value.Style == model.Block:
		if err := e.addBlock(s, at, op.Value); err != nil {
			return err
		}
	default:
		e.addKid(s, at, "", op.Value, op)
	}
	return e.expect(append(op.Path[:len(op.Path):len(op.Path)], at), func(parent *model.Value, _ any) {
		parent.Items = append(parent.Items[:at:at], append([]*model.Value{e.meaning(op.Value)}, parent.Items[at:]...)...)
	})
}

func (e *hclEdit) delete(op Op) error {
	s := e.find(op.Path)
	switch {
	case len(s.rest) > 0:
		return e.absentError(s, op.Path)
	case s.above.Kind == model.Unknown:
		return Refuse("%s is a part of the expression %s", pathText(op.Path), firstLine(s.above.Text))
	case s.value.Style == model.Block && !isBlock(s.value):
		return fmt.Errorf("%s stands for several blocks; name one of them", pathText(op.Path))
	}
	if s.above.Style == model.Flow {
		e.deleteKid(s, op.DropComments)
	} else {
		e.deleteFromBody(s, op.DropComments)
	}
	return e.expect(op.Path, remove)
}

func (e *hclEdit) absentError(s spot, path []any) error {
	if s.value.Kind == model.Unknown {
		return e.unknownError(s)
	}
	return fmt.Errorf("%s does not exist", pathText(path[:len(s.path)+1]))
}

func (e *hclEdit) rename(op Op) error {
	s := e.find(op.Path)
	switch {
	case len(s.rest) > 0:
		return e.absentError(s, op.Path)
	case s.entry == nil:
		return fmt.Errorf("%s is an item of a list and has no key", pathText(op.Path))
	case s.value.Style == model.Block:
		return RefuseWith("rename it by hand", "%s is a block", pathText(op.Path))
	case s.entry.Key.Text == op.Key:
		return nil
	case s.above.Entry(op.Key) != nil:
		return fmt.Errorf("%q already exists beside %s", op.Key, pathText(op.Path))
	case s.above.Style == model.Block && !identifier().MatchString(op.Key):
		return fmt.Errorf("%q cannot be the name of an attribute", op.Key)
	}
	key := s.entry.Key
	e.replace(key.Span.Start, key.Span.End, keyText(op.Key, key.Style == model.DoubleQuoted))
	return e.expect(op.Path, func(parent *model.Value, step any) {
		entry := *parent.Entry(step.(string))
		entry.Key = model.NewString(op.Key)
		for i, old := range parent.Entries {
			if old == parent.Entry(step.(string)) {
				parent.Entries[i] = &entry
				break
			}
		}
	})
}

// move renames within a map; elsewhere it takes an attribute or entry with the bytes of its value.
func (e *hclEdit) move(op Op) error {
	if len(op.To) == 0 {
		return fmt.Errorf("the target of %s is empty", pathText(op.Path))
	}
	last := len(op.To) - 1
	key, isKey := op.To[last].(string)
	if isKey && samePath(op.Path[:len(op.Path)-1], op.To[:last]) {
		return e.rename(Op{Path: op.Path, Key: key})
	}
	from, to := e.find(op.Path), e.find(op.To)
	switch {
	case len(from.rest) > 0:
		return e.absentError(from, op.Path)
	case isPrefix(op.Path, op.To) || isPrefix(op.To, op.Path):
		return RefuseWith("move it by hand", "%s cannot move to %s", pathText(op.Path), pathText(op.To))
	case len(to.rest) == 0:
		return fmt.Errorf("%s already exists; %s cannot move there", pathText(op.To), pathText(op.Path))
	case !isKey || from.entry == nil || from.value.Style == model.Block:
		return moveError(op)
	case e.shares(from, to):
		return e.moveInFlow(from, to, op)
	case e.hasRemarks(from):
		return moveError(op)
	}
	if err := e.add(to, Op{Path: op.To, Value: from.value}); err != nil {
		return err
	}
	return e.delete(Op{Path: op.Path, DropComments: true})
}

// moveInFlow moves an entry within one collection, where the edits at both ends could touch the same bytes: it is written at the new
// place in this step and deleted at the old one in the next.
func (e *hclEdit) moveInFlow(from, to spot, op Op) error {
	key := from.entry.Key.Span.Start
	line := model.Span{Start: e.lineStart(key), End: from.value.Span.End}
	if end, ok := e.after(line.End); ok {
		line.End = end
	}
	if len(e.commentsIn(line)) > 0 || e.lead(key) < line.Start {
		return moveError(op)
	}
	e.then = &Op{Do: Delete, Path: op.Path}
	return e.add(to, Op{Path: op.To, Value: from.value})
}

func moveError(op Op) error {
	return RefuseWith("move it by hand", "%s cannot be moved safely", pathText(op.Path))
}

// hasRemarks says whether comments stand above or beside the spot's entry.
func (e *hclEdit) hasRemarks(s spot) bool {
	start := s.entry.Key.Span.Start
	end, ok := e.after(s.value.Span.End)
	return !ok || !e.ownLine(start) || e.lead(start) < e.lineStart(start) || len(e.commentsIn(model.Span{Start: s.value.Span.End, End: end})) > 0
}

// shares says whether edits at both spots could touch the same bytes, those of one collection.
func (e *hclEdit) shares(from, to spot) bool {
	return from.above.Style == model.Flow && (to.value.Span.Contains(from.above.Span) || from.above.Span.Contains(to.value.Span)) &&
		to.value.Style == model.Flow
}
