package convert

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// The whole spec of an object in a chart may come from values: {{ toYaml .Values.pool.spec | nindent 2 }}. The template then gets the new kind,
// and the values files the new spec, together or not at all.

// specUse is an object of a template whose spec stands in values.
type specUse struct {
	id
	res    *model.Resource
	values []any // the path of the spec, without Values
	text   string
	files  []specFile
	open   string // why its spec cannot be converted, and what to do
	list   bool   // it is no spec but a list of requirements
	source *model.File
	own    []model.Span // where its template reads the values
}

// specFile are the places of a spec in a values file.
type specFile struct {
	*valuesFile
	places [][]any
}

// findSpecs looks for the specs that stand in the values files of the charts.
func (c *Converter) findSpecs(files []*model.File) {
	c.charts.specs, c.charts.lists, c.charts.left = map[id]*specUse{}, map[id]*specUse{}, map[id]string{}
	for i, f := range files {
		dir := chartDir(f.Path)
		if dir == "" || !containsAny(f.Data, [][]byte{[]byte("{{")}) || !containsAny(f.Data, karpenterName) {
			continue
		}
		c.charts.numbers[f.Path] = i
		c.units(f, i, func(u *unit) {
			if u.err != nil {
				return
			}
			change, _ := c.change(u.res)
			spec := u.res.Value.Get("spec")
			switch {
			case change == nil || change.To.Kind == "" || spec == nil:
			case spec.Kind == model.Unknown:
				written, ok := writtenAs(f, u.res.Document, spec)
				if !ok || !written.plain || len(written.values) < 2 || written.values[0] != "Values" {
					return
				}
				use := &specUse{id: u.id, res: u.res, values: written.values[1:], text: valuesText(written.values), source: f, own: ownReads(u.res.Document, spec)}
				c.charts.locate(use, dir)
				c.charts.specs[u.id] = use
			case u.res.Kind == c.apis[0].Pool.Kind && !c.opts.IgnoreDefaults && !c.opts.Keep:
				c.charts.findRequirements(f, dir, u)
			}
		})
	}
	c.charts.findReaders(files)
	for i, f := range files {
		if c.charts.files[path.Dir(f.Path)] != nil && isValues(f.Path) {
			c.charts.numbers[f.Path] = i
		}
	}
}

// writtenAs returns what the template writes that is all of an unknown value.
func writtenAs(f *model.File, doc *model.Document, spec *model.Value) (action, bool) {
	var at []model.Span
	for _, c := range doc.Contents {
		if c.Owner == spec || c.Owner.Kind == model.Unknown && c.Owner.Span == spec.Span {
			at = append(at, c.Span)
		}
	}
	switch {
	case len(at) == 1:
		return writtenAt(f, at[0])
	case len(at) == 0 && !spec.Span.Empty():
		return writtenAt(f, spec.Span)
	}
	return action{}, false
}

// ownReads returns where the templates stand that are a value, or write what is in it.
func ownReads(doc *model.Document, v *model.Value) []model.Span {
	spans := openTemplates(doc, v)
	if !v.Span.Empty() {
		spans = append(spans, v.Span)
	}
	return spans
}

// valuesText writes a path of values for people: .Values.pools[].spec.
func valuesText(path []any) string {
	var b strings.Builder
	for _, step := range path {
		if key, ok := step.(string); ok {
			b.WriteString("." + key)
		} else {
			b.WriteString("[]")
		}
	}
	return b.String()
}

