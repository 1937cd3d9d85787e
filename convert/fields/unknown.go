package fields

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/model"
)

// reportUnknown drops a field that the old API does not have: the API server ignored it, so it never had an effect. A key that a
// template writes needs a decision, because it may be any field.
func (t Table) reportUnknown(o *Object, pattern string, path []any, e *model.Entry) {
	key := e.Key.Text
	switch {
	case o.Again():
	case e.Key.Kind == model.Unknown || values.HasTemplate(key):
		o.Decide(path, "the key %q of %s is only known later, and may be a field that %s has elsewhere; write the name of the field", key,
			holderText(o, pattern), o.To)
	case o.Res.Value.Entry("metadata") != nil && pattern == "" && slices.Contains(metadataKeys, key):
		o.Decide(path, "%q is beside metadata instead of in it, and had no effect; indent it", key)
	default:
		hint := t.hint(o, pattern, e)
		o.RemoveFirst(path)
		o.Warn(path, "%q is not a field of %s and had no effect; dropped%s", key, holderText(o, pattern), hint)
	}
}

// metadataKeys are the fields of metadata that people usually write.
var metadataKeys = []string{"name", "namespace", "labels", "annotations"}

// hint says which field an unknown one may be: one of this name above it, because a wrong indent is more likely than a wrong name; one of a similar
// name beside it; or one that is elsewhere.
func (t Table) hint(o *Object, pattern string, e *model.Entry) string {
	siblings, key := t.fieldsOf(pattern), e.Key.Text
	hint := t.above(o, pattern, e)
	if hint == "" {
		hint = nearest.Hint(key, siblings)
	}
	if len(siblings) == 1 && hint == "" {
		if _, inside := t.find(pattern+"."+siblings[0], key); inside != nil {
			return meant(siblings[0] + "." + key)
		}
	}
	if hint == "" {
		hint = t.misplaced(o, key, "", e.Value)
	}
	if hint == "" {
		hint = t.inside(key, e.Value)
	}
	return hint
}

// meant returns the hint that names a field.
func meant(field string) string { return "; did you mean " + strconv.Quote(field) + "?" }

// above looks for a field with the name of an unknown one in the maps around it, also those around the provider of a Provisioner.
func (t Table) above(o *Object, pattern string, e *model.Entry) string {
	for holder := parent(pattern); holder != ""; holder = parent(holder) {
		if t.fitsAt(holder, e) {
			return meant(fieldText(o, holder+"."+e.Key.Text))
		}
	}
	if o.Around.fitsAt("spec", e) {
		return meant("spec." + e.Key.Text)
	}
	return ""
}

// parent returns the path without its last step.
func parent(pattern string) string { return pattern[:max(strings.LastIndexByte(pattern, '.'), 0)] }

// fitsAt reports whether a map has a field of the name and form of an entry.
func (t Table) fitsAt(holder string, e *model.Entry) bool {
	return slices.ContainsFunc(t, func(r Row) bool {
		return r.From == holder+"."+e.Key.Text && (e.Value.Kind == model.Unknown || r.Is.fits(e.Value))
	})
}

// fieldsOf returns the names of the fields that a map has.
func (t Table) fieldsOf(pattern string) []string {
	var names []string
	for _, r := range t {
		holder, last := r.place()
		if holder == pattern && last != "*" && !strings.HasSuffix(last, "[]") {
			names = append(names, last)
		}
	}
	return names
}

// place splits the path of a row into the map and the field in it.
func (r *Row) place() (holder, field string) {
	return parent(r.From), r.From[strings.LastIndexByte(r.From, '.')+1:]
}

// inside names the fields in a dropped value that a wrong indent put there.
func (t Table) inside(name string, v *model.Value) string {
	var hints strings.Builder
	for _, e := range v.Entries {
		inner := name + "." + e.Key.Text
		if home := t.home(e.Key.Text, e.Value); home != "" {
			hints.WriteString("; " + strconv.Quote(inner) + " went with it: did you mean " + strconv.Quote(home) + "?")
			continue
		}
		hints.WriteString(t.inside(inner, e.Value))
	}
	return hints.String()
}

// misplaced says where a field belongs that a wrong indent put elsewhere.
func (t Table) misplaced(o *Object, key, at string, v *model.Value) string {
	home := t.home(key, v)
	if home == "" || home == at {
		return ""
	}
	return meant(fieldText(o, home))
}

// home returns the only place of a kind for a field of this name and form, or "". A name that says little is in many places.
func (t Table) home(key string, v *model.Value) string {
	if slices.Contains([]string{"name", "kind", "apiVersion", "enabled"}, key) {
		return ""
	}
	home := ""
	for _, r := range t {
		_, last := r.place()
		if last != key || strings.Contains(r.From, "[]") {
			continue
		}
		if home != "" || v.Kind != model.Unknown && !r.Is.fits(v) {
			return ""
		}
		home = r.From
	}
	return home
}
