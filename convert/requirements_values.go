package convert

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// The requirements of a pool may come from a list of values, as it is or item by item in a loop. Which defaults the alpha API added depends on
// the keys in it, so they are added to the list.

// uses returns all that stands in values, in the order of the templates.
func (c *charts) uses() []*specUse {
	all := slices.AppendSeq(slices.Collect(maps.Values(c.specs)), maps.Values(c.lists))
	slices.SortFunc(all, func(a, b *specUse) int { return cmp.Or(a.file-b.file, a.object-b.object) })
	return all
}

// findRequirements looks for the list of values that the requirements of a pool come from.
func (c *charts) findRequirements(f *model.File, dir string, u *unit) {
	list := u.res.Value.Get("spec", "requirements")
	if list == nil {
		return
	}
	var path []any
	switch list.Kind {
	case model.Unknown:
		if w, ok := writtenAs(f, u.res.Document, list); ok && w.plain {
			path = w.values
		}
	case model.List:
		path = loopOver(f, u.res.Document, list)
	}
	if len(path) < 2 || path[0] != "Values" {
		return
	}
	use := &specUse{id: u.id, res: u.res, values: path[1:], text: valuesText(path), list: true, source: f, own: ownReads(u.res.Document, list)}
	if c.locateLists(use, dir) {
		c.lists[u.id] = use
	}
}

// isLoop says whether a template begins or ends a loop.
func isLoop(text string) bool {
	a := gotmpl.Read(text)
	return a.Keyword == "range" || a.Keyword == "end"
}

// loopOver returns the path of the list of values whose items a loop writes as requirements, each with its key, operator and values and nothing
// else; nil if there is none.
func loopOver(f *model.File, doc *model.Document, list *model.Value) []any {
	if len(list.Items) != 1 || list.Open || list.Items[0].Kind != model.Map || len(list.Items[0].Entries) != 3 {
		return nil
	}
	inner := belowValues(list)
	for _, t := range doc.Templates {
		if list.Span.Contains(t) && writesNothing(doc, t) && !(isLoop(doc.Text(t)) && inner.Contains(t)) {
			return nil
		}
	}
	var over []any
	for _, e := range list.Items[0].Entries {
		v, beyond := e.Value, 2
		if v.Kind == model.List && len(v.Items) == 1 && !v.Open {
			v, beyond = v.Items[0], 3
		}
		if v.Kind != model.Unknown || (e.Key.Text != "values" && beyond == 3) {
			return nil
		}
		w, ok := writtenAs(f, doc, v)
		n := len(w.values) - beyond
		if !ok || n < 2 || !reads(w.text) || over != nil && !slices.Equal(over, w.values[:n]) {
			return nil
		}
		if rest := w.values[n:]; rest[0] != any(anyOne{}) || rest[1] != any(e.Key.Text) || beyond == 3 && rest[2] != any(anyOne{}) {
			return nil
		}
		over = w.values[:n]
	}
	return over
}

// belowValues returns where the items of a requirement's values stand: the only place for a loop inside the one over requirements.
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

// reads says whether a template writes a value itself, but for quotes and the like.
func reads(text string) bool {
	for part := range strings.SplitSeq(strings.Trim(text, "()"), "|") {
		words := strings.Fields(part)
		if len(words) == 0 {
			return false
		}
		if last := words[len(words)-1]; !slices.Contains([]string{"quote", "toYaml", "toJson", "toString", "squote"}, words[0]) && (len(words) > 1 || last[0] != '.' && last[0] != '$') {
			return false
		}
	}
	return true
}

// locateLists finds the places of a list in the values files of its chart. It is false where they do not say all: values.yaml must have what it is
// in, and nothing may stand there but lists.
func (c *charts) locateLists(use *specUse, dir string) bool {
	var base *model.Value
	for _, f := range c.files[dir] {
		if f.isDefault() {
			base = f.root()
		}
	}
	for _, f := range c.files[dir] {
		root := f.root()
		if root == nil {
			return false
		}
		found := specFile{valuesFile: f}
		for _, at := range placesAt(root, use.values) {
			v, holder := root.Get(at...), root.Get(at[:len(at)-1]...)
			switch {
			case v != nil && v.Kind == model.List && !v.Open:
			case v != nil && v.Kind != model.Null:
				return false
			case holder == nil || holder.Kind != model.Map || holder.Open:
				continue
			case root != base && base.Get(at[:len(at)-1]...) != nil && !ofList(at):
				continue // it has what values.yaml has
			}
			found.places = append(found.places, at)
		}
		if len(found.places) > 0 {
			use.files = append(use.files, found)
		}
	}
	return len(use.files) > 0 && (slices.Contains(use.values, any(anyOne{})) || base.Get(use.values[:len(use.values)-1]...) != nil)
}

func ofList(path []any) bool {
	return slices.ContainsFunc(path, func(step any) bool { _, index := step.(int); return index })
}

// listsInValues says whether the requirements come from a list of values that is converted.
func (o *object) listsInValues() bool {
	return o.charts != nil && o.madeOf == nil && !o.inValues && o.charts.lists[o.id] != nil
}

// listLeft returns why the list of requirements in values that the object takes stays as it is, or "".
func (o *object) listLeft() string {
	if o.charts == nil || o.madeOf != nil || o.inValues {
		return ""
	}
	return o.charts.left[o.id]
}

// convertList returns what is to be done to a list of requirements at a place of a file of values.
func (c *conversion) convertList(o *object, use *specUse, place []any) (ops []edit.Op) {
	list := o.res.Value.Get(place...)
	spec := model.NewMap()
	if list != nil && list.Kind != model.Null {
		spec.Entries = append(spec.Entries, model.NewEntry("requirements", list))
	}
	of := c.specObject(o, use, spec)
	provisioner.run(of)
	if len(spec.Entries) == 0 {
		addRequirements(of, nil)
	}
	for i := range of.notes {
		of.notes[i].Path = "spec" + strings.TrimPrefix(of.notes[i].Path, "spec.requirements")
	}
	o.tellOfSpec(of, place)
	here, new := keys("spec.requirements"), keys("spec.template.spec.requirements")
	for _, op := range of.all() {
		switch {
		case op.Do != edit.Move && model.HasPrefix(op.Path, here):
			op.Path = at(place, op.Path[len(here):]...)
		case op.Do == edit.Set && model.HasPrefix(op.Path, new):
			op.Path = at(place, op.Path[len(new):]...)
		default:
			continue
		}
		ops = append(ops, op)
	}
	return ops
}
