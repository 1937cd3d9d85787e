package fields

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Table has one row for each field of a kind before the step. Any other key is an unknown field.
type Table []Row

// Row describes the conversion of a field. Most fields move with the field that contains them; To is for those that move
// elsewhere.
type Row struct {
	From string // spec.taints[].value; [] is any item, * for any key
	Is   form
	To   string // the new path; "" if it moves with its parent
	How  how    // nil if the value stays as it is

	// Check reports mistakes in the value, after everything in it is converted. It is skipped if an earlier step has checked the
	// value.
	Check how

	// For docs/convert.md.
	Becomes string // the new path for the documentation, if How moves the field itself
	Gone    bool   // the field has no successor
	Why     string // how the value changes, and why; "" if the field only moves or stays
	Source  string // where the fact comes from: a file at a tag, or a page of Karpenter's documentation
	Absent  bool   // the row is for objects that lack the field
}

// anyMetadata is the path of the fields of metadata, which every kind has.
const anyMetadata = "metadata.*"

// ObjectTable returns the rows that every kind has, followed by those of its spec. page documents the whole step, names the
// annotations.
func ObjectTable(page, names string, spec Table) Table {
	return append(Table{
		{From: "apiVersion", Is: text, Why: "that of the new object", Source: page},
		{From: "kind", Is: text, Why: "that of the new object", Source: page},
		{From: "metadata", Is: mapping, How: dropMachineFields, Source: names,
			Why: "entries of the API server and of controllers are removed: hashes, last-applied-configuration, managedFields, finalizers of Karpenter"},
		{From: anyMetadata, Is: anyForm},
		{From: "status", Is: anyForm, How: dropStatus, Gone: true, Why: "dropped, because a controller writes it", Source: page},
		{From: "spec", Is: mapping},
	}, spec...)
}

// how changes a field at its old path, before it moves. It returns false if the field does not move, because it is gone or needs a
// decision.
type how func(o *Object, f field) bool

// field is a field of an object that matches a row. A null counts as absent, so value is never nil.
type field struct {
	path  []any
	value *model.Value
}

// key returns the last step of the path.
func (f field) key() string { key, _ := f.path[len(f.path)-1].(string); return key }

// form is the type of value that a field needs.
type form uint8

const (
	anyForm form = iota
	text
	number // an integer: the alpha API has no other numbers
	boolean
	quantity // a number or a text
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

// Run plans the changes of all rows for the object.
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
			continue // a directive of kustomize or kubectl
		}
		name, r := t.find(pattern, e.Key.Text)
		if r == nil {
			t.reportUnknown(o, pattern, place, e)
			continue
		}
		t.apply(o, r, name, field{place, e.Value})
	}
}

// isDirective reports whether a key controls how a patch is merged: $patch, $setElementOrder/taints.
func isDirective(key string) bool {
	name, _, _ := strings.Cut(key, "/")
	return slices.Contains([]string{"$patch", "$setElementOrder", "$deleteFromPrimitiveList", "$retainKeys"}, name)
}

// mayMerge reports whether a merge key may stay: its map allows any keys, and it adds none that the conversion changes.
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

// find returns the row for a key below a pattern, and the pattern of that row.
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
			reportForm(o, f, r.Is, t.misplaced(o, f.key(), pattern, f.value))
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

// moveField moves a field. The metadata of a pool's nodes goes above their spec, as in every template of Kubernetes.
func (o *Object) moveField(from []any, to string) {
	op := edit.Op{Do: edit.Move, Path: from, To: model.Keys(to)}
	if strings.HasPrefix(to, "spec.template.metadata.") {
		op.Before = "spec"
	}
	o.Do(op)
}

// applyNull converts a field whose value is null.
func (r *Row) applyNull(o *Object, f field) {
	isEntry := strings.HasSuffix(r.From, ".*") || strings.HasSuffix(r.From, "[]")
	switch {
	case r.To != "":
		o.moveField(f.path, r.To)
	case r.Gone || r.Becomes != "": // the successor has no such field
		o.Remove(f.path)
	case isEntry && r.Is != anyForm && !o.Again():
		o.Decide(f.path, "the value is missing and must be a %s; write it, or remove the entry", formNames[r.Is])
	}
}

// reportForm reports a value that the API server rejects because of its type. hint says where the field may belong.
func reportForm(o *Object, f field, form form, hint string) {
	v := f.value
	bare := &model.Value{Kind: model.String, Text: v.Text}
	if _, ok := yaml.Number(v.Text); ok {
		bare.Kind = model.Number
	} else if v.Text == "true" || v.Text == "false" {
		bare.Kind = model.Bool
	}
	switch {
	case !v.IsScalar():
		o.Decide(f.path, "the value is a %s and must be a %s; correct it%s", v.Kind, formNames[form], hint)
	case v.Kind == model.String && form.fits(bare):
		o.Decide(f.path, "%q is a string and must be a %s; remove the quotes", v.Text, formNames[form])
	default:
		o.Decide(f.path, "%q must be a %s; correct it", o.Written(v), formNames[form])
	}
}

// wholeNumber parses an integer as the API server does: 0x10 is 16, and 1e3 is 1000.
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

// convertItems converts a list from its end, so that removing an item does not shift those that are still to come.
func (t Table) convertItems(o *Object, pattern string, f field) {
	_, r := t.find("", pattern)
	if r == nil {
		return
	}
	for i := len(f.value.Items) - 1; i >= 0; i-- {
		t.apply(o, r, pattern, field{model.Join(f.path, i), f.value.Items[i]})
	}
}

// holderText names the map that should contain a field, for messages.
func holderText(o *Object, pattern string) string {
	kind, text := o.Original().Res.Kind, fieldText(o, pattern)
	if text == "" {
		return WithArticle(kind)
	}
	return WithArticle(kind) + "'s " + text
}

// fieldText returns the path of a field in the object as it is written: a class made of the provider of a Provisioner is its spec.provider.
func fieldText(o *Object, pattern string) string {
	if o.MadeOf == nil {
		return pattern
	}
	return model.PathText(o.MadeOf.Path) + strings.TrimPrefix(pattern, "spec")
}

// WithArticle puts "a" or "an" in front of a kind. kind may be empty.
func WithArticle(kind string) string {
	if strings.ContainsAny(kind[:min(1, len(kind))], "AEIOU") {
		return "an " + kind
	}
	return "a " + kind
}

// quote turns a bool or number into a string, because the field requires one.
func quote(o *Object, f field) {
	written := o.Written(f.value)
	v := model.NewString(written)
	v.Style = model.DoubleQuoted
	o.Set(f.path, v)
	o.Warn(f.path, "%s is a %s and the API server requires a string; quoted", written, f.value.Kind)
}
