package selectors

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// hasOnlyTags reports whether the templates in the open map can add only tags with one value each: each templated key
// contains text that no key for ids contains.
func (s *Selector) hasOnlyTags() bool {
	templated := 0
	for _, e := range s.Value.Entries {
		if e.Key.Kind != model.Unknown {
			continue
		}
		templated++
		if strings.ContainsAny(outsideTemplates(e.Key.Text), "/") {
			continue
		}
		isTag := func(v *model.Value) bool {
			return v.Kind == model.String && s.Facts.Selectors.Keys[v.Text] == "" && v.Text != ""
		}
		if k, complete := s.Known(e.Key); !complete || !k.All(isTag) {
			return false
		}
	}
	return templated > 0 && len(charts.WritersOf(s.Res.Document, s.Value)) == 0
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

// areKnownTags reports whether the values in the repository make only tags of the selector, each with one value, whatever keys templates write in
// it. It notes that as an assumption.
func (s *Selector) areKnownTags() bool {
	k, ok := s.KnownAt(s.Path, s.Value)
	isTags := func(v *model.Value) bool {
		return v.Kind == model.Map && len(v.Entries) > 0 && !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool {
			isOneText := e.Value.Kind == model.String && e.Value.Text != "" && !strings.Contains(e.Value.Text, ",")
			return e.IsMerge() || !isOneText || s.Facts.Selectors.Keys[e.Key.Text] != ""
		})
	}
	if !ok || !k.All(isTags) {
		return false
	}
	source := s.name
	if s.Value.Kind == model.Unknown {
		source = s.Shown(s.Value)
	}
	k.Assume(s.See(pages.Selectors), s.Path, "%s has only tags, each with one value", source)
	return true
}
