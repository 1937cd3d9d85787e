package fields

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// onlyTags reports whether the templates in the open map of a selector can add only tags with one value each: each templated key
// contains text that no key for ids contains.
func (o *Object) onlyTags(v *model.Value) bool {
	templated := 0
	for _, e := range v.Entries {
		if e.Key.Kind != model.Unknown {
			continue
		}
		templated++
		if strings.ContainsAny(outsideTemplates(e.Key.Text), "/") {
			continue
		}
		isTag := func(v *model.Value) bool {
			return v.Kind == model.String && o.Facts.Selectors.Keys[v.Text] == "" && v.Text != ""
		}
		if k, complete := o.Known(e.Key); !complete || !k.All(isTag) {
			return false
		}
	}
	return templated > 0 && len(charts.WritersOf(o.Res.Document, v)) == 0
}

// outsideTemplates returns the text without its templates.
func outsideTemplates(text string) string {
	var b strings.Builder
	last := 0
	for _, t := range gotmpl.Find([]byte(text)) {
		b.WriteString(text[last:t.Span.Start])
		last = t.Span.End
	}
	return b.String() + text[last:]
}

// moveKnownTags turns a templated selector into the tags of one term, if the values in the repository are only tags, each with one
// value.
func (o *Object) moveKnownTags(f field, name string) (moved bool) {
	if !o.areKnownTags(f, name) {
		return false
	}
	o.Move(f.path, model.Join(model.Keys("spec."+name+"Terms"), 0, "tags"))
	return true
}

// areKnownTags reports whether the values in the repository make only tags of a selector, each with one value, whatever keys templates write in it. It notes
// what is assumed.
func (o *Object) areKnownTags(f field, name string) bool {
	k, ok := o.KnownAt(f.path, f.value)
	isTags := func(v *model.Value) bool {
		return v.Kind == model.Map && len(v.Entries) > 0 && !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool {
			isOneText := e.Value.Kind == model.String && e.Value.Text != "" && !strings.Contains(e.Value.Text, ",")
			return e.IsMerge() || !isOneText || o.Facts.Selectors.Keys[e.Key.Text] != ""
		})
	}
	if !ok || !k.All(isTags) {
		return false
	}
	source := name
	if f.value.Kind == model.Unknown {
		source = o.Shown(f.value)
	}
	k.Assume(o.See(pages.Selectors), f.path, "%s has only tags, each with one value", source)
	return true
}
