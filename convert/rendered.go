package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// What a field's row does depends on its value, and a template hides that. Where the values files of the chart show it, the law is tried: the
// object with their values in the place of the templates is converted too, and must become what the converted template renders.

// rendering is one way in which the templates of an object are filled in.
type rendering struct {
	file    string // of the values
	root    *model.Value
	item    int                   // of the list or map that a loop goes over
	written map[model.Span]action // what the templates of the object write
	o       *object
	stays   *model.Value // in which nothing is filled in
	loops   bool         // one of the templates stands in a loop
	filled  int
}

// checkValues reports where an object that is converted would not become what its rows make of the values that its chart has.
func (c *conversion) checkValues(o *object) {
	if c.charts == nil || o.held || o.madeOf != nil || chartDir(o.source.Path) == "" || o.fromValues() != nil {
		return
	}
	written := map[model.Span]action{}
	var stays *model.Value
	if o.listsInValues() { // they are converted where they stand
		stays = o.before.Get("spec", "requirements")
	}
	for _, set := range c.charts.valueSets(chartDir(o.source.Path)) {
		if !o.taken.takenWith(set.root) {
			continue
		}
		for item := range maxItems {
			set := set
			set.item, set.written, set.o, set.stays = item, written, o, stays
			done := c.checkRendering(o, &set)
			if done || !set.loops {
				break
			}
		}
		if o.held {
			return
		}
	}
}

// maxItems bounds how many items of a list in values are looked at.
const maxItems = 20

// checkRendering checks one way to render an object. It is done when no item is left.
func (c *conversion) checkRendering(o *object, r *rendering) (done bool) {
	res := *o.res
	res.Value = r.fill(o.before)
	if r.filled == 0 {
		return true
	}
	res.APIVersion, res.Kind = res.Value.Str("apiVersion"), res.Value.Str("kind")
	of := newObject(c.Converter, &res)
	of.id, of.seen, of.source = o.id, o.seen, o.source
	pools, classes := len(o.kubelets.pools), len(o.kubelets.classes)
	c.takeSteps(of)
	o.kubelets.pools, o.kubelets.classes = o.kubelets.pools[:pools], o.kubelets.classes[:classes] // the object itself has said it
	if at, differs := r.differs(nil, o.res.Value, of.res.Value); differs {
		o.decide(at, "", "with the values of %s this becomes something else than the template shows%s; change the value, or convert the object by hand", r.file, reasonIn(of.notes, at))
		return true
	}
	for _, n := range of.notes {
		told := func(own Note) bool { return own.Level == Decision && own.Path == n.Path } // the placeholder of a role holds nothing back
		if n.Level == Decision && !slices.ContainsFunc(o.notes, told) {
			o.held = true
			n.Message = fmt.Sprintf("with the values of %s: %s", r.file, n.Message)
			o.notes = append(o.notes, n)
			return true
		}
	}
	return false
}

// reasonIn returns what a note says of a place or of what is in it.
func reasonIn(notes []Note, at []any) string {
	last := ""
	if len(at) > 0 {
		last, _ = at[len(at)-1].(string)
	}
	for _, n := range notes {
		if last != "" && (strings.HasSuffix(n.Path, "."+last) || strings.Contains(n.Path, "."+last+".") || strings.Contains(n.Path, "."+last+"[")) {
			return " (" + n.Message + ")"
		}
	}
	return ""
}

// valueSets returns the values that a chart may be rendered with: those of values.yaml, and those with another file on top of them.
func (c *charts) valueSets(dir string) (sets []rendering) {
	var base *model.Value
	for _, f := range c.files[dir] {
		if f.isDefault() {
			if base = f.root(); base == nil {
				return nil
			}
			sets = append(sets, rendering{file: f.file.Path, root: base})
		}
	}
	for _, f := range c.files[dir] {
		root := f.root()
		switch {
		case f.isDefault() || root == nil || root.Kind != model.Map:
		case base == nil:
			sets = append(sets, rendering{file: f.file.Path, root: root})
		default:
			if all := kustomize.Merge(base, root); all != nil {
				sets = append(sets, rendering{file: f.file.Path, root: all})
			}
		}
	}
	return sets
}

// fill returns a tree with values in the place of the templates that write them.
func (r *rendering) fill(v *model.Value) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if inner == r.stays || inner.Alias != "" {
			return inner, false
		}
		if inner.Kind != model.Unknown {
			return inner, true
		}
		known := r.value(inner)
		if known == nil {
			return inner, false
		}
		r.filled++
		return known, false
	})
}

