package patches

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Replacements, variables and configurations of kustomize name fields of other objects. karplint does not convert them: each that names a field of
// a converted object is a decision, for which the object waits.

// refer ties an object to the files that refer to its fields, so that they are converted together.
func (f *follower) refer(k *Kustomization, o built) {
	if !k.Refers && len(k.Configurations) == 0 {
		return
	}
	f.ties = append(f.ties, [2]units.ID{o.ID, k.ID})
	for _, file := range slices.Concat(k.Configurations, k.ReplacementFiles) {
		if number, read := f.numbers[file]; read {
			f.ties = append(f.ties, [2]units.ID{{File: number}, k.ID})
		}
	}
}

// decideReferences asks about the replacements and variables in a kustomization.
func (c *Conversion) decideReferences(o *record.Object, k *Kustomization) {
	for i, item := range o.Res.Value.List("replacements") {
		c.decideReplacement(o, k, []any{"replacements", i}, item)
	}
	for i, item := range o.Res.Value.List("vars") {
		c.decideSource(o, k, []any{"vars", i}, "a variable", item.Get("objref"))
	}
}

// DecideReferenceFile asks about a file of replacements, or a configuration. It returns false for any other file.
func (c *Conversion) DecideReferenceFile(o *record.Object) bool {
	replacing, configured := c.replacements[c.Path], c.configurations[c.Path]
	switch v := o.Res.Value; {
	case o.Res.Kind != "", replacing == nil && configured == nil:
		return false
	case configured != nil:
		c.decideConfiguration(o, configured)
	case v.Kind == model.List:
		for i, item := range v.Items {
			c.decideReplacement(o, replacing, []any{i}, item)
		}
	default:
		c.decideReplacement(o, replacing, nil, v)
	}
	return true
}

func (c *Conversion) decideReplacement(o *record.Object, k *Kustomization, place []any, v *model.Value) {
	if source := v.Get("source"); source != nil && c.decideSource(o, k, place, "a replacement", source) {
		return
	}
	for i, item := range v.List("targets") {
		selector, _ := kustomize.ReadSelector(item.Get("select"))
		if selector != nil && c.decideFields(o, place, "a replacement", item.Get("select"), k.built(selector.Identifies)) {
			return
		}
		c.renameMarks(o, model.Join(place, "targets", i, "select"))
		c.renameFields(o, model.Join(place, "targets", i, "fieldPaths"))
	}
}

// renameFields renames old labels and annotations in the paths of a replacement into objects that are not Karpenter's, where they are renamed too.
func (c *Conversion) renameFields(o *record.Object, place []any) {
	for i, field := range o.Res.Value.List(place...) {
		names := slices.Clone(c.Names.Annotations)
		isGiven := slices.ContainsFunc(c.Names.Given, func(key string) bool { return strings.Contains(field.Text, key+".") })
		if !isGiven || !c.BothServed() {
			names = append(names, c.Names.Labels...)
		}
		text := field.Text
		for _, n := range names {
			if n.New == "" {
				continue
			}
			text = strings.ReplaceAll(text, n.Old, n.New)
			text = strings.ReplaceAll(text, strings.ReplaceAll(n.Old, ".", `\.`), strings.ReplaceAll(n.New, ".", `\.`))
		}
		if field.Kind == model.String && text != field.Text {
			o.Claim(model.Join(place, i))
			o.Set(model.Join(place, i), record.Like(field, text))
		}
	}
}

// decideConfiguration asks about the items of a configuration, which lists fields that contain names, labels or variables.
func (c *Conversion) decideConfiguration(o *record.Object, k *Kustomization) {
	for _, e := range o.Res.Value.Entries {
		for i, item := range e.Value.Items {
			for _, spec := range append([]*model.Value{item}, item.List("fieldSpecs")...) {
				if spec.Str("kind") != "" && c.decideSource(o, k, []any{e.Key.Text, i}, "a configuration", spec) {
					break
				}
			}
		}
	}
}

func (c *Conversion) decideSource(o *record.Object, k *Kustomization, place []any, what string, v *model.Value) bool {
	return c.decideFields(o, place, what, v, k.built(kustomize.ReadSource(v).Identifies))
}

// built returns the objects of a kustomization that a selector selects.
func (k *Kustomization) built(selects func(o *kustomize.Object) bool) (objects []built) {
	for _, b := range k.builds {
		if selects(&b.Object) {
			objects = append(objects, b)
		}
	}
	return objects
}

// decideFields asks about fields of objects, or of the old kind that the selector v names. It returns false if v can only select objects that stay.
func (c *Conversion) decideFields(o *record.Object, place []any, what string, v *model.Value, objects []built) bool {
	from, to := c.oldKind(v)
	if len(objects) > 0 {
		from, to = objects[0].Base.Kind, c.successor(objects[0])
	}
	if from == "" {
		return false
	}
	remedy := fmt.Sprintf("version %s, kind %s and the new paths", path.Base(to.APIVersion), to.Kind)
	switch {
	case len(objects) == 0:
		remedy = "when its objects are converted, write " + remedy
	case c.Keep:
		remedy = "add one with " + remedy + " beside it, and set the file aside (# karplint:ignore convert -- reason)"
	default:
		remedy = "write " + remedy + ", and run convert again"
	}
	o.See(pages.Pool).Decide(place, "%s names fields of the kind %s, and karplint does not convert it; %s", what, from, remedy)
	o.Claim(place)
	return true
}

// oldKind returns the old kind that a selector names, and the one that it becomes. It returns "" if there is none, or if all its objects are
// converted already.
func (c *Conversion) oldKind(v *model.Value) (from string, to facts.APIKind) {
	selector := kustomize.ReadSource(v)
	for _, k := range c.Kinds {
		switch {
		case from != "" && k.From == to:
			to = k.To
		case from == "" && k.To.Kind != "" && selector.Has("kind") && selector.MayMatchKind(k.From.APIVersion, k.From.Kind):
			from, to = k.From.Kind, k.To
		}
	}
	if from == to.Kind && c.Settled(from, v.Str("name")) {
		return "", to
	}
	return from, to
}
