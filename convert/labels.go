package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// renameNames renames the old labels and annotations in any object or values file. Only keys and
// names of labels are renamed, never text.
func renameNames(o *object) { o.renameIn(nil, o.res.Value) }

// renameIn renames below v first: the paths of what stands there change with v's own keys.
func (o *object) renameIn(path []any, v *model.Value) {
	if v.Alias != "" {
		return // renamed where it is defined
	}
	switch v.Kind {
	case model.Map:
		for _, e := range v.Entries {
			if e.Key.Text == "kubectl.kubernetes.io/last-applied-configuration" {
				continue
			}
			if e.Key.Kind != model.String || o.names.label(e.Key.Text) == nil && o.names.annotation(e.Key.Text) == nil {
				o.leftover(at(path, e.Key.Text), e.Key.Text+":")
			}
			if e.Value.Kind == model.String && slices.Contains(o.names.NameKeys, e.Key.Text) && o.names.label(e.Value.Text) != nil {
				continue
			}
			o.renameIn(at(path, e.Key.Text), e.Value)
		}
		o.annotations(path, v)
		o.labelKeys(path, v)
	case model.List:
		for i, item := range v.Items {
			o.renameIn(at(path, i), item)
		}
		o.terms(path, v)
	case model.String, model.Unknown:
		o.leftover(path, v.Text)
	}
}

// labelKeys renames the labels among the keys of a map (a nodeSelector, matchLabels) and the
// names of labels among its values (topologyKey).
func (o *object) labelKeys(path []any, v *model.Value) {
	for _, e := range v.Entries {
		if n := o.names.label(e.Key.Text); n != nil && e.Key.Kind == model.String {
			o.labelKey(path, v, e, n)
		}
		if e.Key.Text == "key" || e.Value.Kind != model.String || !slices.Contains(o.names.NameKeys, e.Key.Text) {
			continue
		}
		if n := o.names.label(e.Value.Text); n != nil {
			o.labelName(at(path, e.Key.Text), e.Value, n)
		}
	}
}

func (o *object) labelKey(path []any, v *model.Value, e *model.Entry, n *facts.NameChange) {
	from := at(path, n.Old)
	if n.New == "" {
		o.warn(from, seeNames, "the label %q is gone in v1beta1, and nothing has it any more; remove it", n.Old)
		return
	}
	beside := v.Entry(n.New)
	switch {
	case beside == nil:
		o.rename(from, n.New)
	case model.Equal(beside.Value, e.Value):
		o.remove(from)
		o.info(from, seeNames, "%s and %s stand side by side; %s remains", n.Old, n.New, n.New)
	default:
		o.decide(from, seeNames, "%s and %s stand side by side with different values; remove one of them", n.Old, n.New)
	}
}

func (o *object) labelName(path []any, old *model.Value, n *facts.NameChange) {
	if n.New == "" {
		o.warn(path, seeNames, "the label %q is gone in v1beta1, and nothing has it any more; remove it", n.Old)
		return
	}
	v := model.NewString(n.New)
	if old.Style == model.SingleQuoted || old.Style == model.DoubleQuoted {
		v.Style = old.Style
	}
	o.set(path, v)
}

// tolerates matches the keys of lists whose items have the key of a taint, not of a label.
var tolerates = pattern.New(`(?i)(tolerations?|taints)$`)

// terms renames the labels in the items of a list of requirements: {key, operator, values}.
func (o *object) terms(path []any, v *model.Value) {
	taints := len(path) > 0 && tolerates().MatchString(fmt.Sprint(path[len(path)-1]))
	for i := len(v.Items) - 1; i >= 0; i-- {
		item := v.Items[i]
		n := o.names.label(item.Str("key"))
		if item.Alias != "" || n == nil {
			continue
		}
		at := at(path, i, "key")
		operator := item.Get("operator")
		switch {
		case operator != nil && operator.Kind == model.Unknown:
			o.decide(at, seeNames, "what becomes of %q depends on the operator %q; change it by hand", n.Old, operator.Text)
		case operator.IsScalar() && item.Str("operator") == "DoesNotExist" && n.New != "":
			o.doesNotExist(path, i, v, n)
		case taints || item.Entry("effect") != nil:
			o.warn(at, seeNames, "the taint %q is not the label of that name, and stays; if you rename the taint, rename it here at the same time", n.Old)
		case n.New != "" && o.twin(v, item, n):
			o.remove(at[:len(at)-1])
			o.info(at, seeNames, "%s and %s stand side by side; %s remains", n.Old, n.New, n.New)
		default:
			o.labelName(at, item.Get("key"), n)
		}
	}
}

// doesNotExist keeps pods off the nodes of both APIs: the new label must be absent as well, in the
// same term.
func (o *object) doesNotExist(path []any, i int, v *model.Value, n *facts.NameChange) {
	for _, item := range v.Items {
		if item.Str("key") == n.New && item.Str("operator") == "DoesNotExist" {
			return
		}
	}
	o.insert(path, i+1, model.NewMap(
		model.NewEntry("key", model.NewString(n.New)),
		model.NewEntry("operator", model.NewString("DoesNotExist")),
	))
}

// twin says whether the list has an item that equals item but for the name of the label.
func (o *object) twin(v, item *model.Value, n *facts.NameChange) bool {
	renamed := &model.Value{Kind: model.Map}
	for _, e := range item.Entries {
		if e.Key.Text == "key" {
			e = model.NewEntry("key", model.NewString(n.New))
		}
		renamed.Entries = append(renamed.Entries, e)
	}
	for _, other := range v.Items {
		if model.Equal(other, renamed) {
			return true
		}
	}
	return false
}

// leftover reports an old name inside a text, which is not renamed: a setting needs a person, words about it
// a look.
func (o *object) leftover(path []any, text string) {
	if !strings.Contains(text, "karpenter") {
		return
	}
	for _, n := range append(slices.Clone(o.names.Labels), o.names.Annotations...) {
		switch used, mentioned := usesName(text, n.Old); {
		case n.New == "" || !mentioned:
		case used:
			o.decide(path, seeNames, "the text holds %q, which karplint does not rename in texts; it is %q in v1beta1: change it by hand", n.Old, n.New)
		default:
			o.warn(path, seeNames, "the text speaks of %q, which is %q in v1beta1; change it if it is more than words", n.Old, n.New)
		}
	}
}

// usesName says whether text holds name as a whole word, and whether it uses it: as all there is, in
// quotes, or in front of a colon or an equals sign (a key in YAML is given with its colon), as TOML, JSON, YAML and flags of the kubelet do.
func usesName(text, name string) (used, mentioned bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false, mentioned
		}
		start := from + i
		from = start + len(name)
		if from < len(text) && isNameByte(text[from]) && !(text[from] == '.' && endsWord(text[from+1:])) {
			continue
		}
		mentioned = true
		behind := strings.TrimLeft(text[from:], " \t")
		if text == name || start > 0 && strings.IndexByte(`"'`, text[start-1]) >= 0 || behind != "" && strings.IndexByte(`:="'\`, behind[0]) >= 0 {
			return true, true
		}
	}
}

// endsWord says whether a full stop in front of text ends a sentence.
func endsWord(text string) bool { return text == "" || !isNameByte(text[0]) }

func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == '.'
}
