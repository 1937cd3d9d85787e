package convert

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// blocksOf returns the template blocks that control lines of an object that is converted as a whole. It returns an error if it is not
// clear which lines belong to a block.
func (c *conversion) blocksOf(o *object) ([]*gotmpl.Block, error) {
	change, _ := c.Change(o.Res)
	isOld := change != nil && change.To.Kind != "" || c.MayBeOld(o.Res)
	if !isOld || c.survey.builds.Applies(c.file.Path, o.Index) || len(o.Res.Document.Templates) == 0 {
		return nil, nil
	}
	blocks, err := yaml.Blocks(o.Res.Document, sites.ObjectSpan(o.Res))
	if err == nil && len(blocks) > 0 && keptAbove(o.Res.Document, o.Res.Value) {
		err = errKept
	}
	return blocks, err
}

var errKept = edit.RefuseWith("", "a block scalar that keeps trailing blank lines (|+) is followed by a line of the template, which decides how "+
	"many there are")

// keptAbove reports whether a block scalar that keeps the blank lines after it is directly above a
// template.
func keptAbove(doc *model.Document, v *model.Value) bool {
	return v.Any(func(text *model.Value) bool {
		following := bytes.TrimLeft(doc.File.Data[text.Span.End:doc.Span.End], " \t\r\n")
		return layout.KeepsBlanks(doc, text) && (bytes.HasPrefix(following, []byte("{{")) || bytes.HasPrefix(following, []byte("%{")))
	})
}

// convertBranches converts an object once for each selection of the branches of its blocks, and joins the changes and
// notes.
func (c *conversion) convertBranches(o *object, from string, blocks []*gotmpl.Block) (to string, status Status) {
	selections, _, err := gotmpl.Selections(blocks)
	if err != nil {
		o.Decide(nil, "templates make %v of the object, more than karplint follows; convert it by hand", err)
		return from, Undecided
	}
	mark := c.kubelets.Mark()
	joined := &branched{blocks: blocks}
	var unread error
	for _, selection := range selections {
		doc, failed := yaml.Select(o.Res.Document, blocks, selection)
		if failed != nil {
			unread = failed
			continue
		}
		res := sameObject(doc, o.Res)
		if res == nil {
			continue
		}
		v := &variant{branches: selection, doc: doc, object: c.object(res, o.survey, o.ID)}
		v.object.Source, v.object.InBranch = o.Source, true
		v.object.selection = &takenBranches{blocks, selection}
		v.to, v.status = c.convert(v.object, from)
		joined.variants = append(joined.variants, v)
	}
	c.kubelets.JoinSince(mark)
	possible := slices.DeleteFunc(slices.Clone(joined.variants), func(v *variant) bool { return v.object.Never })
	if len(possible) > 0 { // an object that the alpha API refuses is never rendered
		joined.variants = possible
	}
	switch {
	case len(joined.variants) == 0 && unread != nil:
		o.Decide(nil, "the object parses with no branch of its templates (%v); convert it by hand", unread)
		return from, Undecided
	case len(joined.variants) == 0:
		o.Decide(nil, "every branch of the templates removes the object; convert it by hand")
		return from, Undecided
	}
	joined.decideLacks()
	o.joinVariants(joined)
	first := joined.variants[0]
	for _, v := range joined.variants {
		otherKind := v.object.Before.Str("kind") != first.object.Before.Str("kind")
		if v.to != first.to || c.Keep && otherKind {
			o.Notes = nil // which are about one kind
			if undecided := joined.undecided(); undecided != nil {
				o.TakeBack()
				o.branched, o.Notes = nil, undecided.object.Notes
				return from, Undecided
			}
			o.refuse("%v", edit.RefuseWith("convert it by hand", "a template decides the kind and version of the object"))
			return from, Undecided
		}
		if v.status == Undecided {
			first = v
		}
	}
	return first.to, first.status
}

// undecided returns a variant that is a decision as a whole. It returns nil if there is none, or if the variants are written as different kinds.
func (b *branched) undecided() *variant {
	first := b.variants[0].object.Before
	isOther := func(v *variant) bool {
		return v.object.Before.Str("kind") != first.Str("kind") || v.object.Before.Str("apiVersion") != first.Str("apiVersion")
	}
	i := slices.IndexFunc(b.variants, func(v *variant) bool { return v.status == Undecided && v.object.IsHeld() })
	if i < 0 || slices.ContainsFunc(b.variants, isOther) {
		return nil
	}
	return b.variants[i]
}

// sameObject returns the object in a selection of its document, or nil.
func sameObject(doc *model.Document, of *model.Resource) *model.Resource {
	if doc.Root == nil {
		return nil
	}
	for _, res := range units.Objects(doc) {
		isWhole := len(of.Path) == 0 && len(res.Path) == 0
		if isWhole || of.Value.Span.Contains(res.Value.Span) {
			return res
		}
	}
	return nil
}

// joinVariants gives the notes of all variants to the object, equal ones once, and makes their changes those of the object.
func (o *object) joinVariants(joined *branched) {
	type noteKey struct {
		line    int
		level   record.Level
		message string
	}
	noted := map[noteKey]bool{}
	for _, v := range joined.variants {
		for _, n := range v.object.Notes {
			if key := (noteKey{n.Line, n.Level, n.Message}); !noted[key] {
				noted[key] = true
				o.Notes = append(o.Notes, n)
			}
		}
	}
	o.branched = joined
}

// decideLacks adds the decisions about missing fields if every variant lacks one, and likewise the warning about a missing role.
func (b *branched) decideLacks() {
	if !slices.ContainsFunc(b.variants, func(v *variant) bool { return !v.object.LacksRole }) {
		b.variants[0].object.WarnNoRole()
	}
	if slices.ContainsFunc(b.variants, func(v *variant) bool { return len(v.object.Lacks) == 0 }) {
		return
	}
	for _, v := range b.variants {
		for _, decide := range v.object.Lacks {
			decide()
		}
		v.status = Undecided
	}
}
