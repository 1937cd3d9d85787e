package patches

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// ConvertKustomizations converts the patches in a kustomization, or in an object of Flux or Argo CD, and the targets of all its
// patches. It reports everything else in it that refers to old kinds.
func (c *Conversion) ConvertKustomizations(o *record.Object, id units.ID) {
	for _, k := range c.inFile[c.Path] {
		if k.ID != id {
			continue
		}
		for _, p := range k.Patches {
			c.convertEntry(o, k, p)
		}
		c.decideReferences(o, k)
		c.decideTransformers(o, k)
	}
}

func (c *Conversion) convertEntry(o *record.Object, k *Kustomization, p *kustomize.Patch) {
	uses, reason := c.usesOf(p)
	if p.Target != nil {
		c.renameMarks(o, model.Join(p.Place, "target"))
	}
	place := p.TextPlace
	if p.Target != nil {
		place = model.Join(p.Place, "target")
	}
	if len(uses) > 0 || p.Target != nil && c.IsAlphaKind(p.Target.Kind) {
		o.Claim(model.Join(p.Place, "target"))
		if len(uses) > 0 && p.File == "" {
			o.Claim(p.TextPlace)
		}
	}
	switch {
	case len(uses) == 0 && p.Target != nil && c.IsAlphaKind(p.Target.Kind):
		o.See(pages.Pool).Decide(model.Join(place, "kind"), "%s is for the kind %s, and karplint finds neither the patch nor its base; when the base is "+
			"converted, change target.kind and the patch by hand", nameOf(p), p.Target.Kind)
	case len(uses) == 0 && p.File == "" && apis.IsAlphaText(inlineText(p)):
		o.See(pages.Pool).Decide(p.TextPlace, "the patch is for an object of Karpenter's alpha API that is not among the files, and the new patch "+
			"depends on it; convert its base in the same run, or convert the patch by hand")
	case len(uses) == 0:
	case c.documents[p][0].Missing:
		o.See(pages.Pool).Decide(place, "%s is not among the files, and may be for the %s; convert it in the same run, or change it by hand when its "+
			"base is converted", nameOf(p), kindOf(uses))
	case reason != "":
		o.See(pages.Pool).Decide(place, "%s is for the %s, and karplint cannot read it: %s; correct it, or convert it by hand", nameOf(p), kindOf(uses),
			reason)
	default:
		switch {
		case record.IsCollection(p.Value):
			c.convertValue(o, k.ID, p)
		case p.File == "":
			c.convertText(o, p)
		}
		refused := c.Keep || p.Refused != "" || slices.ContainsFunc(uses, func(u use) bool { return u.base == nil })
		if p.Target != nil && !refused {
			var objects []built
			for _, u := range uses {
				objects = append(objects, u.base.built())
			}
			c.renameSelector(o, model.Join(p.Place, "target"), k, objects)
		}
	}
}

// nameOf names a patch for messages.
func nameOf(p *kustomize.Patch) string {
	if p.File == "" {
		return "the patch"
	}
	return "the patch " + p.File
}

func kindOf(uses []use) string {
	for _, u := range uses {
		if u.base != nil {
			return u.base.Kind
		}
	}
	return uses[0].entry.Target.Kind
}

// usesOf returns the uses of a patch in this kustomization. For a component these are in the kustomizations that use it. reason is
// the reason why a document of the patch cannot be read; "" if all can.
func (c *Conversion) usesOf(p *kustomize.Patch) (uses []use, reason string) {
	for _, doc := range c.documents[p] {
		for _, u := range c.uses[doc.location] {
			if u.entry == p {
				uses = append(uses, u)
				reason = cmp.Or(reason, doc.Problem)
			}
		}
	}
	return uses, reason
}

// convertText converts a patch that is written as a text in the kustomization.
func (c *Conversion) convertText(o *record.Object, p *kustomize.Patch) {
	var edits []edit.Edit
	for _, doc := range c.documents[p] {
		uses := c.uses[doc.location]
		if doc.unit == nil || len(uses) == 0 {
			continue
		}
		inner := o.InText(doc.unit.Res)
		c.convertPatch(inner, "", uses)
		if ops := inner.Plan(); len(ops) > 0 {
			planned, err := planning.Plan(planning.Target{Doc: doc.unit.Doc, MovesTemplates: true}, ops)
			if err != nil {
				o.Decide(p.TextPlace, "karplint cannot edit this patch safely: %v", err)
			}
			edits = append(edits, planned...)
		}
		o.AdoptNotes(p.TextPlace, o.Get(p.TextPlace...), inner)
	}
	if len(edits) > 0 {
		o.Do(edit.Op{Do: edit.Text, Path: p.TextPlace, Parts: edits})
	}
}

// convertValue converts a patch that is written as a map or list in the kustomization.
func (c *Conversion) convertValue(o *record.Object, id units.ID, p *kustomize.Patch) {
	v := o.Get(p.TextPlace...)
	inner := o.InText(kustomize.ObjectOf(o.Res.Document, v))
	c.convertPatch(inner, "", c.uses[location{file: c.Path, text: textIn(p, id)}])
	o.Ops = append(o.Ops, record.PrefixPaths(p.TextPlace, inner.All())...)
	o.AdoptNotes(p.TextPlace, v, inner)
}
