package charts

import (
	"iter"
	"maps"
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Renderer fills the templates of an object with the values of its chart. How a field is converted depends on its value, which a
// template hides. So the converted template must render the same as the filled object converts to.
type Renderer struct {
	Charts   *Charts
	Template *model.File
	Document *model.Document
	Except   []*model.Value // templates in them are not filled
	// Blocks are the template blocks in the object. Branches are the branches of them that the object has.
	Blocks   []*gotmpl.Block
	Branches gotmpl.Taken

	actions map[model.Span]Action
}

// Rendering is an object filled with the values of one file, and with one item of each list in a loop.
type Rendering struct {
	*Renderer
	File   string // the values file
	Object *model.Value

	root   *model.Value
	item   int
	filled bool // one of its templates is filled
	loops  bool // one of its templates is in a loop

	Null  model.Span     // the template that is null, see Unset; empty in other renderings
	unset []*model.Value // templates whose value nothing sets, which are not filled
}

// Bounds on the renderings of an object.
const (
	maxItems = 20 // items of a list in the values
	maxUnset = 20 // templates whose value nothing sets
)

// Renderings yields the object as each set of values in the chart renders it. A value that nothing sets stays unknown, because others may set it.
func (r *Renderer) Renderings(object *model.Value) iter.Seq[*Rendering] {
	r.actions = map[model.Span]Action{}
	sets, _ := r.Charts.valueSets(helm.ChartOf(r.Template.Path))
	return func(yield func(*Rendering) bool) {
		for rendering := range r.fillAll(sets, object) {
			if rendering.filled && !yield(rendering) {
				return
			}
		}
	}
}

// Unset yields, for each template in the object whose value nothing sets, a rendering in which it is null.
func (r *Renderer) Unset(object *model.Value) iter.Seq2[*model.Value, *Rendering] {
	r.actions = map[model.Span]Action{}
	return func(yield func(*model.Value, *Rendering) bool) {
		seen := map[*model.Value]bool{}
		for rendering := range r.fillAll(r.completeSets(), object) {
			for _, v := range rendering.unset {
				if seen[v] || len(seen) == maxUnset {
					continue
				}
				seen[v] = true
				with := &Rendering{Renderer: r, File: rendering.File, root: rendering.root, item: rendering.item}
				with.Null, _ = writerOf(r.Document, v)
				if with.fill(object); !yield(v, with) {
					return
				}
			}
		}
	}
}

// completeSets returns the sets of values with which the chart is rendered, as far as they are known: not values.yaml where others are merged into
// it, and nothing for a chart inside another one, which sets more.
func (r *Renderer) completeSets() []valueSet {
	dir := helm.ChartOf(r.Template.Path)
	if chartAround(dir) != "" {
		return nil
	}
	sets, _ := r.Charts.valueSets(dir)
	if len(sets) == 1 {
		return sets
	}
	return slices.DeleteFunc(slices.Clone(sets), func(set valueSet) bool { return isDefault(set.file) })
}

// fillAll yields the object filled with each of the sets that selects its branches, and with each item of a list in a loop.
func (r *Renderer) fillAll(sets []valueSet, object *model.Value) iter.Seq[*Rendering] {
	return func(yield func(*Rendering) bool) {
		for _, set := range sets {
			if !r.selectsBranches(set.root) {
				continue
			}
			for item := range maxItems {
				rendering := &Rendering{Renderer: r, File: set.file, root: set.root, item: item}
				rendering.fill(object)
				if !yield(rendering) {
					return
				}
				isEmpty := !rendering.filled && len(rendering.unset) == 0
				if isEmpty || !rendering.loops {
					break
				}
			}
		}
	}
}

// selectsBranches reports whether the values select exactly the branches that the object has. It returns false if a condition
// depends on more than values.
func (r *Renderer) selectsBranches(root *model.Value) bool {
	selected, sure := gotmpl.Take(r.Blocks, func(branch *gotmpl.Branch) int {
		return branch.Condition.Truth(func(text string) int { return truthOf(text, root) })
	})
	return sure && maps.Equal(selected, r.Branches)
}

// fill replaces the templates of the object by their values.
func (r *Rendering) fill(object *model.Value) {
	r.Object = object.Rewrite(func(v *model.Value) (*model.Value, bool) {
		if slices.Contains(r.Except, v) || v.Alias() != "" {
			return v, false
		}
		if v.Kind != model.Unknown {
			return v, true
		}
		replacement := r.value(v)
		if replacement == nil {
			return v, false
		}
		r.filled = true
		return replacement, false
	})
}

// value returns the value that the template of an unknown value renders to; nil if it cannot be known.
func (r *Rendering) value(v *model.Value) *model.Value {
	span, ok := writerOf(r.Document, v)
	if !ok {
		return nil
	}
	a, cached := r.actions[span]
	if !cached {
		a, _ = WrittenAt(r.Template, span)
		r.actions[span] = a
	}
	if !a.Plain && !a.AsText || !isChartValue(a.Values) {
		return nil
	}
	written, exists := r.get(a.Values[1:])
	isText := a.AsText || v.Style == model.DoubleQuoted || v.Style == model.SingleQuoted
	switch {
	case !exists || written.Open || written.Kind == model.Unknown:
		return nil
	case written.Kind == model.Null && span == r.Null:
		return written
	case written.Kind == model.Null:
		if !isText {
			r.unset = append(r.unset, v)
		}
		return nil
	}
	scalar := written.Kind != model.Map && written.Kind != model.List
	switch {
	case isText:
		if !scalar {
			return nil
		}
		return model.NewString(written.Text)
	case scalar && written.Kind == model.String && v.Style == model.Plain:
		return Unquoted(written.Text)
	}
	return kustomize.Plain(written)
}

// Unquoted returns how YAML reads a text that a template prints without quotes; nil if only a parser can tell.
func Unquoted(text string) *model.Value {
	switch {
	case text == "":
		return &model.Value{Kind: model.Null}
	case plainWord().MatchString(text) && !notText().MatchString(text):
		return model.NewString(text)
	}
	return nil
}

var (
	plainWord = pattern.New(`^(?:[A-Za-z/]|[0-9.]+[A-Za-z])[A-Za-z0-9._/-]*$`)
	notText   = pattern.New(`^(?:(?i:null|true|false|yes|no|on|off|y|n)|[0-9.]+[eE][0-9]+|0[xob].*)$`)
)

// get returns the value at a path without Values, null if nothing sets it. exists is false if there is no map for it.
func (r *Rendering) get(path []any) (v *model.Value, exists bool) {
	v = r.root
	looped := false
	for i, step := range path {
		if _, isAny := step.(AnyItem); !isAny {
			isLast := i == len(path)-1 && v.IsMap()
			if v = v.Get(step); v == nil {
				return orNull(nil), isLast
			}
			continue
		}
		if looped {
			return orNull(nil), false
		}
		looped, r.loops = true, true
		switch {
		case r.item < len(v.Items):
			v = v.Items[r.item]
		case r.item < len(v.Entries):
			v = v.Entries[r.item].Value
		default:
			return orNull(nil), false
		}
	}
	return v, true
}

// Difference returns the first place where the converted template, filled, differs from the converted rendering.
func (r *Rendering) Difference(template, rendering *model.Value) (path []any, differs bool) {
	return r.difference(nil, template, rendering)
}

func (r *Rendering) difference(path []any, template, rendering *model.Value) ([]any, bool) {
	switch {
	case template.Kind == model.Unknown && rendering.Kind == model.Unknown:
		return nil, false
	case template.Kind == model.Unknown:
		filled := r.value(template)
		isNull := filled != nil && filled.Kind == model.Null && r.isAbsent(rendering)
		return path, filled != nil && !isNull && !model.Equal(filled, rendering)
	case template.Open || rendering.Open || template.Alias() != "":
		return nil, false
	case template.Kind != rendering.Kind:
		return path, !r.isAbsent(template) || !r.isAbsent(rendering)
	case template.Kind == model.Map:
		return r.mapDifference(path, template, rendering)
	case len(template.Items) != len(rendering.Items):
		return path, true
	}
	for i := range template.Items {
		if item, differs := r.difference(append(slices.Clone(path), i), template.Items[i], rendering.Items[i]); differs {
			return item, true
		}
	}
	return nil, false
}

func (r *Rendering) mapDifference(path []any, template, rendering *model.Value) ([]any, bool) {
	if slices.ContainsFunc(template.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown || e.IsMerge() }) {
		return nil, false
	}
	for _, e := range template.Entries {
		key := e.Key.Text
		if entry, differs := r.difference(append(slices.Clone(path), key), e.Value, orNull(rendering.Get(key))); differs {
			return entry, true
		}
	}
	for _, e := range rendering.Entries {
		if template.Get(e.Key.Text) == nil && !r.isAbsent(e.Value) {
			return append(slices.Clone(path), e.Key.Text), true
		}
	}
	return nil, false
}

func orNull(v *model.Value) *model.Value {
	if v == nil {
		return &model.Value{Kind: model.Null}
	}
	return v
}

// isAbsent reports whether Kubernetes treats the value as absent. A map around a value that is not set counts too, because it sets nothing.
func (r *Rendering) isAbsent(v *model.Value) bool {
	switch {
	case v.Kind == model.Null:
		return true
	case r.Null.Empty() || v.Open:
		return false
	case v.Kind == model.Unknown:
		filled := r.value(v)
		return filled != nil && filled.Kind == model.Null
	}
	isSet := func(e *model.Entry) bool { return !r.isAbsent(e.Value) }
	return v.Kind == model.Map && len(v.Entries) > 0 && !slices.ContainsFunc(v.Entries, isSet)
}

// truthOf returns 1 if a template treats the value at a path as true, -1 if as false, and 0 if the value is unknown.
func truthOf(text string, root *model.Value) int {
	v, isValue := helm.ValueOf(text, root)
	if !isValue || v == nil {
		return 0
	}
	return helm.Truth(v)
}
