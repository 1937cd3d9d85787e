package convert

import (
	"path"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// changes says how much is to be done for an object, and beside it.
func (p *pending) changes() int {
	if p.branched != nil {
		return p.branched.changes()
	}
	return len(p.all()) + len(p.copies) + len(p.fresh)
}

// planAll plans the edits of objects of one document, and of what is added beside them.
func planAll(doc *model.Document, objects []*pending) ([]edit.Edit, error) {
	var ops []edit.Op
	var branches *branched
	for _, p := range objects {
		switch {
		case p.branched == nil || p.changes() == 0:
			ops = append(ops, p.plan()...)
		case len(objects) > 1:
			return nil, errListBranches
		default:
			branches = p.branched
		}
	}
	var added []string
	var resources []edit.Edit                    // of Terraform
	for _, p := range slices.Backward(objects) { // an item that is added moves those behind it
		copies, fresh, err := p.countBeside()
		if err != nil {
			return nil, err
		}
		if copies+fresh == 0 {
			continue
		}
		var texts []string
		var edits []edit.Edit
		switch plan := p.twinPlan(); {
		case plan != nil && p.unit.block == nil:
			p.created, err = p.newFiles(plan)
		case p.unit.block != nil && (p.unit.around == nil || len(p.res.Path) == 0):
			edits, err = p.resources()
		case len(p.res.Path) == 0:
			texts, err = p.documents(copies, fresh)
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
		edits, err = edit.Plan(branches.target(doc, (*object).plan), nil)
	case len(ops)+len(added) == 0:
	case doc.Syntax == model.HCL:
		edits, err = planValues(objects)
	default:
		edits, err = edit.Plan(edit.Target{Doc: doc, Around: objects[0].unit.around, MovesTemplates: true}, ops)
	}
	if err != nil || len(added) == 0 {
		return append(edits, resources...), err
	}
	return edit.AddDocuments(doc, edits, added)
}

// target is the object as what a plan changes, with the paths of its Ops starting in it.
func (p *pending) target() edit.Target {
	return edit.Target{Doc: p.res.Document, Around: p.unit.around, Object: p.res.Path, MovesTemplates: true}
}

// planValues plans the edits of objects that are written as values in a Terraform file.
func planValues(objects []*pending) ([]edit.Edit, error) {
	var all []edit.Edit
	for _, p := range objects {
		edits, err := edit.Plan(p.target(), p.all())
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
	last := len(p.res.Path) - 1
	list, index := p.res.Path[:last], p.res.Path[last].(int)+1
	var ops []edit.Op
	for _, changes := range p.copies {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: p.before})
		ops = append(ops, below(at(list, index), changes)...)
		index++
	}
	for _, added := range p.fresh {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: added.res.Value})
		index++
	}
	return ops
}

// What has no place for what is added beside an object.
var (
	errOneKind   = edit.RefuseWith("write kind: List, and the kind of each item in it", "the list is for objects of one kind, and this one becomes several of different kinds")
	errOneObject = edit.RefuseWith("put it into a List (kind: List, with items)", "a JSON file holds one object, and this one becomes several")
)

// documents returns the texts of what is added beside an object that is a document of its own.
func (p *pending) documents(copies, fresh int) ([]string, error) {
	if path.Ext(p.res.Document.File.Path) == ".json" {
		return nil, errOneObject
	}
	var texts []string
	for i := range copies {
		text, err := p.copyText(i)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	for i := range fresh {
		text, err := p.freshText(i)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
