package patches

import (
	"slices"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// convertReplacements converts the replacements and variables of a kustomization, which copy values between fields.
func (c *Conversion) convertReplacements(o *record.Object, k *Kustomization) {
	for i, item := range o.Res.Value.List("replacements") {
		c.convertReplacement(o, k, []any{"replacements", i}, item)
	}
	for i, item := range o.Res.Value.List("vars") {
		place := []any{"vars", i}
		if ref := item.Get("objref"); ref != nil {
			c.convertSource(o, k, model.Join(place, "objref"), ref, model.Join(place, "fieldref", "fieldpath"), item.Get("fieldref", "fieldpath"))
		}
	}
}

// ConvertReplacementFile converts a file of replacements. It returns false for any other file.
func (c *Conversion) ConvertReplacementFile(o *record.Object, index int) bool {
	k := c.replacements[c.Path]
	if k == nil || o.Res.Kind != "" || index > 0 {
		return false
	}
	switch v := o.Res.Value; {
	case v.Kind == model.List:
		for i, item := range v.Items {
			c.convertReplacement(o, k, []any{i}, item)
		}
	default:
		c.convertReplacement(o, k, nil, v)
	}
	return true
}

func (c *Conversion) convertReplacement(o *record.Object, k *Kustomization, place []any, v *model.Value) {
	if source := v.Get("source"); source != nil {
		c.convertSource(o, k, model.Join(place, "source"), source, model.Join(place, "source", "fieldPath"), source.Get("fieldPath"))
	}
	for i, target := range v.List("targets") {
		c.convertReplaced(o, k, model.Join(place, "targets", i), target)
	}
}

// convertSource converts the source of a replacement or variable.
func (c *Conversion) convertSource(o *record.Object, k *Kustomization, place []any, v *model.Value, fieldPlace []any, field *model.Value) {
	form := kustomize.ReadSource(v)
	var objects []built
	for _, b := range k.builds {
		if form.Identifies(&b.Object) {
			objects = append(objects, b)
		}
	}
	kind, isOld := c.kindLeft(v, objects)
	switch {
	case len(objects) == 0 && !isOld:
		return
	case c.Keep || len(objects) == 0:
		oldField(o, place, kind, objects)
		return
	}
	o.Claim(place)
	renameKind(o, place, v, c.successor(objects[0]))
	if field.IsString() {
		c.renameField(o, fieldPlace, field, objects, false, true)
	}
}

// convertReplaced converts a target of a replacement.
func (c *Conversion) convertReplaced(o *record.Object, k *Kustomization, place []any, v *model.Value) {
	t := kustomize.ReadReplacementTarget(v)
	if t == nil {
		return
	}
	var objects []built
	for _, b := range k.builds {
		if t.Selects(&b.Object) {
			objects = append(objects, b)
		}
	}
	kind, isOld := c.kindLeft(v.Get("select"), objects)
	switch {
	case !isOld && len(objects) == 0:
		c.renameMarks(o, model.Join(place, "select"))
		c.renameSteps(o, model.Join(place, "fieldPaths"))
		return
	case t.Refused != "":
		o.See(pages.Pool).Decide(model.Join(place, "select"), "a replacement that karplint does not follow: %s; when the objects are converted, write the new kinds and paths", t.Refused)
		return
	case c.Keep || len(objects) == 0:
		oldField(o, model.Join(place, "select"), kind, objects)
		return
	}
	o.Claim(place)
	c.renameSelector(o, model.Join(place, "select"), k, objects)
	for i, item := range v.List("reject") {
		if old, ok := c.kindMeant(item); ok {
			renameKind(o, model.Join(place, "reject", i), item, old.To)
		}
	}
	for i, field := range t.FieldPaths { // without one, the target is metadata.name
		if field.Kind == model.String {
			c.renameField(o, model.Join(place, "fieldPaths", i), field, objects, t.Create, false)
		}
	}
}

// kindLeft returns the change of the kind in a selector. ok is false if there is none, or if the selector can only select objects that
// are converted already.
func (c *Conversion) kindLeft(v *model.Value, objects []built) (change facts.KindChange, ok bool) {
	kind, isOld := c.kindMeant(v)
	isSettled := len(objects) == 0 && kind.From.Kind == kind.To.Kind && c.Settled(kind.To.Kind, v.Str("name"))
	return kind, isOld && !isSettled
}

// oldField reports a field of an old kind that cannot change yet, because its objects stay or are not among the files.
func oldField(o *record.Object, place []any, kind facts.KindChange, objects []built) {
	if len(objects) > 0 {
		o.See(pages.Pool).Decide(model.Join(place, "kind"), "%q is a kind of the old API, and --keep needs the fields of both kinds; add those of the new kind by hand", objects[0].Base.Kind)
		return
	}
	o.See(pages.Pool).Decide(model.Join(place, "kind"), "%q is a kind of the old API, and the kustomization builds no such object; when the objects are converted, write the new kind %s and the new paths", kind.From.Kind, kind.To.Kind)
}

// maxLandings bounds how many objects are converted to find the new places of the fields in one kustomization's replacements.
const maxLandings = 5000

// renameField writes the new place of a field into a path of a replacement.
func (c *Conversion) renameField(o *record.Object, place []any, field *model.Value, objects []built, create, source bool) {
	o.Claim(place)
	before := c.landings
	if c.landings += len(objects); c.landings > maxLandings {
		if before <= maxLandings {
			o.See(pages.Pool).Decide(place, "%q, and the paths after it, are for more objects than the %d that karplint follows in the replacements of a kustomization; change them by hand", field.Text, maxLandings)
		}
		return
	}
	words, reason := fieldPathFor(o, place, field.Text, objects, create, source)
	switch {
	case reason != "":
		o.See(pages.Pool).Decide(place, "%q %s; change the path by hand", field.Text, reason)
	case words != field.Text:
		o.Set(place, model.NewString(words))
	}
}

// replaced writes probes into objects where replacements write, so that everything around them is converted for any value.
func (b *builder) replaced(k *Kustomization, objects []built) {
	for _, t := range k.ReplacementTargets() {
		if slices.ContainsFunc(t.FieldPaths, fieldByIndex) {
			b.byIndex[location{file: k.Path, text: "replacements"}] = true
		}
		if !b.take(len(objects), k) {
			return
		}
		for i := range objects {
			o := &objects[i].Object
			if !t.Selects(o) {
				continue
			}
			if objects[i].patches++; objects[i].patches > maxPatches {
				o.Value = nil
			}
			t.Apply(o)
		}
	}
}

// fieldByIndex reports whether a path of a replacement refers to a requirement of a pool by its index.
func fieldByIndex(field *model.Value) bool {
	var place []string
	for _, s := range kustomize.SplitFieldPath(field.Text) {
		place = append(place, s.Key)
	}
	return namesRequirement(place)
}
