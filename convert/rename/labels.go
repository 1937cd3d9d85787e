package rename

import (
	"slices"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// RenameAll converts the old labels and annotations in any object or values file, and in the texts in it.
func (o *Object) RenameAll() { o.renameIn(nil, o.Res.Value) }

// renameIn renames the values inside v first, because renaming v's own keys changes their paths.
func (o *Object) renameIn(path []any, v *model.Value) {
	if v.Alias() != "" || o.IsClaimed(path) {
		return // renamed where it is defined, or converted
	}
	switch v.Kind {
	case model.Map:
		if o.Res.Document.Syntax == model.HCL && isPolicyTest(v) {
			return // see statements
		}
		if v.Str("kind") == "CustomResourceDefinition" {
			return // its messages, or commands about it
		}
		renamed := o.renameSetKey(path, v)
		for _, e := range v.Entries {
			if isEffective(v, e) && (renamed == "" || e.Key.Text != renamed) {
				o.renameEntry(path, v, e)
			}
		}
		o.convertStatement(path, v)
		Annotations(o.Object, o.Names, path, v)
		o.renameLabelKeys(path, v)
	case model.List:
		names := slices.Contains(o.Names.NameLists, lastKey(path))
		for i, item := range v.Items {
			if !names || o.Names.Change(item.Text) == nil {
				o.renameIn(model.Join(path, i), item)
			}
		}
		o.convertTolerations(path, v)
		o.convertStatements(path, v)
		o.renameTagItems(path, v)
		o.renameTerms(path, v)
		if names {
			o.renameNameList(path, v)
		}
	case model.Unknown:
		for i, part := range v.Items { // of an expression
			o.renameIn(model.Join(path, i), part)
		}
		if len(v.Items) == 0 {
			o.convertText(path, v)
		}
	case model.String:
		o.convertText(path, v)
	}
}

// isEffective reports whether an entry is the one that takes effect for its key, because a key may
// occur twice.
func isEffective(v *model.Value, e *model.Entry) bool {
	return e.Key.Kind == model.Unknown || e.IsMerge() || v.Entry(e.Key.Text) == e
}

// renameEntry renames in an entry of a map, and reports a key that is none of the known forms.
func (o *Object) renameEntry(path []any, v *model.Value, e *model.Entry) {
	switch {
	case e.Key.Text == lastApplied, e.Key.Text == "Condition" && isStatement(v):
		return
	case e.Key.Text == "apiVersion" && namesOldKind(v): // the kind is reported
		return
	}
	if e.Key.Kind != model.String || o.Names.Change(e.Key.Text) == nil && o.Names.Annotation(e.Key.Text) == nil {
		o.reportNames(model.Join(path, e.Key.Text), e.Key.Text+":", 0)
	}
	if e.Value.Kind == model.String && o.namesLabel(v, e) {
		return
	}
	o.renameIn(model.Join(path, e.Key.Text), e.Value)
}

// lastApplied is the annotation in which kubectl keeps an object that it applied.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// namesLabel reports whether the value of an entry is the name of a label.
func (o *Object) namesLabel(v *model.Value, e *model.Entry) bool {
	hasLabels := slices.Contains(o.Names.NameKeys, e.Key.Text) || isTag(v)
	return hasLabels && e.Value.Kind == model.String && o.Names.Change(e.Value.Text) != nil
}

// renameLabelKeys renames the labels among the keys of a map (a nodeSelector, matchLabels) and the
// names of labels among its values (topologyKey).
func (o *Object) renameLabelKeys(path []any, v *model.Value) {
	for i, e := range v.Entries {
		if !isEffective(v, e) {
			continue
		}
		if n := o.Names.Change(e.Key.Text); n != nil && e.Key.Kind == model.String {
			o.renameLabelKey(path, v, i, n)
		}
		if e.Key.Text != "key" && o.namesLabel(v, e) && !isTag(v) {
			o.renameLabel(model.Join(path, e.Key.Text), e.Value, o.Names.Change(e.Value.Text))
		}
	}
}

func (o *Object) renameLabelKey(path []any, v *model.Value, i int, n *facts.NameChange) {
	e := v.Entries[i]
	from := model.Join(path, n.Old)
	if n.New == "" {
		o.warnGone(from, n)
		return
	}
	isSet := slices.Contains(o.Names.Given, lastKey(path)) && o.BothServed()
	newEntry := v.Entry(n.New)
	switch {
	case slices.ContainsFunc(v.Entries[:i], func(earlier *model.Entry) bool { return earlier.Key.Text == e.Key.Text }):
		o.See(pages.Names).Decide(from, "%s is set twice, and only the last one counts; remove the others", n.Old)
	case isSet && newEntry == nil:
		o.addNewName(path, v, i, n.New)
	case isSet:
	case taintLists().MatchString(lastKey(path)):
		o.See(pages.Names).Warn(from, "the taint %q is not the label of that name and is kept; if you rename the taint, rename it here at the same time",
			n.Old)
	case newEntry == nil:
		o.Rename(from, n.New)
	case model.Equal(newEntry.Value, e.Value):
		o.Remove(from)
		o.See(pages.Names).Info(from, "both %s and %s are set; %s remains", n.Old, n.New, n.New)
	default:
		o.See(pages.Names).Decide(from, "%s and %s are both set, with different values; remove one of them", n.Old, n.New)
	}
}

func (o *Object) warnGone(path []any, n *facts.NameChange) {
	o.See(pages.Names).Warn(path, "the label %q was removed in %s, and nothing has it now; remove it", n.Old, o.To)
}

// addNewName adds a copy of the i-th entry of v with another key, directly after it.
func (o *Object) addNewName(path []any, v *model.Value, i int, key string) {
	old := v.Entries[i]
	if record.IsCollection(old.Value) || old.Value.Style == model.Literal || old.Value.Style == model.Folded {
		o.See(pages.Names).Decide(model.Join(path, old.Key.Text), "objects with %q also need %q while both APIs are served; add it", old.Key.Text, key)
		return
	}
	next := ""
	if i+1 < len(v.Entries) {
		next = v.Entries[i+1].Key.Text
	}
	o.SetBefore(model.Join(path, key), record.Fresh(old.Value), next)
	o.See(pages.Names).Info(model.Join(path, old.Key.Text), "%s is added next to %s, because Karpenter %s serves both APIs", key, old.Key.Text,
		o.Release)
}

func (o *Object) renameLabel(path []any, old *model.Value, n *facts.NameChange) {
	if n.New == "" {
		o.warnGone(path, n)
		return
	}
	o.Set(path, record.Like(old, n.New))
}

// renameNameList renames the labels in a list of names of labels (matchLabelKeys).
func (o *Object) renameNameList(path []any, v *model.Value) {
	listed := sync.OnceValue(func() map[string]bool { return setOf(textsOf(v)) })
	for i := len(v.Items) - 1; i >= 0; i-- {
		item := v.Items[i]
		n := o.Names.Change(item.Text)
		switch {
		case n == nil || item.Kind != model.String || item.Alias() != "":
		case n.New != "" && listed()[n.New]:
			o.Remove(model.Join(path, i))
			o.See(pages.Names).Info(model.Join(path, i), "both %s and %s are set; %s remains", n.Old, n.New, n.New)
		default:
			o.renameLabel(model.Join(path, i), item, n)
		}
	}
}

// taintLists matches the keys of lists whose items have the key of a taint, not of a label.
var taintLists = pattern.New(`(?i)(tolerations?|taints)$`)

// renameTerms renames the labels in the items of a list of requirements: {key, operator, values}.
func (o *Object) renameTerms(path []any, v *model.Value) {
	taints := taintLists().MatchString(lastKey(path))
	terms := newTerms(v.Items)
	for i := len(v.Items) - 1; i >= 0; i-- {
		item := v.Items[i]
		n := o.Names.Change(item.Str("key"))
		if item.Alias() != "" || n == nil || isTag(item) {
			continue
		}
		place := model.Join(path, i, "key")
		operator := item.Get("operator")
		switch {
		case taints || item.Entry("effect") != nil:
			o.See(pages.Names).Warn(place, "the taint %q is not the label of that name and is kept; if you rename the taint, rename it here at the same time",
				n.Old)
		case operator != nil && operator.Kind == model.Unknown:
			o.See(pages.Names).Decide(place, "the successor of %q depends on the operator %q; change it by hand", n.Old, operator.Text)
		case operator.IsScalar() && item.Str("operator") == "DoesNotExist" && n.New != "":
			o.excludeNewLabel(path, i, terms, n)
		case n.New != "" && terms.hasRenamed(item, n):
			o.Remove(place[:len(place)-1])
			o.See(pages.Names).Info(place, "both %s and %s are set; %s remains", n.Old, n.New, n.New)
		default:
			o.renameLabel(place, item.Get("key"), n)
		}
	}
}

// excludeNewLabel keeps pods away from the nodes of both APIs: it requires in the same term that the
// new label is absent too.
func (o *Object) excludeNewLabel(path []any, i int, terms *terms, n *facts.NameChange) {
	if terms.excluded()[n.New] {
		return
	}
	o.Insert(path, i+1, model.NewMap(
		model.NewEntry("key", model.NewString(n.New)),
		model.NewEntry("operator", model.NewString("DoesNotExist")),
	))
}

// lastKey returns the key that a path ends with, also where an item of its list follows; "" if there is none.
func lastKey(path []any) string {
	for i := len(path) - 1; i >= 0; i-- {
		if key, isKey := path[i].(string); isKey {
			return key
		}
	}
	return ""
}
