package convert

import (
	"path"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convertReplacements converts what in a kustomization names fields of objects, to copy values from or to: replacements and variables.
func (c *conversion) convertReplacements(o *object, k *kustomization) {
	if list := o.get("replacements"); list != nil {
		for i, item := range list.Items {
			c.convertReplacement(o, k, []any{"replacements", i}, item)
		}
	}
	list := o.get("vars")
	if list == nil {
		return
	}
	for i, item := range list.Items {
		place := []any{"vars", i}
		if ref := item.Get("objref"); ref != nil {
			c.convertSource(o, k, at(place, "objref"), ref, at(place, "fieldref", "fieldpath"), item.Get("fieldref", "fieldpath"))
		}
	}
}

// convertReplacementFile converts a file of replacements. It returns false for another file.
func (c *conversion) convertReplacementFile(o *object) bool {
	k := c.seen.replacements[c.file.Path]
	if k == nil || o.res.Kind != "" || o.object > 0 {
		return false
	}
	switch v := o.res.Value; {
	case c.seen.uses == nil: // read again once the other files are known
	case v.Kind == model.List:
		for i, item := range v.Items {
			c.convertReplacement(o, k, []any{i}, item)
		}
	default:
		c.convertReplacement(o, k, nil, v)
	}
	return true
}

func (c *conversion) convertReplacement(o *object, k *kustomization, place []any, v *model.Value) {
	if source := v.Get("source"); source != nil {
		c.convertSource(o, k, at(place, "source"), source, at(place, "source", "fieldPath"), source.Get("fieldPath"))
	}
	targets := v.Get("targets")
	if targets == nil {
		return
	}
	for i, target := range targets.Items {
		c.convertReplaced(o, k, at(place, "targets", i), target)
	}
}

// convertSource converts what names a field to copy from.
func (c *conversion) convertSource(o *object, k *kustomization, place []any, v *model.Value, fieldPlace []any, field *model.Value) {
	kind, isOld := c.kindMeant(v)
	var objects []built
	for _, b := range k.builds {
		if isOld && b.res.Kind == v.Str("kind") && b.named(func(name string) bool { return name == v.Str("name") }) {
			objects = append(objects, b)
		}
	}
	switch {
	case !isOld:
		return
	case c.opts.Keep || len(objects) == 0:
		o.oldField(place, kind, c.opts.Keep)
		return
	}
	o.renameKind(place, v, kind)
	if field != nil && field.Kind == model.String {
		o.renameField(fieldPlace, field, objects, false, true)
	}
}

// convertReplaced converts a target of a replacement.
func (c *conversion) convertReplaced(o *object, k *kustomization, place []any, v *model.Value) {
	form, refused := readTarget(v.Get("select"))
	if form == nil {
		return
	}
	var rejects []*targetForm
	if list := v.Get("reject"); list != nil {
		for _, item := range list.Items {
			reject, why := readTarget(item)
			if why != "" {
				refused = why
			}
			rejects = append(rejects, reject)
		}
	}
	var objects []built
	for _, b := range k.builds {
		if form.selects(b) && !slices.ContainsFunc(rejects, func(r *targetForm) bool { return r != nil && r.selects(b) }) {
			objects = append(objects, b)
		}
	}
	kind, isOld := c.kindMeant(v.Get("select"))
	switch {
	case !isOld && len(objects) == 0:
		return
	case refused != "":
		o.decide(at(place, "select"), seePool, "a replacement that karplint does not follow: %s; when the objects are converted, name their successors and the places that the fields move to", refused)
		return
	case c.opts.Keep || len(objects) == 0:
		o.oldField(at(place, "select"), kind, c.opts.Keep)
		return
	}
	c.renameSelector(o, at(place, "select"), objects)
	for i := range rejects {
		if old, ok := c.kindMeant(v.Get("reject", i)); ok {
			o.renameKind(at(place, "reject", i), v.Get("reject", i), old)
		}
	}
	create := v.Get("options", "create")
	paths := v.Get("fieldPaths")
	if paths == nil {
		return // metadata.name
	}
	for i, field := range paths.Items {
		if field.Kind == model.String {
			o.renameField(at(place, "fieldPaths", i), field, objects, create != nil && create.Text == "true", false)
		}
	}
}

// selects says whether a selector means an object.
func (s *targetForm) selects(b built) bool {
	return s.mayMean(facts.APIKind{APIVersion: b.res.APIVersion, Kind: b.res.Kind}) && b.named(func(name string) bool { return matches(s.names, name) })
}

func (o *object) oldField(place []any, kind facts.KindChange, keep bool) {
	if keep {
		o.decide(at(place, "kind"), seePool, "%q is a kind of the old API, and with --keep the fields must be named for both; add those of %s by hand", kind.From.Kind, kind.To.Kind)
		return
	}
	o.decide(at(place, "kind"), seePool, "%q is a kind of the old API, and no object of it is among the files that the kustomization builds; when the objects are converted, name its successor %s and the places that the fields move to", kind.From.Kind, kind.To.Kind)
}

// renameField gives a path of a replacement the place that the field moves to.
func (o *object) renameField(place []any, field *model.Value, objects []built, create, source bool) {
	words, reason := o.fieldPathFor(place, field.Text, objects, create, source)
	switch {
	case reason != "":
		o.decide(place, seePool, "%q %s; change the path by hand", field.Text, reason)
	case words != field.Text:
		o.set(place, model.NewString(words))
	}
}

// renameSelector makes a selector select what its objects become.
func (c *conversion) renameSelector(o *object, place []any, objects []built) {
	for _, part := range []struct {
		key string
		of  func(facts.APIKind) string
	}{
		{"version", func(k facts.APIKind) string { return path.Base(k.APIVersion) }},
		{"kind", func(k facts.APIKind) string { return k.Kind }},
	} {
		v := o.get(at(place, part.key)...)
		if v == nil || v.Text == "" {
			continue
		}
		becomes := map[string]bool{}
		literal := true
		for _, b := range objects {
			steps := c.steps(b.res)
			to := part.of(steps[len(steps)-1].To)
			if matchesWhole(v.Text, to) {
				continue
			}
			becomes[to] = true
			literal = literal && v.Text == part.of(steps[0].From)
		}
		switch {
		case len(becomes) == 0:
		case len(becomes) > 1 || !literal:
			o.decide(at(place, part.key), seePool, "the target %q does not select what its objects become; change it by hand", v.Text)
		default:
			for to := range becomes {
				o.set(at(place, part.key), model.NewString(to))
			}
		}
	}
}

// replaced puts values that nobody knows where replacements write into the objects, so that what stands above is converted for any value.
func (b *builder) replaced(k *kustomization, objects []built) {
	for _, v := range k.replaces {
		targets := v.Get("targets")
		if targets == nil {
			continue
		}
		for _, target := range targets.Items {
			form, refused := readTarget(target.Get("select"))
			if form == nil {
				continue
			}
			if paths := target.Get("fieldPaths"); paths != nil && slices.ContainsFunc(paths.Items, byIndex) {
				b.seen.byIndex[patchAt{file: k.path, in: "replacements"}] = true
			}
			for i, o := range objects {
				if o.value == nil || !form.selects(o) {
					continue
				}
				objects[i].value = nil
				if refused == "" {
					objects[i].value = replacedIn(o.value, target)
				}
			}
		}
	}
}

// byIndex says whether a path of a replacement names a requirement of a pool by its index.
func byIndex(field *model.Value) bool {
	var steps []string
	for _, s := range splitFieldPath(field.Text) {
		steps = append(steps, s.key)
	}
	return jsonOp{at: steps}.byIndex()
}

// replacedIn returns an object with unknown values where a target of a replacement writes; nil where that cannot be told.
func replacedIn(v, target *model.Value) *model.Value {
	paths, create := target.Get("fieldPaths"), target.Get("options", "create")
	if paths == nil {
		return nil // the name
	}
	for _, field := range paths.Items {
		for _, path := range resolve(v, splitFieldPath(field.Text), create != nil && create.Text == "true") {
			after, err := applyJSON(withParents(v, path), []jsonOp{{verb: "add", at: pointerSteps(path), value: model.NewUnknown(replacement)}})
			if err != nil {
				return nil
			}
			v = after
		}
	}
	return v
}

// replacement stands for the value that a replacement writes.
const replacement = "${replacement}"
