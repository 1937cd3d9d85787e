package convert

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// convertKustomizations converts the patches that stand in a kustomization, or in an object of Flux or Argo CD, and the targets of
// all, and reports what else in it is for the old kinds.
func (c *conversion) convertKustomizations(o *object) {
	for _, k := range c.seen.overlays {
		if k.id == o.id {
			c.convertEntries(o, k)
			if k.transformer {
				c.convertTransformer(o, k)
			}
		}
	}
	k := c.seen.kustomizations[path.Dir(c.file.Path)]
	if k == nil || k.id != o.id {
		return
	}
	c.convertEntries(o, k)
	c.convertReplacements(o, k)
	c.convertTransformerTexts(o, k)
}

func (c *conversion) convertEntries(o *object, k *kustomization) {
	for i := range k.patches {
		c.convertEntry(o, k, &k.patches[i])
	}
}

func (c *conversion) convertEntry(o *object, k *kustomization, p *patchEntry) {
	uses, other := c.usesOf(p)
	if p.target != nil {
		o.renameMarks(at(p.at, "target"))
	}
	place := p.path
	if p.target != nil {
		place = at(p.at, "target")
	}
	if len(uses) > 0 || p.target != nil && c.alphaKind(p.target.kind) {
		o.claim(at(p.at, "target"))
		if len(uses) > 0 && p.file == "" {
			o.claim(p.path)
		}
	}
	switch {
	case len(uses) == 0 && p.target != nil && c.alphaKind(p.target.kind):
		o.decide(at(place, "kind"), seePool, "%s is for the kind %s, and karplint finds neither what it says nor what it is for; when its base is converted, change target.kind and the patch by hand", p.name(), p.target.kind)
	case len(uses) == 0 && p.file == "" && alphaText(p.text):
		o.decide(p.path, seePool, "the patch is for an object of Karpenter's alpha API that is not among the files, and what the patch must say depends on it; give karplint the base too, or convert the patch by hand")
	case len(uses) == 0:
	case p.docs[0].missing:
		o.decide(place, seePool, "%s is not among the files, and may be for the %s; give karplint the patch too, or change it by hand when its base is converted", p.name(), kindOf(uses))
	case other != "":
		o.decide(place, seePool, "%s is for the %s, and karplint cannot read it: %s; correct it, or convert it by hand", p.name(), kindOf(uses), other)
	default:
		switch {
		case p.value != nil:
			c.convertValue(o, p)
		case p.file == "":
			c.convertText(o, p)
		}
		refused := c.opts.Keep || p.refused != "" || slices.ContainsFunc(uses, func(u patchUse) bool { return u.base == nil })
		if p.target != nil && !refused {
			c.convertTarget(o, k, p, uses)
		}
	}
}

// claim notes that what stands at a place is converted, or reported, by what it is for.
func (o *object) claim(place []any) {
	if o.elsewhere == nil {
		o.elsewhere = map[string]bool{}
	}
	o.elsewhere[pathText(place)] = true
}

// name names the patch for people.
func (p *patchEntry) name() string {
	if p.file == "" {
		return "the patch"
	}
	return "the patch " + p.file
}

func kindOf(uses []patchUse) string {
	for _, u := range uses {
		if u.base != nil {
			return u.base.kind
		}
	}
	return uses[0].entry.target.kind
}

// usesOf returns what the documents of a patch are applied to, in this kustomization or, for a component, by way of others;
// other says why one of them cannot be read.
func (c *conversion) usesOf(p *patchEntry) (all []patchUse, other string) {
	for _, doc := range p.docs {
		for _, u := range c.seen.uses[doc.at] {
			if u.entry == p {
				all = append(all, u)
				other = cmp.Or(other, doc.other)
			}
		}
	}
	return all, other
}

// convertText converts a patch that stands in the kustomization, where it stands.
func (c *conversion) convertText(o *object, p *patchEntry) {
	f := model.NewFile(c.file.Path, []byte(p.text))
	first := o.line(p.path)
	if v := o.get(p.path...); v.Style == model.Literal || v.Style == model.Folded {
		first++
	}
	var edits []edit.Edit
	units(f, o.file, func(u *unit) {
		uses := c.seen.uses[patchAt{file: f.Path, in: p.textIn(o.id), object: u.object}]
		if u.err != nil || len(uses) == 0 {
			return
		}
		inner := newObject(c.Converter, u.res)
		inner.seen = c.seen
		c.convertPatch(inner, "", uses)
		planned, err := planAll(u.doc, []*pending{{object: inner, unit: u}})
		if err != nil {
			o.decide(p.path, "", "karplint cannot edit this patch safely: %v", err)
		}
		edits = append(edits, planned...)
		for _, n := range inner.notes {
			n.Object, n.Path, n.Line = o.name, strings.TrimSuffix(pathText(p.path)+": "+n.Path, ": "), first+n.Line-1
			o.notes = append(o.notes, n)
		}
		o.held = o.held || inner.held
	})
	if len(edits) > 0 {
		o.do(edit.Op{Do: edit.Text, Path: p.path, Parts: edits})
	}
}

// convertValue converts a patch that stands in the kustomization as an object, or as a list of operations.
func (c *conversion) convertValue(o *object, p *patchEntry) {
	inner := newObject(c.Converter, valueResource(o.res.Document, o.get(p.path...)))
	inner.seen, inner.name = c.seen, o.name
	c.convertPatch(inner, "", c.seen.uses[patchAt{file: c.file.Path, in: p.textIn(o.id)}])
	o.ops = append(o.ops, below(p.path, inner.all())...)
	for _, n := range inner.notes {
		n.Path = strings.TrimSuffix(pathText(p.path)+": "+n.Path, ": ")
		o.notes = append(o.notes, n)
	}
	o.held = o.held || inner.held
}

// convertTarget makes the target of a patch select what its objects become.
func (c *conversion) convertTarget(o *object, k *kustomization, p *patchEntry, uses []patchUse) {
	var objects []built
	for _, u := range uses {
		objects = append(objects, built{baseObject: u.base})
	}
	c.renameSelector(o, at(p.at, "target"), k, objects)
}

// hasPatch says whether a file is a kustomization or a patch of one.
func (s *survey) hasPatch(file string) bool {
	_, isPatch := s.patches[file]
	return isPatch || filetype.IsKustomization(file)
}
