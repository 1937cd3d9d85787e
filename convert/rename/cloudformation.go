package rename

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// isTag reports whether v is a tag as CloudFormation writes it: {Key: …, Value: …}.
func isTag(v *model.Value) bool { return v.Entry("Key") != nil && v.Entry("Value") != nil }

// tagKey returns the key whose value is the name of a tag in an item of a list at path, "" for an item that is none. In lower
// case other things than tags have a key and a value too.
func (o *Object) tagKey(path []any, item *model.Value) string {
	switch {
	case item.Kind != model.Map || item.Alias() != "":
	case isTag(item):
		return "Key"
	case slices.Contains(o.Names.Given, lastKey(path)) && isKeyValue(item):
		return "key"
	}
	return ""
}

// isKeyValue reports whether v has a key and a value, and is neither a requirement nor a taint.
func isKeyValue(v *model.Value) bool {
	if v.Entry("operator") != nil || v.Entry("effect") != nil {
		return false
	}
	return v.Entry("key") != nil && v.Entry("value") != nil
}

// renameTagItems renames the tags in a list of them. While both APIs are served the new tag is added, because the controller of
// each API looks for the tag of that API.
func (o *Object) renameTagItems(path []any, v *model.Value) {
	names := textsByKey{items: v.Items}
	for i := len(v.Items) - 1; i >= 0; i-- {
		key := o.tagKey(path, v.Items[i])
		n := o.Names.Change(v.Items[i].Str(key))
		if key == "" || n == nil || n.New == "" {
			continue
		}
		hasNew := names.of(key)[n.New]
		from := model.Join(path, i, key)
		switch old := v.Items[i].Get(key); {
		case o.BothServed() && hasNew:
		case o.BothServed():
			o.Insert(path, i+1, v.Items[i])
			o.Set(model.Join(path, i+1, key), record.Like(old, n.New))
			o.See(pages.Names).Info(from, "the tag %s is added next to %s, because Karpenter %s serves both APIs", n.New, n.Old, o.Release)
		case hasNew:
			o.See(pages.Names).Info(from, "both tags %s and %s are set; remove the first one once nothing uses it", n.Old, n.New)
		default:
			o.Set(from, record.Like(old, n.New))
		}
	}
}
