package fields

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Table has the fields of one kind, one row per field of the version before the step. Other keys are
// no fields.
type Table []Row

// Row describes the conversion of a field. Most fields go along with the one that holds them; those
// that move name their place.
type Row struct {
	From string // spec.taints[].value; [] is any item, * for any key
	Is   form
	To   string // the field it becomes, unless it moves along with its parent
	How  how    // nil: moved or left as it is

	// Check reports mistakes in the value, once everything in it is done. It is left out if an earlier step has looked.
	Check how

	// For docs/convert.md.
	Becomes string // as to, where how sees to the move
	Gone    bool   // the field has no successor
	Why     string // the change of the value, and its reason; "" where the field only moves or stays
	Source  string // where that comes from: a file at a tag, or a page of Karpenter's documentation
	Absent  bool   // the row is about objects that do not have the field
}

// anyMetadata are the fields of metadata, which are those of any object.
const anyMetadata = "metadata.*"

// ObjectTable returns the rows that every object has, followed by those of its spec. page is about the step as a whole, and names about
// annotations in it.
func ObjectTable(page, names string, spec Table) Table {
	return append(Table{
		{From: "apiVersion", Is: text, Why: "the one of the successor", Source: page},
		{From: "kind", Is: text, Why: "the one of the successor", Source: page},
		{From: "metadata", Is: mapping, How: dropMachineFields, Source: names,
			Why: "entries of the API server and of controllers are removed: hashes, last-applied-configuration, managedFields, finalizers of Karpenter"},
		{From: anyMetadata, Is: anyForm},
		{From: "status", Is: anyForm, How: dropStatus, Gone: true, Why: "dropped, because a controller writes it", Source: page},
		{From: "spec", Is: mapping},
	}, spec...)
}

// how changes a field before it moves, at its old path. It returns false where the field does
// not move: it is gone, or somebody must decide.
type how func(o *Object, f field) bool

// field is a field of an object that a row is about. A null is no field, and value is never nil.
type field struct {
	path  []any
	value *model.Value
}

// key returns the last key of the path.
func (f field) key() string { key, _ := f.path[len(f.path)-1].(string); return key }

// form is the form a value must have.
type form uint8

const (
	anyForm form = iota
	text
	number // a whole one: the alpha API has no others
	boolean
	quantity // a number or a string
	mapping
	list
)

var formNames = [...]string{"value", "string", "whole number", "bool", "quantity", "map", "list"}

func (f form) fits(v *model.Value) bool {
	switch f {
	case text:
		return v.Kind == model.String
	case number:
		_, ok := wholeNumber(v)
		return ok
	case boolean:
		return v.Kind == model.Bool
	case quantity:
		return v.Kind == model.Number || v.Kind == model.String
	case mapping:
		return v.Kind == model.Map
	case anyForm:
		return true
	case list:
		return v.Kind == model.List
	}
	return false
}

// Run walks the object and plans the changes of the rows.
func (t Table) Run(o *Object) { t.convertEntries(o, o.Res.Value, "", nil) }

func (t Table) convertEntries(o *Object, v *model.Value, pattern string, path []any) {
	keys := map[string]bool{}
	for _, e := range v.Entries {
		place := model.Join(path, e.Key.Text)
		switch {
		case e.IsMerge() && t.mayMerge(o, pattern, e.Value):
			continue
		case o.Again() && (e.IsMerge() || keys[e.Key.Text]):
			continue
		case e.IsMerge():
			o.Decide(path, "a merge key (<<) adds fields from elsewhere; write them out, or convert the object by hand")
			continue
		case keys[e.Key.Text]:
			o.Never = true
			o.Decide(place, "the key %q occurs twice in one map; remove one of them", e.Key.Text)
			continue
		}
		keys[e.Key.Text] = true
		if isDirective(e.Key.Text) {
			continue // of kustomize and kubectl, no field
		}
		name, r := t.find(pattern, e.Key.Text)
		if r == nil {
			t.reportUnknown(o, pattern, place, e.Key)
			continue
		}
		t.apply(o, r, name, field{place, e.Value})
	}
}

// isDirective reports whether a key of a patch is about the patch itself: $patch, $setElementOrder/taints.
func isDirective(key string) bool {
	name, _, _ := strings.Cut(key, "/")
	return slices.Contains([]string{"$patch", "$setElementOrder", "$deleteFromPrimitiveList", "$retainKeys"}, name)
}

// mayMerge reports whether a merge key may stay: in a map of any keys, where it brings none that
// changes.
func (t Table) mayMerge(o *Object, pattern string, from *model.Value) bool {
	_, r := t.find(pattern, "*")
	if r == nil || from.Kind != model.Map || pattern == "spec.tags" {
		return false
	}
	for _, e := range from.Entries {
		isOld := o.Names.Label(e.Key.Text) != nil || o.Names.Annotation(e.Key.Text) != nil
		if e.IsMerge() || isOld || !r.Is.fits(e.Value) {
			return false
		}
	}
	return true
}

// find returns the row for a key below a pattern, with its own pattern.
func (t Table) find(pattern, key string) (string, *Row) {
	for _, last := range []string{key, "*"} {
		name := strings.TrimPrefix(pattern+"."+last, ".")
		for i := range t {
			if t[i].From == name {
				return name, &t[i]
			}
		}
	}
	return "", nil
}

