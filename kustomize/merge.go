package kustomize

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// kustomize has no schema of custom resources, so it treats a strategic-merge patch of them as a JSON merge patch (RFC 7396):
// maps are merged key by key, null deletes, everything else is replaced. It also obeys the directives $patch: replace and
// $patch: delete in maps.

// Directive is the key of a directive in a strategic-merge patch.
const Directive = "$patch"

// Merge returns base with the patch applied. A nil base means that the patch adds the value; a nil result means that it deletes the value.
func Merge(base, patch *model.Value) *model.Value {
	if patch.Kind == model.Null {
		return nil
	}
	if patch.Kind != model.Map {
		return patch
	}
	switch patch.Str(Directive) {
	case "delete":
		return nil
	case "replace":
		base = nil
	}
	merged := &model.Value{Kind: model.Map, Style: patch.Style, Span: patch.Span, Dash: patch.Dash} // so that notes about the result refer to the patch
	unmerged := ByKey(patch)
	if base.IsMap() {
		merged.Style = base.Style
		for _, e := range base.Entries {
			if p := unmerged[e.Key.Text]; p != nil {
				delete(unmerged, e.Key.Text)
				if v := Merge(e.Value, p); v != nil {
					merged.Entries = append(merged.Entries, &model.Entry{Key: e.Key, Value: v})
				}
				continue
			}
			merged.Entries = append(merged.Entries, e)
		}
	}
	for _, e := range patch.Entries {
		if e.Key.Text == Directive || unmerged[e.Key.Text] != e.Value {
			continue
		}
		if v := Merge(nil, e.Value); v != nil {
			merged.Entries = append(merged.Entries, &model.Entry{Key: e.Key, Value: v})
		}
	}
	return merged
}

// ByKey returns the values of a map by their keys; it returns none if v is not a map.
func ByKey(v *model.Value) map[string]*model.Value {
	values := map[string]*model.Value{}
	if v.IsMap() {
		for _, e := range v.Entries {
			values[e.Key.Text] = e.Value
		}
	}
	return values
}

// MergeObject returns an object as patched, with the same kind and name; nil if the patch deletes it.
func MergeObject(base, patch *model.Value) *model.Value {
	unnamed := *patch
	unnamed.Entries = nil
	for _, e := range patch.Entries {
		switch {
		case e.Key.Text == "apiVersion" || e.Key.Text == "kind":
			continue
		case e.Key.Text == "metadata" && e.Value.Kind == model.Map:
			meta := *e.Value
			meta.Entries = slices.DeleteFunc(slices.Clone(meta.Entries), func(e *model.Entry) bool {
				return e.Key.Text == "name" || e.Key.Text == "namespace"
			})
			e = &model.Entry{Key: e.Key, Value: &meta}
		}
		unnamed.Entries = append(unnamed.Entries, e)
	}
	return Merge(base, &unnamed)
}

// plainLimit bounds the number of values in an object; karplint does not merge patches into a larger one.
const plainLimit = 100_000

// Plain returns a copy of a value as Kubernetes reads it, without places, anchors, aliases and merge keys; nil if the value
// is too large, or if a merge key refers to something other than a map.
func Plain(v *model.Value) *model.Value {
	return copyPlain(v, func(c *model.Value) { c.Span, c.Dash = model.Span{}, -1 })
}

// PlainInPlace is like Plain, but all values except aliases keep their places.
func PlainInPlace(v *model.Value) *model.Value {
	return copyPlain(v, func(c *model.Value) {
		if c.Alias() != "" {
			*c = *Plain(c)
		}
	})
}

// copyPlain copies a value as Plain does; place sets the place of each copy.
func copyPlain(v *model.Value, place func(*model.Value)) *model.Value {
	count := 0
	for inner := range v.All() {
		if count++; count > plainLimit || slices.ContainsFunc(inner.Entries, (*model.Entry).IsMerge) {
			return nil
		}
	}
	return v.Copy(func(c *model.Value) {
		place(c)
		c.Origin = nil
		c.ClearRare()
		if !slices.Contains([]model.Style{model.SingleQuoted, model.DoubleQuoted, model.Flow}, c.Style) {
			c.Style = model.None
		}
	})
}
