// Package sites writes converted objects, and what is added beside them: documents and items of lists in manifests, resources, local values and
// files that Terraform reads.
package sites

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Object is a converted object, with the copies and the class that are added beside it.
type Object struct {
	*record.Object
	Class *record.Object // that the provider of a Provisioner becomes; nil: none
}

// Changes returns the number of changes to the object and of the objects that are added with it.
func (o Object) Changes() int {
	count := len(o.All()) + len(o.Copies)
	if o.Class != nil {
		count++
	}
	return count
}

// Variant is an object with some branches of templates taken, converted.
type Variant struct {
	Object
	Taken gotmpl.Taken
	Doc   *model.Document
}

// Site is the place of a converted object, in a document or in Terraform. New objects are added beside it.
type Site struct {
	Object
	Unit          *units.Unit
	Blocks        []*gotmpl.Block // the blocks of templates that decide about lines of the object
	Variants      []Variant       // if there are such blocks: the object for each selection of their branches, instead of its own changes
	Goal          *apis.Goal
	Modules       *Modules
	IsUnconverted func(id units.ID) bool // reports whether an object is not converted
	Created       []Created              // set by Plan: files that are added beside that of the object
}

// Changes returns the number of changes to the object in all variants, and of the objects that are
// added with it.
func (s *Site) Changes() (count int) {
	if len(s.Variants) == 0 {
		return s.Object.Changes()
	}
	for _, v := range s.Variants {
		count += v.Changes()
	}
	return count
}

// addition is an object that is added beside another one: a copy of it, to which other things are done, or the class of its provider.
type addition struct {
	site *Site
	of   Object // with several variants, the first of them
	copy int    // its number; -1 for the class
}

// additions returns the new objects.
func (s *Site) additions() (all []addition, err error) {
	o := s.Object
	if len(s.Variants) > 0 {
		o, err = s.Variants[0].Object, s.sameBeside()
	}
	for i := range o.Copies {
		all = append(all, addition{s, o, i})
	}
	if o.Class != nil {
		all = append(all, addition{s, o, -1})
	}
	return all, err
}

func (a addition) isClass() bool { return a.copy < 0 }

// isWhole reports whether it is written anew, as a class is that all variants of the object have in common.
func (a addition) isWhole() bool {
	differs := func(v Variant) bool { return !model.Equal(v.Class.Res.Value, a.of.Class.Res.Value) }
	return a.isClass() && !slices.ContainsFunc(a.site.Variants, differs)
}

// edits returns the edits that write it in the place of the object.
func (a addition) edits() ([]edit.Edit, error) {
	if a.isWhole() {
		if edits, err := a.site.replaceWith(a.of.Class.Res.Value); err == nil || len(a.site.Variants) == 0 {
			return edits, err
		}
	}
	if len(a.site.Variants) == 0 {
		return planning.Plan(a.site.target(), a.of.Copies[a.copy])
	}
	return planning.Plan(a.site.variantTarget(func(o Object) []edit.Op {
		if a.isClass() {
			return o.onlyProvider(a.site.Goal.APIs[0].Class)
		}
		return o.Copies[a.copy]
	}), nil)
}

// text returns it as a document of its own: a copy with the comments in the object and directly above it, without markers and what else stands
// around it.
func (a addition) text() (string, error) {
	doc := a.site.Res.Document
	if a.isWhole() {
		if text, err := yamltext.Document(doc, a.of.Class.Res.Value); err == nil || len(a.site.Variants) == 0 {
			return text, err
		}
	}
	edits, err := a.edits()
	if err != nil {
		return "", err
	}
	var want *model.Value
	if len(a.site.Variants) == 0 {
		if want, err = draft.Changed(a.site.Before, a.of.Copies[a.copy]); err != nil {
			return "", err
		}
	}
	return copiedText(doc, edits, want)
}

// Plan plans the edits of objects of one document, and of the new objects beside them.
func Plan(doc *model.Document, objects []*Site) ([]edit.Edit, error) {
	var ops []edit.Op
	var branches *Site
	for _, s := range objects {
		switch {
		case len(s.Variants) == 0 || s.Changes() == 0:
			ops = append(ops, s.Object.Plan()...)
		case len(objects) > 1:
			return nil, ErrListBranches
		default:
			branches = s
		}
	}
	var texts []string
	var resources []edit.Edit                    // of Terraform
	for _, s := range slices.Backward(objects) { // an item that is added moves those behind it
		a, err := s.plan(doc)
		if err != nil {
			return nil, err
		}
		ops, texts, resources = append(ops, a.ops...), append(texts, a.texts...), append(resources, a.edits...)
	}
	var edits []edit.Edit
	var err error
	switch {
	case branches != nil:
		edits, err = planning.Plan(branches.variantTarget(func(o Object) []edit.Op { return o.Plan() }), nil)
	case len(ops)+len(texts) == 0:
	case doc.Syntax == model.HCL:
		edits, err = planValues(objects)
	default:
		edits, err = planning.Plan(planning.Target{Doc: doc, Around: objects[0].Unit.Around, MovesTemplates: true}, ops)
	}
	if err != nil || len(texts) == 0 {
		return append(edits, resources...), err
	}
	return planning.AddDocuments(doc, edits, texts)
}

