package convert

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// changes says how much is to be done for an object, and beside it.
func (p *pending) changes() int {
	if p.branched != nil {
		return p.branched.changes()
	}
	return p.object.changes()
}

func (o *object) changes() int {
	n := len(o.All()) + len(o.Copies)
	if o.Class != nil {
		n++
	}
	return n
}

// addition is an object that is added beside another one: a copy of it, to which other things are done, or the class of its provider.
type addition struct {
	p    *pending
	of   *object // with several variants, the first of them
	copy int     // its number; -1 for the class
}

// additions returns what is added beside the object.
func (p *pending) additions() (all []addition, err error) {
	o := p.object
	if p.branched != nil {
		o, err = p.branched.variants[0].object, p.sameBeside()
	}
	for i := range o.Copies {
		all = append(all, addition{p, o, i})
	}
	if o.Class != nil {
		all = append(all, addition{p, o, -1})
	}
	return all, err
}

func (a addition) isClass() bool { return a.copy < 0 }

// isWhole says whether it is written anew: a class that is the same in all variants of the object.
func (a addition) isWhole() bool {
	differs := func(v *variant) bool { return !model.Equal(v.object.Class.Res.Value, a.of.Class.Res.Value) }
	return a.isClass() && (a.p.branched == nil || !slices.ContainsFunc(a.p.branched.variants, differs))
}

// edits returns the edits that write it in the place of the object.
func (a addition) edits() ([]edit.Edit, error) {
	if a.isWhole() {
		if edits, err := a.p.whole(a.of.Class.Res.Value); err == nil || a.p.branched == nil {
			return edits, err
		}
	}
	if a.p.branched == nil {
		return edit.Plan(a.p.target(), a.of.Copies[a.copy])
	}
	return edit.Plan(a.p.branched.target(a.p.Res.Document, func(o *object) []edit.Op {
		if a.isClass() {
			return o.onlyProvider(o.Class)
		}
		return o.Copies[a.copy]
	}), nil)
}

// text returns it as a document of its own: a copy with the comments in the object and directly above it, without markers and what else stands
// around it.
func (a addition) text() (string, error) {
	doc := a.p.Res.Document
	if a.isWhole() {
		if text, err := edit.Document(doc, a.of.Class.Res.Value); err == nil || a.p.branched == nil {
			return text, err
		}
	}
	edits, err := a.edits()
	if err != nil {
		return "", err
	}
	var want *model.Value
	if a.p.branched == nil {
		if want, err = edit.Changed(a.p.Before, a.of.Copies[a.copy]); err != nil {
			return "", err
		}
	}
	return copiedText(doc, edits, want)
}

// planAll plans the edits of objects of one document, and of what is added beside them.
func planAll(doc *model.Document, objects []*pending) ([]edit.Edit, error) {
	var ops []edit.Op
	var branches *branched
	for _, p := range objects {
		switch {
		case p.branched == nil || p.changes() == 0:
			ops = append(ops, p.Plan()...)
		case len(objects) > 1:
			return nil, errListBranches
		default:
			branches = p.branched
		}
	}
	var added []string
	var resources []edit.Edit                    // of Terraform
	for _, p := range slices.Backward(objects) { // an item that is added moves those behind it
		additions, err := p.additions()
		if err != nil {
			return nil, err
		}
		if len(additions) == 0 {
			continue
		}
		var texts []string
		var edits []edit.Edit
		switch plan := p.twinPlan(); {
		case plan != nil && p.unit.Block == nil:
			p.created, err = p.newFiles(plan, additions)
		case p.unit.Block != nil && (p.unit.Around == nil || len(p.Res.Path) == 0):
			edits, err = p.resources(additions)
		case len(p.Res.Path) == 0:
			texts, err = documents(additions)
		case doc.Root.Str("kind") != "List":
			err = errOneKind
		default:
			ops = append(ops, p.items()...)
		}
		if err != nil {
			return nil, err
		}
		resources, added = append(resources, edits...), append(added, texts...)
	}
	var edits []edit.Edit
	var err error
	switch {
	case branches != nil:
		edits, err = edit.Plan(branches.target(doc, (*object).Plan), nil)
	case len(ops)+len(added) == 0:
	case doc.Syntax == model.HCL:
		edits, err = planValues(objects)
	default:
		edits, err = edit.Plan(edit.Target{Doc: doc, Around: objects[0].unit.Around, MovesTemplates: true}, ops)
	}
	if err != nil || len(added) == 0 {
		return append(edits, resources...), err
	}
	return edit.AddDocuments(doc, edits, added)
}

// target is the object as what a plan changes, with the paths of its Ops starting in it.
func (p *pending) target() edit.Target {
	return edit.Target{Doc: p.Res.Document, Around: p.unit.Around, Object: p.Res.Path, MovesTemplates: true}
}

// planValues plans the edits of objects that are written as values in a Terraform file.
func planValues(objects []*pending) ([]edit.Edit, error) {
	var all []edit.Edit
	for _, p := range objects {
		edits, err := edit.Plan(p.target(), p.All())
		if err != nil {
			return nil, err
		}
		all = append(all, edits...)
	}
	slices.SortFunc(all, func(a, b edit.Edit) int { return a.Start - b.Start })
	return all, nil
}

// items returns Ops that add to the List the object stands in what is added beside it.
func (p *pending) items() []edit.Op {
	last := len(p.Res.Path) - 1
	list, index := p.Res.Path[:last], p.Res.Path[last].(int)+1
	var ops []edit.Op
	for _, changes := range p.Copies {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: p.Before})
		ops = append(ops, record.Below(model.Join(list, index), changes)...)
		index++
	}
	if p.Class != nil {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: p.Class.Res.Value})
	}
	return ops
}

// What has no place for what is added beside an object.
var (
	errOneKind   = edit.RefuseWith("write kind: List, and the kind of each item in it", "the list is for objects of one kind, and this one becomes several of different kinds")
	errOneObject = edit.RefuseWith("put it into a List (kind: List, with items)", "a JSON file holds one object, and this one becomes several")
)

// documents returns the texts of what is added beside an object that is a document of its own.
func documents(additions []addition) (texts []string, err error) {
	for _, a := range additions {
		if path.Ext(a.p.Res.Document.File.Path) == ".json" {
			return nil, errOneObject
		}
		text, err := a.text()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