// locate finds the places of a spec in the values files of its chart.
func (c *charts) locate(use *specUse, dir string) {
	for _, f := range c.files[dir] {
		root := f.root()
		if root == nil {
			use.open = fmt.Sprintf("the spec comes from %s, and %s does not parse as one YAML document; convert both by hand", use.text, f.file.Path)
			return
		}
		found := specFile{valuesFile: f}
		for _, at := range placesAt(root, use.values) {
			v := root.Get(at...)
			if v == nil || v.Kind == model.Null || v.Kind == model.Map && len(v.Entries) == 0 && !v.Open {
				continue
			}
			if v.Kind != model.Map {
				use.open = fmt.Sprintf("the spec comes from %s, which is a %s in %s; convert both by hand", use.text, v.Kind, f.file.Path)
				return
			}
			found.places = append(found.places, at)
		}
		if len(found.places) > 0 {
			use.files = append(use.files, found)
		}
	}
	if len(use.files) == 0 {
		use.open = fmt.Sprintf("the spec comes from %s, which no values file of the chart has; convert it where it is set, together with this template", use.text)
	}
}

// found returns what stands at the places of a spec.
func (use *specUse) found() (specs []*model.Value) {
	for _, f := range use.files {
		for _, at := range f.places {
			specs = append(specs, f.root().Get(at...))
		}
	}
	return specs
}

// fromValues returns the use of an object whose whole spec comes from values, or nil.
func (o *object) fromValues() *specUse {
	if o.charts == nil || o.madeOf != nil {
		return nil
	}
	if spec := o.before.Get("spec"); spec == nil || spec.Kind != model.Unknown {
		return nil
	}
	return o.charts.specs[o.id]
}

// convertFromValues converts the rest of an object whose spec comes from values.
func (o *object) convertFromValues(s *facts.KindChange, use *specUse) {
	o.registry.kinds[s.From].fields.run(o)
	if o.again() {
		return
	}
	var names []string
	for _, f := range use.files {
		names = append(names, f.file.Path)
	}
	o.info(keys("spec"), seeManifests, "the spec comes from %s, and is converted there (%s); convert what else sets it: other files of values, --set, an Application", use.text, strings.Join(names, ", "))
}

// specsIn returns the objects whose specs stand in a values file, in the order of their templates.
func (c *charts) specsIn(file string) (uses []*specUse) {
	if c == nil {
		return nil
	}
	for _, use := range c.uses() {
		if use.open == "" && slices.ContainsFunc(use.files, func(f specFile) bool { return f.file.Path == file }) {
			uses = append(uses, use)
		}
	}
	return uses
}

// convertSpecs converts the specs of objects in a file of values.
func (c *conversion) convertSpecs(o *object, uses []*specUse) {
	o.elsewhere = map[string]bool{}
	var ops []edit.Op
	for _, use := range uses {
		for _, f := range use.files {
			if f.file.Path != c.file.Path {
				continue
			}
			for _, place := range f.places {
				if text := model.PathText(place); !o.elsewhere[text] {
					o.elsewhere[text] = true
					ops = append(ops, c.convertSpec(o, use, place)...)
				}
			}
		}
	}
	o.ops = append(o.ops, ops...)
}

// convertSpec returns what is to be done to the spec at a place of a file of values. Where values.yaml has a part of it, Helm merges the two, as
// kustomize does a patch and its base.
func (c *conversion) convertSpec(o *object, use *specUse, place []any) []edit.Op {
	if use.list {
		return c.convertList(o, use, place)
	}
	spec := o.res.Value.Get(place...)
	base := c.charts.baseOf(use, c.file.Path, place)
	if base == nil {
		of := c.specObject(o, use, spec)
		c.takeSteps(of)
		o.tellOfSpec(of, place)
		return o.specOps(of, use, of.all(), place)
	}
	patch := c.specObject(o, use, spec)
	before, after := kustomize.Plain(c.specObject(o, use, base).res.Value), kustomize.PlainInPlace(patch.res.Value)
	if before == nil || kustomize.Plain(spec) == nil {
		o.decide(place, seeManifests, "what Helm makes of values.yaml and this is too much for karplint to follow; convert the specs by hand, together")
		return nil
	}
	p := &patching{
		patchUse: patchUse{kustomization: c.file.Path, base: &baseObject{member: member{kind: use.res.Kind, path: c.file.Path}, res: patch.res, conv: c}},
		was:      c.specObject(o, use, before.Get("spec")), becomes: c.specObject(o, use, kustomize.Merge(before, after).Get("spec")),
	}
	for _, of := range []*object{p.was, p.becomes} {
		c.takeSteps(of)
	}
	ops, reason := patchOps(patch.res.Value, []*patching{p})
	if reason != "" {
		o.decide(place, seeManifests, "values.yaml of the chart has a part of this spec, and karplint finds no values that do for the new API what these do with it; convert them by hand, together")
		return nil
	}
	patch.tell(p)
	o.tellOfSpec(patch, place)
	return o.specOps(p.becomes, use, ops, place)
}

