// Package sites writes converted objects and the objects added beside them: as documents and list items in manifests, and as
// resources, local values and files of Terraform.
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

// Object is a converted object, with the twin and the class that are added beside it.
type Object struct {
	*record.Object
	Class *record.Object // the class made from the provider of a Provisioner; nil if there is none
}

// Changes returns the number of changes to the object and to the objects added with it.
func (o Object) Changes() int {
	count := len(o.All())
	if o.Twin != nil {
		count++
	}
	if o.Class != nil {
		count++
	}
	return count
}

// Variant is the object with one selection of template branches, converted.
type Variant struct {
	Object
	Taken gotmpl.Taken
	Doc   *model.Document
}

// Site is the place of a converted object in a document or in Terraform. New objects are added beside it.
type Site struct {
	Object
	Unit          *units.Unit
	Blocks        []*gotmpl.Block // the template blocks around lines of the object
	Variants      []Variant       // one for each selection of branches, if there are blocks; they replace the object's own changes
	Goal          *apis.Goal
	Modules       *Modules
	IsUnconverted func(id units.ID) bool // reports whether an object stays as it is
}

// Changes returns the number of changes to the object in all variants, and to the objects added with it.
func (s *Site) Changes() (count int) {
	if len(s.Variants) == 0 {
		return s.Object.Changes()
	}
	for _, v := range s.Variants {
		count += v.Changes()
	}
	return count
}

// addition is an object added beside another one: its twin, or the class of its provider.
type addition struct {
	site    *Site
	of      Object // the first variant, if there are several
	isClass bool
}

// additions returns the new objects.
func (s *Site) additions() (additions []addition, err error) {
	o := s.Object
	if len(s.Variants) > 0 {
		o, err = s.Variants[0].Object, s.sameBeside()
	}
	if o.Twin != nil {
		additions = append(additions, addition{s, o, false})
	}
	if o.Class != nil {
		additions = append(additions, addition{s, o, true})
	}
	return additions, err
}

// isWhole reports whether the new object is written from scratch, like a class that all variants share.
func (a addition) isWhole() bool {
	differs := func(v Variant) bool { return !model.Equal(v.Class.Res.Value, a.of.Class.Res.Value) }
	return a.isClass && !slices.ContainsFunc(a.site.Variants, differs)
}

// edits returns the edits that turn the text of the object into the new object.
func (a addition) edits() ([]edit.Edit, error) {
	if a.isWhole() {
		if edits, err := a.site.replaceWith(a.of.Class.Res.Value); err == nil || len(a.site.Variants) == 0 {
			return edits, err
		}
	}
	if len(a.site.Variants) == 0 {
		return planning.Plan(a.site.target(), a.of.Twin)
	}
	return planning.Plan(a.site.variantTarget(func(o Object) []edit.Op {
		if a.isClass {
			return o.onlyProvider(a.site.Goal.APIs[0].Class)
		}
		return o.Twin
	}), nil)
}

// text returns the new object as a document: a copy with the comments in the object and directly above it, but without markers and
// anything else around it.
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
		if want, err = draft.Changed(a.site.Before, a.of.Twin); err != nil {
			return "", err
		}
	}
	return copiedText(doc, edits, want)
}