func (t Table) apply(o *Object, r *Row, pattern string, f field) {
	switch {
	case f.value.Kind == model.Null:
		r.applyNull(o, f)
		return
	case f.value.Kind == model.Unknown:
	case r.Is == text && f.value.IsScalar() && f.value.Kind != model.String:
		quote(o, f)
	case !r.Is.fits(f.value):
		if !o.Again() {
			reportForm(o, f, r.Is)
		}
		return
	}
	switch {
	case r.Is == anyForm:
	case f.value.Kind == model.Map:
		t.convertEntries(o, f.value, pattern, f.path)
	case f.value.Kind == model.List:
		t.convertItems(o, pattern+"[]", f)
	}
	if r.Check != nil && !o.Again() {
		r.Check(o, f)
	}
	if r.How != nil && !r.How(o, f) {
		return
	}
	if r.To != "" {
		o.moveField(f.path, r.To)
	}
}

// moveField moves a field. The metadata of the nodes of a pool go above their spec, as in every template of Kubernetes.
func (o *Object) moveField(from []any, to string) {
	op := edit.Op{Do: edit.Move, Path: from, To: model.Keys(to)}
	if strings.HasPrefix(to, "spec.template.metadata.") {
		op.Before = "spec"
	}
	o.Do(op)
}

// applyNull converts a field without a value.
func (r *Row) applyNull(o *Object, f field) {
	isEntry := strings.HasSuffix(r.From, ".*") || strings.HasSuffix(r.From, "[]")
	switch {
	case r.To != "":
		o.moveField(f.path, r.To)
	case r.Gone || r.Becomes != "": // no field of the successor
		o.Remove(f.path)
	case isEntry && r.Is != anyForm && !o.Again():
		o.Decide(f.path, "the value is missing and must be a %s; write it, or remove the entry", formNames[r.Is])
	}
}

// reportForm reports a value that the API server refuses for its form.
func reportForm(o *Object, f field, form form) {
	v := f.value
	bare := &model.Value{Kind: model.String, Text: v.Text}
	if _, ok := yaml.Number(v.Text); ok {
		bare.Kind = model.Number
	} else if v.Text == "true" || v.Text == "false" {
		bare.Kind = model.Bool
	}
	switch {
	case !v.IsScalar():
		o.Decide(f.path, "the value is a %s and must be a %s; correct it", v.Kind, formNames[form])
	case v.Kind == model.String && form.fits(bare):
		o.Decide(f.path, "%q is a string and must be a %s; remove the quotes", v.Text, formNames[form])
	default:
		o.Decide(f.path, "%q must be a %s; correct it", o.Written(v), formNames[form])
	}
}

// wholeNumber returns a whole number, as the API server reads it: 0x10 is 16, and 1e3 is 1000.
func wholeNumber(v *model.Value) (int64, bool) {
	if v.Kind != model.Number {
		return 0, false
	}
	decimal, ok := yaml.Number(v.Text)
	if !ok {
		return 0, false
	}
	if n, err := strconv.ParseInt(decimal, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(decimal, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// convertItems handles a list from its end, so that an item can be removed without moving the
// others.
func (t Table) convertItems(o *Object, pattern string, f field) {
	_, r := t.find("", pattern)
	if r == nil {
		return
	}
	for i := len(f.value.Items) - 1; i >= 0; i-- {
		t.apply(o, r, pattern, field{model.Join(f.path, i), f.value.Items[i]})
	}
}

// reportUnknown keeps a field out of the output that the old API does not have: the API server
// dropped it, so it never had an effect. A key that a template writes may be any field.
func (t Table) reportUnknown(o *Object, pattern string, path []any, written *model.Value) {
	key := written.Text
	switch {
	case o.Again():
		return
	case written.Kind == model.Unknown || templated(key):
		o.Decide(path, "the key %q of %s is only known later, and may be a field that %s has elsewhere; write the name of the field", key, holderText(o, pattern), o.To)
		return
	}
	var siblings []string
	for _, r := range t {
		holder, last := "", r.From
		if i := strings.LastIndexByte(r.From, '.'); i >= 0 {
			holder, last = r.From[:i], r.From[i+1:]
		}
		if holder == pattern && last != "*" && !strings.HasSuffix(last, "[]") {
			siblings = append(siblings, last)
		}
	}
	if o.Res.Value.Entry("metadata") != nil && pattern == "" && slices.Contains(metadataKeys, key) {
		o.Decide(path, "%q is beside metadata instead of in it, and had no effect; indent it", key)
		return
	}
	hint := nearest.Hint(key, siblings)
	if len(siblings) == 1 && hint == "" {
		if _, inside := t.find(pattern+"."+siblings[0], key); inside != nil {
			hint = "; did you mean " + strconv.Quote(siblings[0]+"."+key) + "?"
		}
	}
	o.RemoveFirst(path)
	o.Warn(path, "%q is not a field of %s and had no effect; dropped%s", key, holderText(o, pattern), hint)
}

// metadataKeys are the fields of metadata that people write.
var metadataKeys = []string{"name", "namespace", "labels", "annotations"}

// holderText names the map that a field should be in.
func holderText(o *Object, pattern string) string {
	kind := o.Home().Res.Kind
	if o.MadeOf != nil {
		pattern = model.PathText(o.MadeOf.Path) + strings.TrimPrefix(pattern, "spec")
	}
	if pattern == "" {
		return WithArticle(kind)
	}
	return WithArticle(kind) + "'s " + pattern
}

// WithArticle returns a kind, which may be empty, behind the article that its first letter takes.
func WithArticle(kind string) string {
	if strings.ContainsAny(kind[:min(1, len(kind))], "AEIOU") {
		return "an " + kind
	}
	return "a " + kind
}

// quote turns a bool or number into the string that the field wants.
func quote(o *Object, f field) {
	written := o.Written(f.value)
	v := model.NewString(written)
	v.Style = model.DoubleQuoted
	o.Set(f.path, v)
	o.Warn(f.path, "%s is a %s and the API server requires a string; quoted", written, f.value.Kind)
}
