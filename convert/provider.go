package convert

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// inlineProvider makes a class of the provider, with the name of the Provisioner. A provider that cannot be one stays where
// it is.
func inlineProvider(o *object, f field) bool {
	name := o.get("metadata", "name")
	where, taken := o.seen.classNamed(o.res.Document.File.Path, o.res.Name)
	switch {
	case f.value.Kind == model.Unknown:
		o.see(seeProvider).decide(f.path, "the provider comes from %q; write what it holds as an EC2NodeClass that nodeClassRef names", f.value.Text)
	case f.value.Kind != model.Map:
		o.see(seeProvider).decide(f.path, "the provider must be a map, not a %s; correct it", f.value.Kind)
	case o.get("spec", "providerRef") != nil:
		o.never = true
		o.see(seeProvider).decide(f.path, "provider and providerRef exclude one another, and the alpha API refuses both together; remove one of them")
	case empty(name):
		o.see(seeProvider).decide(f.path, "spec.provider becomes an EC2NodeClass with the name of the Provisioner, which has none; give it one")
	case taken:
		o.see(seeProvider).decide(f.path, "spec.provider becomes the EC2NodeClass %q, and there is one of that name (%s); rename one of them, or move the provider to an AWSNodeTemplate that providerRef names", o.res.Name, where)
	case o.res.Document.Syntax == model.JSON && len(o.res.Path) == 0:
		o.see(seeProvider).decide(f.path, "spec.provider becomes an EC2NodeClass of its own, and a JSON file holds one object; make it a List")
	default:
		if where != "" {
			o.see(seeProvider).warn(f.path, "spec.provider becomes the EC2NodeClass %q, and there is one of that name (%s); rename one of them if both are for one cluster", o.res.Name, where)
		}
		o.class = o.classOf(f, name)
		o.do(edit.Op{Do: edit.Delete, Path: f.path, DropComments: true})
	}
	return false
}

// classOf returns the AWSNodeTemplate that says what the provider says. It is written nowhere, but converted like any other.
func (o *object) classOf(f field, name *model.Value) *object {
	kind := o.apis[0].Class
	offset := f.value.Span.Start
	if e := o.res.Value.Get("spec").Entry("provider"); e != nil {
		offset = e.Key.Span.Start
	}
	template := model.NewMap(
		model.NewEntry("apiVersion", model.NewString(kind.APIVersion)),
		model.NewEntry("kind", model.NewString(kind.Kind)),
		model.NewEntry("metadata", model.NewMap(model.NewEntry("name", fresh(name)))),
		model.NewEntry("spec", edit.Detach(o.res.Document, f.value)),
	)
	res := &model.Resource{Document: o.res.Document, Value: template, APIVersion: kind.APIVersion, Kind: kind.Kind, Name: o.res.Name}
	class := newObject(o.Converter, res)
	class.id, class.seen, class.src = o.id, o.seen, o.src
	class.madeOf = &origin{of: o.recorded, path: f.path, offset: offset}
	return class
}

// asWritten puts the fields of a new object's spec in the order in which the values were written that they hold; what is new stands behind
// them.
func (o *object) asWritten() {
	e := o.res.Value.Entry("spec")
	if o.madeOf == nil || e == nil || e.Value.Kind != model.Map {
		return
	}
	spec := *e.Value
	spec.Entries = slices.Clone(spec.Entries)
	slices.SortStableFunc(spec.Entries, func(a, b *model.Entry) int { return cmp.Compare(firstByte(a.Value), firstByte(b.Value)) })
	e.Value = &spec
}

// firstByte returns where the first part of a value is written, or MaxInt for one that is new.
func firstByte(v *model.Value) int {
	if !v.Span.Empty() {
		return v.Span.Start
	}
	first := math.MaxInt
	for _, child := range v.Children() {
		first = min(first, firstByte(child))
	}
	return first
}

// refersToOwnClass writes the nodeClassRef of a Provisioner whose provider becomes a class.
func refersToOwnClass(o *object) {
	if o.class == nil {
		return
	}
	class := o.registry.generation(V1Beta1).Class
	o.setBefore(model.Keys("spec.template.spec.nodeClassRef"), model.NewMap(
		model.NewEntry("apiVersion", model.NewString(class.APIVersion)),
		model.NewEntry("kind", model.NewString(class.Kind)),
		model.NewEntry("name", fresh(o.get("metadata", "name"))),
	), "requirements")
	o.see(seeProvider).info(model.Keys("spec.provider"), "spec.provider becomes an EC2NodeClass of the Provisioner's name, which stands behind the NodePool")
}

// classNamed looks for a class with the name of a Provisioner in a file. It says where one is, and whether it surely is in the way: it
// stands in the same directory, or in one above or below.
func (s *survey) classNamed(file, name string) (where string, surely bool) {
	for _, kind := range classKinds(s.apis) {
		for _, m := range s.nearest(file, kind, name) {
			if _, isPatch := s.patches[m.path]; isPatch {
				continue
			}
			place := fmt.Sprintf("%s %s in %s", m.kind, m.name, m.path)
			if inOneTree(m.path, file) {
				return place, true
			}
			if where == "" {
				where = place
			}
		}
	}
	return where, false
}

// inOneTree says whether one of two files stands in the directory of the other, or below it.
func inOneTree(a, b string) bool {
	return filetype.IsWithin(path.Dir(a), b) || filetype.IsWithin(path.Dir(b), a)
}