// Plan returns the edits for the objects of one document, and for the new objects beside them.
func Plan(doc *model.Document, objects []*Site) ([]edit.Edit, error) {
	var ops []edit.Op
	var branches *Site
	for _, s := range objects {
		switch {
		case len(s.Variants) == 0 || s.Changes() == 0:
			ops = append(ops, s.Object.Plan()...)
		case len(objects) > 1:
			return nil, errListBranches
		default:
			branches = s
		}
	}
	var texts []string
	var resources []edit.Edit                    // of Terraform
	for _, s := range slices.Backward(objects) { // from the end, because an added item shifts those after it
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

// added holds the new objects beside one object, in one of three forms.
type added struct {
	texts []string    // documents for the object's file
	ops   []edit.Op   // items for its list
	edits []edit.Edit // Terraform resources
}

// plan writes the new objects beside the object.
func (s *Site) plan(doc *model.Document) (a added, err error) {
	additions, err := s.additions()
	if err != nil || len(additions) == 0 {
		return added{}, err
	}
	inBlock := s.Unit.Block != nil
	switch {
	case inBlock && (s.Unit.Around == nil || len(s.Res.Path) == 0):
		a.edits, err = s.resources(additions)
	case s.Unit.IsInside() && !(s.Unit.IsNested() && isItem(s.Res.Path)):
		err = errInside
	case len(s.Res.Path) == 0:
		a.texts, err = documents(additions)
	case !s.Unit.IsNested() && doc.Root.Str("kind") != "List":
		err = ErrOneKind
	default:
		a.ops = s.items()
	}
	return a, err
}

// isItem reports whether a path ends in an item of a list.
func isItem(path []any) bool { _, isIndex := path[len(path)-1].(int); return isIndex }

// variantTarget returns the target for planning, with the Ops of each variant.
func (s *Site) variantTarget(ops func(Object) []edit.Op) planning.Target {
	target := planning.Target{Doc: s.Res.Document, Blocks: s.Blocks}
	for _, v := range s.Variants {
		target.Variants = append(target.Variants, branches.Variant{Taken: v.Taken, Doc: v.Doc, Ops: ops(v.Object)})
	}
	return target
}

// sameBeside returns an error if the variants have different numbers of objects beside them, or if the object is in a list that
// cannot have them.
func (s *Site) sameBeside() error {
	first := s.Variants[0]
	if (first.Twin != nil || first.Class != nil) && len(s.Res.Path) > 0 {
		return errListBranches
	}
	for _, v := range s.Variants {
		if (v.Twin == nil) != (first.Twin == nil) || (v.Class == nil) != (first.Class == nil) {
			return errBesideDiffers
		}
	}
	return nil
}

// target returns the object as a target for planning. Paths of its Ops start at the object.
func (s *Site) target() planning.Target {
	return planning.Target{Doc: s.Res.Document, Around: s.Unit.Around, Object: s.Res.Path, MovesTemplates: true}
}

// planValues plans objects that are written as values in a Terraform file.
func planValues(objects []*Site) ([]edit.Edit, error) {
	var joined []edit.Edit
	for _, s := range objects {
		edits, err := planning.Plan(s.target(), s.All())
		if err != nil {
			return nil, err
		}
		joined = append(joined, edits...)
	}
	slices.SortFunc(joined, func(a, b edit.Edit) int { return a.Start - b.Start })
	return joined, nil
}

// items returns Ops that add the new objects to the List that contains the object.
func (s *Site) items() []edit.Op {
	last := len(s.Res.Path) - 1
	list, index := s.Res.Path[:last], s.Res.Path[last].(int)+1
	var ops []edit.Op
	if s.Twin != nil {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: s.Before})
		ops = append(ops, record.PrefixPaths(model.Join(list, index), s.Twin)...)
		index++
	}
	if s.Class != nil {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: list, Index: index, Value: s.Class.Res.Value})
	}
	return ops
}

// Errors for documents that cannot contain a new object.
var (
	ErrOneKind = edit.RefuseWith("write kind: List, and the kind of each item in it",
		"the list is for objects of one kind, and this one becomes several of different kinds")
	ErrOneObject = edit.RefuseWith("put it into a List (kind: List, with items)", "a JSON file holds one object, and this one becomes several")

	errInside = edit.RefuseWith("move it to a file of its own", "the object is inside another document, and this one becomes several")

	errListBranches = edit.RefuseWith("write each object as a document of its own",
		"template blocks decide about lines of several objects of one list, or about which it contains")
	errBesideDiffers = edit.RefuseWith("convert it by hand", "a template decides which parts become an object of their own")
)

// documents returns the texts of the new objects as documents.
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

// onlyProvider returns the Ops that reduce the object to the class of its provider. kind is the kind of a class in the alpha API.
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
