package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// findSpecs looks for the objects whose specs, or lists of requirements, come from the values files of their charts.
func (c *Converter) findSpecs(files []*model.File) {
	c.valueUses = map[units.ID]*charts.Use{}
	for i, f := range files {
		if helm.ChartOf(f.Path) == "" || !bytes.Contains(f.Data, []byte("{{")) || !apis.ContainsAny(f.Data, karpenterName) {
			continue
		}
		of := c.forFile(f.Path)
		c.parsed.Units(f, i, func(u *units.Unit) {
			if u.Err != nil || of.isAside(u) {
				return
			}
			change, _ := c.Change(u.Res)
			spec := u.Res.Value.Get("spec")
			if change != nil && change.From == c.APIs[1].Pool {
				c.charts.AddUnread(f, u.Res, model.Keys("spec.template.spec.nodeClassRef.apiVersion"))
			}
			var use *charts.Use
			switch {
			case change == nil || change.To.Kind == "" || spec == nil:
			case spec.Kind == model.Unknown:
				use = c.charts.AddSpec(f, u.Res)
			case u.Res.Kind == c.APIs[0].Pool.Kind && !c.settings.IgnoreDefaults && !c.Keep:
				use = c.charts.AddRequirements(f, u.Res)
			case change.From == c.APIs[1].Pool:
				use = c.charts.AddDisruption(f, u.Res)
			}
			if use != nil {
				c.valueUses[u.ID] = use
			}
		})
	}
	c.charts.RefuseShared(files)
}

// leaveTwins leaves specs of objects to a person if the objects cannot be converted because their successors exist
// already.
func (c *Converter) leaveTwins(survey *survey) {
	for of, use := range c.valueUses {
		change, _ := c.Change(use.Object)
		if use.Refused == "" && use.Is(charts.Spec) && change != nil {
			use.Refused = existsAlready(change, survey.index.TwinOf(of, change.To.Kind))
		}
	}
}

// fromValues returns the use of an object whose whole spec comes from values, or nil.
func (o *object) fromValues() *charts.Use {
	use := o.conv.valueUses[o.ID]
	if !use.Is(charts.Spec) || o.MadeOf != nil {
		return nil
	}
	if spec := o.Before.Get("spec"); spec == nil || spec.Kind != model.Unknown {
		return nil
	}
	return use
}

// convertFromValues converts the rest of an object whose spec comes from values.
func (o *object) convertFromValues(s *facts.KindChange, use *charts.Use) {
	o.conv.tables[s.From].Rows.Run(o.Object)
	if o.Again() {
		return
	}
	o.See(pages.Manifests).Info(model.Keys("spec"), "the spec comes from %s, and is converted there (%s); convert it wherever else it is set: other "+
		"values files, --set, an Application", use.Text, strings.Join(use.Files(), ", "))
}

// convertSpecs converts the specs of objects in a file of values.
func (c *conversion) convertSpecs(o *object) {
	var ops []edit.Op
	for use, place := range c.charts.PlacesIn(c.file.Path) {
		o.Claim(place.Path)
		ops = append(ops, c.convertSpec(o, use, place)...)
	}
	for place, unread := range c.charts.UnreadIn(c.file.Path) {
		o.Claim(place)
		const fact = "after the conversion %s does not read this value, because a reference to a class has a group in %s; "
		if !unread.IsDefault(o.Res.Value.Get(place...)) {
			o.See(pages.Ref).Warn(place, fact+"remove the value", unread.Template.Path, c.To)
			continue
		}
		o.See(pages.Ref).Info(place, fact+"removed, because it is the default of the template", unread.Template.Path, c.To)
		ops = append(ops, edit.Op{Do: edit.Delete, Path: place})
	}
	o.Ops = append(o.Ops, ops...)
}

// convertSpec returns the changes of the spec at a place of a file of values. If values.yaml has a part of it, Helm merges the two, as
// kustomize does a patch and its base.
func (c *conversion) convertSpec(o *object, use *charts.Use, place charts.Place) []edit.Op {
	if use.Is(charts.Requirements) {
		return c.convertList(o, use, place.Path)
	}
	spec := o.Res.Value.Get(place.Path...)
	base := use.Base(place)
	if base == nil {
		of := c.specObject(o, use, spec)
		c.takePart(of, use)
		o.adoptSpecNotes(of, use.Part, place.Path)
		return o.specOps(of, use, of.All(), place.Path)
	}
	patch := c.specObject(o, use, spec)
	mergeable, overlay := kustomize.Plain(c.specObject(o, use, base).Res.Value), kustomize.PlainInPlace(patch.Res.Value)
	if mergeable == nil || kustomize.Plain(spec) == nil {
		o.See(pages.Manifests).Decide(place.Path, "karplint cannot merge these values into the one in values.yaml as Helm does; convert both by hand")
		return nil
	}
	original, merged := c.specObject(o, use, mergeable.Get(use.Part...)), c.specObject(o, use, kustomize.Merge(mergeable, overlay).Get(use.Part...))
	for _, of := range []*object{original, merged} {
		c.takePart(of, use)
	}
	ops, ok := patches.ConvertMerged(patch.Object.Object, original.Object.Object, merged.Object.Object)
	if !ok {
		o.See(pages.Manifests).Decide(place.Path, "Helm merges these values into those in values.yaml, and karplint finds no values whose merge has the "+
			"same effect in the new API; convert both by hand")
		return nil
	}
	o.adoptSpecNotes(patch, use.Part, place.Path)
	return o.specOps(merged, use, ops, place.Path)
}

