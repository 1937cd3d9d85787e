package rename

import (
	"strings"
	"sync"

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
	tolerated := sync.OnceValue(func() map[string]bool { return toleratedBy(v) })
	for i := len(v.Items) - 1; i >= 0; i-- {
		item := v.Items[i]
		n := o.Names.Taint(item.Str("key"))
		if n == nil || item.Alias() != "" {
			continue
		}
		if strings.HasSuffix(strings.ToLower(key), "taints") {
			o.See(pages.Taints).Warn(model.Join(path, i, "key"),
				"the taint %q is Karpenter's own, and is %q from 1.0 on; nothing else should set it on nodes", n.Old, n.New)
			continue
		}
		if !tolerated()[n.New] && !tolerated()[anyTaint] {
			o.convertToleration(model.Join(path, i), item, n)
		}
	}
}

func (o *Object) convertToleration(path []any, item *model.Value, n *facts.TaintChange) {
	operator, value := item.Get("operator"), item.Get("value")
	switch {
	case operator != nil && operator.Kind == model.Unknown, value != nil && value.Kind == model.Unknown:
		o.See(pages.Taints).Decide(model.Join(path, "key"),
			"whether %q is tolerated depends on a template; from 1.0 on the taint is %q without a value: write operator Exists for it", n.Old, n.New)
	case item.Str("operator") != "Exists" && item.Str("value") != n.Value:
		o.See(pages.Taints).Warn(model.Join(path, "key"),
			"the toleration tolerates no taint of Karpenter, because the value is not %q; remove it, or tolerate %q with operator Exists", n.Value, n.New)
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

// anyTaint is the key of a toleration of every taint.
const anyTaint = ""

// toleratedBy returns the taints without a value that a list tolerates.
func toleratedBy(list *model.Value) map[string]bool {
	tolerated := map[string]bool{}
	for _, item := range list.Items {
		key, name := item.Get("key"), item.Str("key")
		exists, isAny := item.Str("operator") == "Exists", key == nil || key.Kind != model.Unknown && name == ""
		switch {
		case exists && isAny:
			tolerated[anyTaint] = true
		case name != "" && (exists || item.Str("value") == ""):
			tolerated[name] = true
		}
	}
	return tolerated
}
