package charts

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// AddRequirements records that a pool of a template takes its requirements from a list in the values, as a whole or item by item
// in a loop. It returns nil if it does not. The conversion adds the defaults of the alpha API to that list, because they depend on the
// keys in it.
func (c *Charts) AddRequirements(template *model.File, object *model.Resource) *Use {
	list := object.Value.Get("spec", "requirements")
	if list == nil {
		return nil
	}
	var a Action
	switch list.Kind {
	case model.Unknown:
		if written, ok := writtenAs(template, object.Document, list); ok && written.Plain {
			a = written
		}
	case model.List:
		a.Values = loopOver(template, object.Document, list)
	}
	if !isChartValue(a.Values) {
		return nil
	}
	use := newUse(template, object, Requirements, a)
	if !c.locateList(use) {
		return nil
	}
	c.uses = append(c.uses, use)
	return use
}

// loopOver returns the path of a list in the values if a loop writes each of its items as a requirement, with key, operator and
// values and nothing else; otherwise nil.
func loopOver(template *model.File, doc *model.Document, list *model.Value) []any {
	if len(list.Items) != 1 || list.Open {
		return nil
	}
	if item := list.Items[0]; item.Kind != model.Map || len(item.Entries) != 3 {
		return nil
	}
	inner := belowValues(list)
	for _, t := range doc.Templates {
		isLoopOverValues := isLoop(doc.Text(t)) && inner.Contains(t)
		if list.Span.Contains(t) && gotmpl.Read(doc.Text(t)).Decides() && !isLoopOverValues {
			return nil
		}
	}
	var looped []any
	for _, e := range list.Items[0].Entries {
		path := loopOfField(template, doc, e)
		if path == nil || looped != nil && !slices.Equal(looped, path) {
			return nil
		}
		looped = path
	}
	return looped
}

// loopOfField returns the path of the list in the values if the template of e writes the field of the same name of each item;
// otherwise nil.
func loopOfField(template *model.File, doc *model.Document, e *model.Entry) []any {
	v, inItem := e.Value, []any{AnyItem{}, e.Key.Text}
	isSingle := v.Kind == model.List && len(v.Items) == 1 && !v.Open
	if isSingle && e.Key.Text == "values" {
		v, inItem = v.Items[0], append(inItem, AnyItem{})
	}
	if v.Kind != model.Unknown {
		return nil
	}
	a, ok := writtenAs(template, doc, v)
	length := len(a.Values) - len(inItem)
	if !ok || length < 2 || !writesItself(a.Text) {
		return nil
	}
	if !slices.Equal(a.Values[length:], inItem) {
		return nil // another field
	}
	return a.Values[:length]
}

// isLoop reports whether a template starts or ends a loop.
func isLoop(text string) bool {
	keyword := gotmpl.Read(text).Keyword
	return keyword == "range" || keyword == "end"
}

// belowValues returns the span of the items below values, the only place where another loop may be inside the loop over
// requirements.
func belowValues(list *model.Value) (inner model.Span) {
	entries := list.Items[0].Entries
	for i, e := range entries {
		if e.Key.Text != "values" || e.Value.Kind != model.List {
			continue
		}
		inner = model.Span{Start: e.Key.Span.End, End: list.Span.End}
		if i+1 < len(entries) {
			inner.End = entries[i+1].Key.Span.Start
		}
	}
	return inner
}

// writesItself reports whether a template writes its value unchanged, apart from quotes and indentation.
func writesItself(text string) bool {
	for part := range strings.SplitSeq(strings.Trim(text, "()"), "|") {
		words := strings.Fields(part)
		if len(words) == 0 {
			return false
		}
		isFormatting := slices.Contains([]string{"quote", "toYaml", "toJson", "toString", "squote"}, words[0])
		isValue := len(words) == 1 && (words[0][0] == '.' || words[0][0] == '$')
		if !isFormatting && !isValue {
			return false
		}
	}
	return true
}

// locateList finds the list in the values files of its chart. It returns false if they do not show the whole list: values.yaml
// must have the map that contains it, and every value at the path must be a list.
func (c *Charts) locateList(use *Use) bool {
	var base *model.Value
	for _, f := range c.values[use.dir()] {
		if f.isDefault() {
			base = f.root()
		}
	}
	if c.unreadable(use.dir()) != "" {
		return false
	}
	for p := range c.places(use.dir(), use.path) {
		isList := p.Value != nil && p.Value.Kind == model.List && !p.Value.Open
		if p.isSet() && !isList {
			return false
		}
		holder := p.holder(p.file.root())
		hasHolder := holder != nil && holder.Kind == model.Map && !holder.Open
		inherits := !p.file.isDefault() && p.holder(base) != nil && !p.isItem() // the list in values.yaml counts
		if isList || hasHolder && !inherits {
			use.Places = append(use.Places, p)
		}
	}
	isInBase := slices.Contains(use.path, any(AnyItem{})) || base.Get(use.path[:len(use.path)-1]...) != nil
	return len(use.Places) > 0 && isInBase
}
