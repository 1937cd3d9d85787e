package charts

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// A Renderer fills the templates of an object with the values of its chart. The conversion of a field depends on its value, which a template
// hides, so the converted template must render the same as the conversion of the filled object.
type Renderer struct {
	Charts   *Charts
	Template *model.File
	Document *model.Document
	Except   *model.Value // in which nothing is filled in
	// Blocks are the template blocks in the object, and Taken the branches of them that it has.
	Blocks   []*gotmpl.Block
	Branches gotmpl.Taken

	actions map[model.Span]Action
}

// Rendering is an object with the values of one file, and one item of each list that its templates loop over.
type Rendering struct {
	*Renderer
	File   string // of the values
	Object *model.Value

	root  *model.Value
	item  int
	loops bool // one of the templates is in a loop
}

// maxItems bounds how many items of a list in values are looked at.
const maxItems = 20

// Renderings yields the objects that a template renders with the values of the chart.
func (r *Renderer) Renderings(object *model.Value) iter.Seq[*Rendering] {
	r.actions = map[model.Span]Action{}
	return func(yield func(*Rendering) bool) {
		sets, _ := r.Charts.valueSets(Dir(r.Template.Path))
		for _, set := range sets {
			if !r.selectsBranches(set.root) {
				continue
			}
			for item := range maxItems {
				rendering := &Rendering{Renderer: r, File: set.file, root: set.root, item: item}
				if !rendering.fill(object) {
					break
				}
				if !yield(rendering) {
					return
				}
				if !rendering.loops {
					break
				}
			}
		}
	}
}

// selectsBranches reports whether values select just the branches that the object has; not if a condition depends on more than values.
func (r *Renderer) selectsBranches(root *model.Value) bool {
	selected, sure := gotmpl.Take(r.Blocks, func(branch *gotmpl.Branch) int {
		return branch.Condition.Truth(func(text string) int { return truthOf(text, root) })
	})
	return sure && maps.Equal(selected, r.Branches)
}

// fill makes the object one with values in the place of the templates that write them. It returns false where there are none.
func (r *Rendering) fill(object *model.Value) (filled bool) {
	r.Object = object.Rewrite(func(v *model.Value) (*model.Value, bool) {
		if v == r.Except || v.Alias != "" {
			return v, false
		}
		if v.Kind != model.Unknown {
			return v, true
		}
		replacement := r.value(v)
		if replacement == nil {
			return v, false
		}
		filled = true
		return replacement, false
	})
	return filled
}

// value returns the value that the chart has for an unknown one, nil if that is not known.
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
	written := r.get(a.Values[1:])
	if written == nil || written.Open {
		return nil
	}
	if written.Kind == model.Null || written.Kind == model.Unknown {
		return nil
	}
	scalar := written.Kind != model.Map && written.Kind != model.List
	switch {
	case a.AsText || v.Style == model.DoubleQuoted || v.Style == model.SingleQuoted:
		if !scalar {
			return nil
		}
		return model.NewString(written.Text)
	case scalar && written.Kind == model.String && v.Style == model.Plain:
		return Unquoted(written.Text)
	}
	return kustomize.Plain(written)
}

// Unquoted returns the value that YAML reads where a template prints a text without quotes, nil where only a parser can tell.
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

// get returns the value at a path of the values, without Values.
func (r *Rendering) get(path []any) *model.Value {
	v := r.root
	looped := false
	for _, step := range path {
		if _, isAny := step.(AnyItem); !isAny {
			if v = v.Get(step); v == nil {
				return nil
			}
			continue
		}
		if looped {
			return nil
		}
		looped, r.loops = true, true
		switch {
		case r.item < len(v.Items):
			v = v.Items[r.item]
		case r.item < len(v.Entries):
			v = v.Entries[r.item].Value
		default:
			return nil
		}
	}
	return v
}

// Difference compares the converted template with the converted rendering, and returns the first place where they differ.
func (r *Rendering) Difference(template, rendering *model.Value) (path []any, differs bool) {
	return r.difference(nil, template, rendering)
}

func (r *Rendering) difference(path []any, template, rendering *model.Value) ([]any, bool) {
	switch {
	case template.Kind == model.Unknown && rendering.Kind == model.Unknown:
		return nil, false
	case template.Kind == model.Unknown:
		filled := r.value(template)
		isNull := filled != nil && isAbsent(filled) && isAbsent(rendering)
		return path, filled != nil && !isNull && !model.Equal(filled, rendering)
	case template.Open || rendering.Open || template.Alias != "":
		return nil, false
	case template.Kind != rendering.Kind:
		return path, !isAbsent(template) || !isAbsent(rendering)
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
		if template.Get(e.Key.Text) == nil && !isAbsent(e.Value) {
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

// isAbsent reports whether Kubernetes reads a value as none.
func isAbsent(v *model.Value) bool { return v.Kind == model.Null }

// truthOf returns 1 if the value at a path is not empty, and -1 if it is: 0 for other texts, or if no file has it.
func truthOf(text string, root *model.Value) int {
	text, isValue := strings.CutPrefix(strings.TrimPrefix(text, "$"), ".Values.")
	if !isValue || strings.ContainsAny(text, " ()|\"") {
		return 0
	}
	v := root
	for _, key := range strings.Split(text, ".") {
		v = v.Get(key)
	}
	if v == nil {
		return 0
	}
	empty := false
	switch v.Kind {
	case model.Null:
		empty = true
	case model.Bool:
		empty = v.Text == "false"
	case model.Number:
		n, _ := yaml.Number(v.Text)
		empty = n == "0"
	case model.String:
		empty = v.Text == ""
	case model.Map, model.List:
		empty = len(v.Items)+len(v.Entries) == 0
	case model.Unknown:
		return 0
	}
	if empty {
		return -1
	}
	return 1
}
