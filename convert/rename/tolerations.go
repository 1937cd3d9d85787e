package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convertTolerations replaces Karpenter's old taint in tolerations by the new one, in conversions to v1: no version of Karpenter that
// serves v1 has the old taint.
func (o *Object) convertTolerations(path []any, v *model.Value) {
	key := lastKey(path)
	if !o.Behaves.NewTaint || !taintLists().MatchString(key) {
		return
	}
	for i := len(v.Items) - 1; i >= 0; i-- {
		item := v.Items[i]
		n := o.Names.Taint(item.Str("key"))
		if n == nil || item.Alias != "" {
			continue
		}
		if strings.HasSuffix(strings.ToLower(key), "taints") {
			o.See(pages.Taints).Warn(model.Join(path, i, "key"), "the taint %q is Karpenter's own, and is %q from 1.0 on; nothing else should set it on nodes", n.Old, n.New)
			continue
		}
		o.convertToleration(model.Join(path, i), i, v, n)
	}
}

func (o *Object) convertToleration(path []any, i int, list *model.Value, n *facts.TaintChange) {
	item := list.Items[i]
	operator, value := item.Get("operator"), item.Get("value")
	switch {
	case tolerates(list, n.New):
	case operator != nil && operator.Kind == model.Unknown, value != nil && value.Kind == model.Unknown:
		o.See(pages.Taints).Decide(model.Join(path, "key"), "whether %q is tolerated depends on a template; from 1.0 on the taint is %q without a value: write operator Exists for it", n.Old, n.New)
	case item.Str("operator") != "Exists" && item.Str("value") != n.Value:
		o.See(pages.Taints).Warn(model.Join(path, "key"), "the toleration tolerates no taint of Karpenter, because the value is not %q; remove it, or tolerate %q with operator Exists", n.Value, n.New)
	default:
		o.Set(model.Join(path, "key"), record.Like(item.Get("key"), n.New))
		if operator == nil {
			o.addOperator(path, item)
		} else if operator.Text != "Exists" {
			o.Set(model.Join(path, "operator"), record.Like(operator, "Exists"))
		}
		if item.Entry("value") != nil {
			o.Remove(model.Join(path, "value"))
		}
	}
}

// addOperator writes the operator right behind the key.
func (o *Object) addOperator(path []any, item *model.Value) {
	next := ""
	for i, e := range item.Entries {
		if e.Key.Text == "key" && i+1 < len(item.Entries) {
			next = item.Entries[i+1].Key.Text
		}
	}
	o.SetBefore(model.Join(path, "operator"), model.NewString("Exists"), next)
}

// tolerates reports whether a list tolerates a taint without a value.
func tolerates(list *model.Value, taint string) bool {
	return slices.ContainsFunc(list.Items, func(item *model.Value) bool {
		key := item.Get("key")
		switch anyKey := key == nil || key.Kind != model.Unknown && item.Str("key") == ""; {
		case item.Str("operator") == "Exists":
			return anyKey || item.Str("key") == taint
		default:
			return item.Str("key") == taint && item.Str("value") == ""
		}
	})
}