// takePart converts an object that consists only of the part from the values.
func (c *conversion) takePart(of *object, use *charts.Use) {
	if !use.Is(charts.Disruption) {
		c.takeSteps(of)
		return
	}
	fields.ConvertDisruption(of.Object)
	if err := of.Next(); err != nil {
		of.refuse("karplint cannot edit these values safely: %v", err)
	}
}

// specObject returns the templated object with one value of its part.
func (c *conversion) specObject(o *object, use *charts.Use, part *model.Value) *object {
	res := *use.Object
	name := model.NewUnknown(record.ShownName(&res))
	if res.Name != "" {
		name = model.NewString(res.Name)
	}
	res.Document, res.Path = o.Res.Document, nil
	res.Value = model.NewMap(
		model.NewEntry("apiVersion", model.NewString(res.APIVersion)), model.NewEntry("kind", model.NewString(res.Kind)),
		model.NewEntry("metadata", model.NewMap(model.NewEntry("name", name))), model.NewEntry("spec", specWith(use, part)),
	)
	of := c.object(&res, o.survey, o.ID)
	of.Source, of.inValues, of.List, of.Disruption = o.Source, true, nil, nil
	return of
}

// specWith returns a spec that contains only the part of a use. The callers pass whole specs, also for requirements, so only a
// disruption needs a spec around it.
func specWith(use *charts.Use, part *model.Value) *model.Value {
	if !use.Is(charts.Disruption) {
		return part
	}
	return model.NewMap(model.NewEntry("disruption", part))
}

// adoptSpecNotes takes over the notes about an object with values: the part at the path inside comes from place.
func (o *object) adoptSpecNotes(of *object, inside, place []any) {
	name := record.NameOf(&model.Resource{Kind: of.Before.Str("kind"), Name: of.Res.Name, Value: of.Before})
	for _, n := range of.Notes {
		n.Object = name
		suffix := n.Place[min(len(inside), len(n.Place)):]
		n.MoveTo(model.Join(place, suffix...))
		if n.Line <= 1 {
			n.Line = o.Line(place)
		}
		o.Notes = append(o.Notes, n)
	}
}

// specOps turns changes to an object whose part comes from a place in a values file into changes to that file.
func (o *object) specOps(of *object, use *charts.Use, changes []edit.Op, place []any) (ops []edit.Op) {
	hasOthers := of.Twin != nil || of.Class != nil
	for _, op := range changes {
		if len(op.Path) == 0 || op.Path[0] == "apiVersion" || op.Path[0] == "kind" {
			continue // in the template
		}
		path, inPart := inValues(use, op.Path, place)
		to, toPart := inValues(use, op.To, place)
		if !inPart || !toPart || hasOthers {
			o.See(pages.Manifests).Decide(place, "the successor of the %s needs more than these values (%s); convert it by hand", of.Before.Str("kind"),
				model.PathText(op.Path))
			return nil
		}
		op.Path, op.To = path, to
		ops = append(ops, op)
	}
	return ops
}

// inValues returns the path in the values for a path of the object; nil for nil. Fields that leave the disruption move beside it.
func inValues(use *charts.Use, path, place []any) (values []any, ok bool) {
	switch {
	case path == nil:
		return nil, true
	case model.HasPrefix(path, use.Part):
		return model.Join(place, path[len(use.Part):]...), true
	case use.Is(charts.Disruption) && slices.Equal(path, fields.ExpirePath):
		return charts.Beside(place, expireAfter), true
	}
	return nil, false
}

const expireAfter = "expireAfter"

// tieValues joins values with the templates that use them: they are converted together or left together.
func (c *Converter) tieValues(numbers map[string]int, join func(a, b units.ID)) {
	for of, use := range c.valueUses { // in any order: groups do not depend on it
		if use.Is(charts.Requirements) && use.Refused != "" {
			continue
		}
		for _, file := range use.Files() {
			join(of, units.ID{File: numbers[file]})
		}
	}
}

// convertList returns the changes of a list of requirements at a place of a file of values.
func (c *conversion) convertList(o *object, use *charts.Use, place []any) (ops []edit.Op) {
	list := o.Res.Value.Get(place...)
	spec := model.NewMap()
	if list != nil && list.Kind != model.Null {
		spec.Entries = append(spec.Entries, model.NewEntry("requirements", list))
	}
	of := c.specObject(o, use, spec)
	fields.Provisioner.Run(of.Object)
	if len(spec.Entries) == 0 {
		fields.AddRequirements(of.Object, nil)
	}
	requirements, successor := model.Keys("spec.requirements"), model.Keys("spec.template.spec.requirements")
	o.adoptSpecNotes(of, requirements, place)
	for _, op := range of.All() {
		switch {
		case op.Do != edit.Move && model.HasPrefix(op.Path, requirements):
			op.Path = model.Join(place, op.Path[len(requirements):]...)
		case op.Do == edit.Set && model.HasPrefix(op.Path, successor):
			op.Path = model.Join(place, op.Path[len(successor):]...)
		default:
			continue
		}
		ops = append(ops, op)
	}
	return ops
}