// added are the new objects beside one, in one of three forms.
type added struct {
	texts []string    // documents of its file
	ops   []edit.Op   // items of its list
	edits []edit.Edit // resources of Terraform
}

// plan plans the new objects beside the object.
func (s *Site) plan(doc *model.Document) (a added, err error) {
	additions, err := s.additions()
	if err != nil || len(additions) == 0 {
		return added{}, err
	}
	inBlock := s.Unit.Block != nil
	switch plan := s.twinPlan(); {
	case plan != nil && !inBlock:
		s.Created, err = s.newFiles(plan, additions)
	case inBlock && (s.Unit.Around == nil || len(s.Res.Path) == 0):
		a.edits, err = s.resources(additions)
	case len(s.Res.Path) == 0:
		a.texts, err = documents(additions)
	case doc.Root.Str("kind") != "List":
		err = ErrOneKind
	default:
		a.ops = s.items()
	}
	return a, err
}

// variantTarget returns the document with the Ops of each variant.
func (s *Site) variantTarget(ops func(Object) []edit.Op) planning.Target {
	target := planning.Target{Doc: s.Res.Document, Blocks: s.Blocks}
	for _, v := range s.Variants {
		target.Variants = append(target.Variants, branches.Variant{Taken: v.Taken, Doc: v.Doc, Ops: ops(v.Object)})
	}
	return target
}

// sameBeside returns an error where the variants of the object do not have the same number of objects beside them, or where a list has no
// place for them.
func (s *Site) sameBeside() error {
	first := s.Variants[0]
	if (len(first.Copies) > 0 || first.Class != nil) && len(s.Res.Path) > 0 {
		return ErrListBranches
	}
	for _, v := range s.Variants {
		if len(v.Copies) != len(first.Copies) || (v.Class == nil) != (first.Class == nil) {
			return errBesideDiffers
		}
	}
	return nil
}

// target is the object as what a plan changes, with the paths of its Ops starting in it.
func (s *Site) target() planning.Target {
	return planning.Target{Doc: s.Res.Document, Around: s.Unit.Around, Object: s.Res.Path, MovesTemplates: true}
}

// planValues plans the edits of objects that are written as values in a Terraform file.
func planValues(objects []*Site) ([]edit.Edit, error) {
	var all []edit.Edit
	for _, s := range objects {
		edits, err := planning.Plan(s.target(), s.All())
		if err != nil {
			return nil, err
		}
		all = append(all, edits...)
	}
	slices.SortFunc(all, func(a, b edit.Edit) int { return a.Start - b.Start })
	return all, nil
}

// items returns Ops that add the new objects to the List of the object.
func (s *Site) items() []edit.Op {
	last := len(s.Res.Path) - 1
	list, index := s.Res.Path[:last], s.Res.Path[last].(int)+1
	var ops []edit.Op
	for _, changes := range s.Copies {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: s.Before})
		ops = append(ops, record.PrefixPaths(model.Join(list, index), changes)...)
		index++
	}
	if s.Class != nil {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: s.Class.Res.Value})
	}
	return ops
}

// Errors for documents that have no place for a new object.
var (
	ErrOneKind   = edit.RefuseWith("write kind: List, and the kind of each item in it", "the list is for objects of one kind, and this one becomes several of different kinds")
	ErrOneObject = edit.RefuseWith("put it into a List (kind: List, with items)", "a JSON file holds one object, and this one becomes several")

	ErrListBranches  = edit.RefuseWith("convert it by hand", "template blocks decide which objects a list contains")
	errBesideDiffers = edit.RefuseWith("convert it by hand", "a template decides what becomes an object of its own")
)

// documents returns the texts of new objects as documents of their own.
func documents(additions []addition) (texts []string, err error) {
	for _, a := range additions {
		if path.Ext(a.site.Res.Document.File.Path) == ".json" {
			return nil, ErrOneObject
		}
		text, err := a.text()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// onlyProvider returns what turns the object into the class that its provider becomes. kind is that of classes of the alpha API.
func (o Object) onlyProvider(kind facts.APIKind) (ops []edit.Op) {
	gone := func(path ...any) { ops = append(ops, edit.Op{Do: edit.Delete, Path: path, DropComments: true}) }
	for _, e := range o.Before.Entries {
		switch e.Key.Text {
		case "apiVersion", "kind":
			text := kind.APIVersion
			if e.Key.Text == "kind" {
				text = kind.Kind
			}
			ops = append(ops, edit.Op{Do: edit.Set, Path: []any{e.Key.Text}, Value: model.NewString(text)})
			continue
		case "metadata", "spec":
		default:
			gone(e.Key.Text)
			continue
		}
		needed := map[string]string{"metadata": "name", "spec": "provider"}[e.Key.Text]
		for _, inner := range e.Value.Entries {
			if inner.Key.Text != needed {
				gone(e.Key.Text, inner.Key.Text)
			}
		}
	}
	ops = append(ops, edit.Op{Do: edit.Move, Path: model.Keys("spec.provider"), To: model.Keys("spec")})
	return append(ops, o.Class.All()...)
}
