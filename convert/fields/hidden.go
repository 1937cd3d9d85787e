package fields

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// templateText returns where an unknown value comes from, for messages: its own text, or the template that adds lines to an open
// map or list.
func templateText(o *Object, v *model.Value) string {
	if v.Kind == model.Unknown {
		return strconv.Quote(record.Shortened(v.Text))
	}
	return OpenText(o.Res.Document, v)
}

// OpenText returns the template that adds lines to an open map or list.
func OpenText(doc *model.Document, v *model.Value) string {
	for _, e := range v.Entries {
		if e.Key.Kind == model.Unknown {
			return strconv.Quote(e.Key.Text)
		}
	}
	if t := charts.WritersOf(doc, v); len(t) > 0 {
		return strconv.Quote(strings.Join(strings.Fields(doc.Text(t[0])), " "))
	}
	return "a template"
}

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
		if k, complete := o.known(e.Key); !complete || !k.all(isTag) {
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