// value returns what stands in the values for an unknown value, nil where that cannot be seen.
func (r *rendering) value(v *model.Value) *model.Value {
	at := v.Span
	if at.Empty() || v.Style == model.Block || v.Style == model.None {
		t := openTemplates(r.o.res.Document, v)
		if len(t) != 1 {
			return nil
		}
		at = t[0]
	} else if text := strings.TrimSpace(v.Text); strings.Count(text, "{{") != 1 || !strings.HasPrefix(text, "{{") || !strings.HasSuffix(text, "}}") {
		return nil
	}
	w, known := r.written[at]
	if !known {
		w, _ = writtenAt(r.o.source, at)
		r.written[at] = w
	}
	if !w.plain && !w.asText || len(w.values) < 2 || w.values[0] != "Values" {
		return nil
	}
	found := r.at(w.values[1:])
	if found == nil || found.Kind == model.Null || found.Kind == model.Unknown || found.Open {
		return nil
	}
	scalar := found.Kind != model.Map && found.Kind != model.List
	switch {
	case w.asText || v.Style == model.DoubleQuoted || v.Style == model.SingleQuoted:
		if !scalar {
			return nil
		}
		return model.NewString(found.Text)
	case scalar && found.Kind == model.String && v.Style == model.Plain:
		return bare(found.Text)
	}
	return kustomize.Plain(found)
}

// bare returns what a text is that a template prints without quotes, nil where that is not plain to see.
func bare(text string) *model.Value {
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

// at returns the value at a path of the values.
func (r *rendering) at(path []any) *model.Value {
	v := r.root
	looped := false
	for _, step := range path {
		if _, isAny := step.(anyOne); !isAny {
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

// differs compares what became of a template with what became of what it renders, and returns the first place where they differ.
func (r *rendering) differs(at []any, v, is *model.Value) ([]any, bool) {
	switch {
	case v.Kind == model.Unknown && is.Kind == model.Unknown:
		return nil, false
	case v.Kind == model.Unknown:
		known := r.value(v)
		if known != nil && known.Kind == model.Null && absent(is) {
			return nil, false
		}
		return at, known != nil && !model.Equal(known, is)
	case v.Open || is.Open || v.Alias != "":
		return nil, false
	case v.Kind != is.Kind:
		return at, !absent(v) || !absent(is)
	case v.Kind == model.List:
		if len(v.Items) != len(is.Items) {
			return at, true
		}
		for i := range v.Items {
			if at, differs := r.differs(append(slices.Clone(at), i), v.Items[i], is.Items[i]); differs {
				return at, true
			}
		}
	case v.Kind == model.Map:
		return r.mapDiffers(at, v, is)
	}
	return nil, false
}

func (r *rendering) mapDiffers(at []any, v, is *model.Value) ([]any, bool) {
	if slices.ContainsFunc(v.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown || e.IsMerge() }) {
		return nil, false
	}
	for _, e := range v.Entries {
		other := is.Get(e.Key.Text)
		here := append(slices.Clone(at), e.Key.Text)
		if other == nil {
			other = &model.Value{Kind: model.Null}
		}
		if at, differs := r.differs(here, e.Value, other); differs {
			return at, true
		}
	}
	for _, e := range is.Entries {
		if v.Get(e.Key.Text) == nil && !absent(e.Value) {
			return append(slices.Clone(at), e.Key.Text), true
		}
	}
	return nil, false
}

func absent(v *model.Value) bool { return v.Kind == model.Null }

// takenWith says whether just these branches are taken with these values; not where a condition is more than values.
func (b *takenBranches) takenWith(root *model.Value) bool {
	if b == nil {
		return true
	}
	taken, sure := gotmpl.Take(b.blocks, func(branch *gotmpl.Branch) int {
		return branch.Condition.Truth(func(text string) int { return truthOf(text, root) })
	})
	return sure && maps.Equal(taken, b.taken)
}

// takenBranches are the branches that a variant of an object has.
type takenBranches struct {
	blocks []*gotmpl.Block
	taken  gotmpl.Taken
}

// truthOf says whether a path of values is not empty: 0 where it is no such path, or where no file has it.
func truthOf(text string, root *model.Value) int {
	text, isValue := strings.CutPrefix(strings.TrimPrefix(text, "$"), ".Values.")
	if !isValue || strings.ContainsAny(text, " ()|\"") {
		return 0
	}
	v := root.Get(keys(text)...)
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