// baseOf returns what values.yaml of the chart has at the place of a spec in another file of values, or nil.
func (c *charts) baseOf(use *specUse, file string, place []any) *model.Value {
	if ofList(place) {
		return nil // a list takes the place of another one
	}
	for _, f := range use.files {
		if f.isDefault() && f.file.Path != file && slices.ContainsFunc(f.places, func(at []any) bool { return model.PathText(at) == model.PathText(place) }) {
			return f.root().Get(place...)
		}
	}
	return nil
}

// specObject returns the object of a template with a spec of the values.
func (c *conversion) specObject(o *object, use *specUse, spec *model.Value) *object {
	metadata := model.NewMap(model.NewEntry("name", model.NewUnknown(shownName(use.res))))
	if use.res.Name != "" {
		metadata = model.NewMap(model.NewEntry("name", model.NewString(use.res.Name)))
	}
	res := &model.Resource{Document: o.res.Document, APIVersion: use.res.APIVersion, Kind: use.res.Kind, Name: use.res.Name, Value: model.NewMap(
		model.NewEntry("apiVersion", model.NewString(use.res.APIVersion)), model.NewEntry("kind", model.NewString(use.res.Kind)),
		model.NewEntry("metadata", metadata), model.NewEntry("spec", spec),
	)}
	of := newObject(c.Converter, res)
	of.id, of.seen, of.source, of.inValues = o.id, o.seen, o.source, true
	return of
}

// tellOfSpec takes over what there is to say of a spec.
func (o *object) tellOfSpec(of *object, place []any) {
	name := objectName(&model.Resource{Kind: of.before.Str("kind"), Name: of.res.Name, Value: of.before})
	for _, n := range of.notes {
		n.Object = name
		n.Path = model.PathText(place) + strings.TrimPrefix(n.Path, "spec")
		if n.Line <= 1 {
			n.Line = o.line(place)
		}
		o.notes = append(o.notes, n)
	}
	o.held = o.held || of.held
}

// specOps returns what is done to an object whose spec stands at a place of a file of values, as what is done to the file.
func (o *object) specOps(of *object, use *specUse, all []edit.Op, place []any) (ops []edit.Op) {
	for _, op := range all {
		switch {
		case len(op.Path) == 0 || op.Path[0] == "apiVersion" || op.Path[0] == "kind":
			continue
		case op.Path[0] != "spec" || op.To != nil && op.To[0] != "spec", len(of.copies) > 0 || of.class != nil:
			o.decide(place, seeManifests, "what becomes of the %s cannot stand in values alone (%s); convert it by hand", use.res.Kind, model.PathText(op.Path))
			return nil
		}
		op.Path = at(place, op.Path[1:]...)
		if op.To != nil {
			op.To = at(place, op.To[1:]...)
		}
		ops = append(ops, op)
	}
	return ops
}

// tieValues joins what stands in values with the templates that use it: they are converted together or left together.
func (c *charts) tieValues(join func(a, b id)) {
	if c == nil {
		return
	}
	for _, use := range c.uses() {
		for _, f := range use.files {
			if number, known := c.numbers[f.file.Path]; known {
				join(use.id, id{number, 0})
			}
		}
	}
}
