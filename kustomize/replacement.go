package kustomize

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/model"
)

// ReplacementTarget is one target of a replacement: the objects and fields into which it writes a
// value that it copies from another object.
type ReplacementTarget struct {
	Select     *Selector
	Reject     []*Selector
	FieldPaths []*model.Value // if there are none, the replacement writes the name
	Create     bool           // a key that is missing is added
	Refused    string         // the reason why the selected objects are unknown, or ""
}

// ReadReplacementTarget reads a target of a replacement. It returns nil for a target that selects
// nothing.
func ReadReplacementTarget(v *model.Value) *ReplacementTarget {
	t := &ReplacementTarget{FieldPaths: v.List("fieldPaths"), Create: isTrue(v.Get("options", "create"))}
	if t.Select, t.Refused = ReadSelector(v.Get("select")); t.Select == nil {
		return nil
	}
	for _, item := range v.List("reject") {
		reject, refused := ReadSelector(item)
		if refused != "" {
			t.Refused = refused
		}
		if reject != nil {
			t.Reject = append(t.Reject, reject)
		}
	}
	return t
}

// ReplacementTargets returns the targets of all replacements that have been read.
func (k *Kustomization) ReplacementTargets() (targets []*ReplacementTarget) {
	for _, replacement := range k.Replacements {
		for _, item := range replacement.List("targets") {
			if t := ReadReplacementTarget(item); t != nil {
				targets = append(targets, t)
			}
		}
	}
	return targets
}

// Selects reports whether the replacement may write into an object.
func (t *ReplacementTarget) Selects(o *Object) bool {
	return t.Select.selects(o) && !slices.ContainsFunc(t.Reject, func(r *Selector) bool { return r.rejects(o) })
}

// Replaced represents the value that a replacement writes.
const Replaced = "${replacement}"

// Apply makes the fields of an object unknown that the replacement writes, or the whole object if these fields cannot be
// determined.
func (t *ReplacementTarget) Apply(o *Object) {
	v := o.Value
	if v == nil {
		return
	}
	if o.Value = nil; t.Refused != "" || t.FieldPaths == nil {
		return
	}
	for _, field := range t.FieldPaths {
		for _, path := range Resolve(v, SplitFieldPath(field.Text), t.Create) {
			result, err := Add(WithParents(v, path), PointerSteps(path), model.NewUnknown(Replaced))
			if err != nil {
				return
			}
			v = result
		}
	}
	o.Value = v
}

// partial returns the fields that a target sets in an object, down to the first list: a partial object of unknown values.
func (t *ReplacementTarget) partial() (objects []*model.Value) {
	for _, field := range t.FieldPaths {
		var keys []string
		for _, s := range SplitFieldPath(field.Text) {
			if s.Key == "" || s.Raw == "*" || isItem(s.Key) {
				break
			}
			keys = append(keys, s.Key)
		}
		objects = append(objects, nested(keys, model.NewUnknown(field.Text)))
	}
	return objects
}

// partial returns the fields that an operation sets, as a partial object. Fields that it removes, and lists whose items it sets, are
// unknown.
func (op Operation) partial() *model.Value {
	value := op.Value
	if value == nil {
		value = model.NewUnknown(op.Verb)
	}
	keys := op.At
	if i := slices.IndexFunc(keys, isItem); i >= 0 {
		keys, value = keys[:i], model.NewUnknown(Pointer(op.At))
	}
	return nested(keys, value)
}

// isItem reports whether a step of a pointer is for an item of a list.
func isItem(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil || step == "-"
}

// nested returns the value below the keys.
func nested(keys []string, value *model.Value) *model.Value {
	for _, key := range slices.Backward(keys) {
		value = model.NewMap(model.NewEntry(key, value))
	}
	return value
}
