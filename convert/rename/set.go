package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// setLists are the lists whose items set a value of a chart by its key: those of a helm_release and of helmfile, that of Argo CD, and that of
// Flux, with the entry that contains the key.
var setLists = map[string]string{"set": "name", "set_sensitive": "name", "setString": "name", "parameters": "name", "valuesFrom": "targetPath"}

// renameSetKey renames the label or annotation at the end of a key in an item {name: podAnnotations.karpenter\.sh/do-not-evict, value: "true"},
// and returns the entry that it changed, or "".
func (o *Object) renameSetKey(path []any, v *model.Value) string {
	entry := setLists[lastKey(path)]
	name := v.Get(entry)
	if !name.IsString() || entry == "name" && v.Get("value") == nil {
		return ""
	}
	key, _ := scalar.Decoded(o.Res.Document, name)
	steps, ok := helm.ParseSetKey(key)
	if !ok {
		return ""
	}
	n := successorIn(o.Goal, steps)
	if n == nil || n.Wider != "" && v.Str("value") != n.Value {
		return ""
	}
	parent, isLast := strings.CutSuffix(key, escaped(n.Old))
	if !isLast {
		return ""
	}
	place := model.Join(path, entry)
	o.Set(place, record.Like(name, parent+escaped(n.New)))
	typeSet(o, path, v, n)
	if n.Wider != "" {
		o.See(pages.Names).Warn(place, "%s prevents only consolidation, %s also %s; renamed: check that you want this", n.Old, n.New, n.Wider)
	}
	return entry
}

// typeSet makes a string of the value of an annotation that an item sets, where Helm reads a boolean for want of a type. helmfile's items have no
// type.
func typeSet(o *Object, path []any, v *model.Value, n *facts.NameChange) {
	value, kind := v.Get("value"), v.Get("type")
	isTyped := v.Get("forceString").IsTrue() || kind != nil && kind.Text != "" && kind.Text != "auto"
	if o.Names.Annotation(n.Old) == nil || value == nil || value.Text != "true" && value.Text != "false" || isTyped {
		return
	}
	switch list := lastKey(path); {
	case list == "parameters":
		o.Set(model.Join(path, "forceString"), model.NewBool(true))
	case filetype.IsTerraform(o.filePath()):
		o.Set(model.Join(path, "type"), model.NewString("string"))
	case list == "set":
		o.See(pages.Names).Warn(model.Join(path, "value"),
			"Helm reads %q as a boolean in set, which Kubernetes rejects in an annotation; move the item to setString", value.Text)
	}
}

// successorIn returns the change of the annotation or label at the end of a path, nil if it has none. A label that is needed beside its successor
// stays, and is reported.
func successorIn(goal *apis.Goal, steps []any) *facts.NameChange {
	if n := goal.Names.Annotation(lastKey(steps)); n != nil {
		return n
	}
	isGiven := slices.Contains(goal.Names.Given, lastKey(steps[:len(steps)-1])) && goal.BothServed()
	if n := goal.Names.Label(lastKey(steps)); n != nil && n.New != "" && !isGiven {
		return n
	}
	return nil
}

// escaped returns a name as a step of a key of --set.
func escaped(name string) string { return strings.ReplaceAll(name, ".", `\.`) }
