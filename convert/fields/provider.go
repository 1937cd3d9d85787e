package fields

import (
	"cmp"
	"math"
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// inlineProvider turns spec.provider into a class with the name of the Provisioner, or with another one if a class has that. A provider for
// which that is not possible stays where it is.
func inlineProvider(o *Object, f field) bool {
	name := o.Get("metadata", "name")
	class, inWay := o.Classes.Named(o.Res.Document.File.Path, o.Res.Name)
	free := ""
	if inWay {
		free = o.Classes.FreeName(o.Res.Name + "-provider")
	}
	switch {
	case f.value.Kind == model.Unknown:
		o.See(pages.Provider).Decide(f.path, "the provider comes from %q; write its settings as an EC2NodeClass, and refer to it in nodeClassRef",
			f.value.Text)
	case f.value.Kind != model.Map:
		o.See(pages.Provider).Decide(f.path, "the provider must be a map, not a %s; correct it", f.value.Kind)
	case o.Get("spec", "providerRef") != nil:
		o.Never = true
		o.See(pages.Provider).Decide(f.path, "provider and providerRef exclude each other, and the alpha API rejects both together; remove one of them")
	case isBlank(name) && o.Get("name") != nil: // reported: the name is beside metadata
	case isBlank(name):
		o.See(pages.Provider).Decide(f.path, "spec.provider becomes an EC2NodeClass with the name of the Provisioner, which has none; add a name")
	case inWay && len(free) > maxClassName:
		o.See(pages.Provider).Decide(f.path, "spec.provider becomes the EC2NodeClass %q, and one of that name exists (%s); rename one of them, or move "+
			"the provider to an AWSNodeTemplate and refer to it in providerRef", o.Res.Name, class)
	case o.Res.Document.Syntax == model.JSON && len(o.Res.Path) == 0:
		o.See(pages.Provider).Decide(f.path, "spec.provider becomes an EC2NodeClass of its own, and a JSON file holds one object; make it a List")
	case inWay:
		o.See(pages.Provider).Info(f.path, "spec.provider becomes the EC2NodeClass %q, because one with the name of the Provisioner exists (%s)", free,
			class)
		o.moveProvider(f, model.NewString(free))
	case class != "":
		o.See(pages.Provider).Warn(f.path, "spec.provider becomes the EC2NodeClass %q, and one of that name exists (%s); rename one of them if both are "+
			"for one cluster", o.Res.Name, class)
		o.moveProvider(f, record.Fresh(name))
	default:
		o.See(pages.Provider).Info(f.path, "spec.provider becomes an EC2NodeClass with the Provisioner's name, after the NodePool")
		o.moveProvider(f, record.Fresh(name))
	}
	return false
}

// maxClassName is the length of a label's value: Karpenter writes the name of the class on its nodes.
const maxClassName = 63

// moveProvider turns spec.provider into a class with a name.
func (o *Object) moveProvider(f field, name *model.Value) {
	o.Class = o.classOf(f, name)
	o.Do(edit.Op{Do: edit.Delete, Path: f.path, DropComments: true})
}

// classOf returns an AWSNodeTemplate with the fields of the provider. No file contains it, but it is converted like any other.
func (o *Object) classOf(f field, name *model.Value) *Object {
	kind := o.APIs[0].Class
	offset := f.value.Span.Start
	if e := o.Res.Value.Get("spec").Entry("provider"); e != nil {
		offset = e.Key.Span.Start
	}
	template := model.NewMap(
		model.NewEntry("apiVersion", model.NewString(kind.APIVersion)),
		model.NewEntry("kind", model.NewString(kind.Kind)),
		model.NewEntry("metadata", model.NewMap(model.NewEntry("name", name))),
		model.NewEntry("spec", layout.Detach(o.Res.Document, f.value)),
	)
	res := &model.Resource{Document: o.Res.Document, Value: template, APIVersion: kind.APIVersion, Kind: kind.Kind, Name: name.Text}
	if name.Kind == model.Unknown {
		res.Name = ""
	}
	class := *o
	class.Object, class.Class, class.List = o.NewPart(res, &record.Origin{Of: o.Object, Path: f.path, Offset: offset}), nil, nil
	class.Source = o.Source
	class.Finder = o.Finder.For(class.Object)
	return &class
}

// AsWritten sorts the fields of a new object's spec by the place of their values in the source. New fields come last.
func (o *Object) AsWritten() {
	e := o.Res.Value.Entry("spec")
	if o.MadeOf == nil || e == nil || e.Value.Kind != model.Map {
		return
	}
	spec := *e.Value
	spec.Entries = slices.Clone(spec.Entries)
	slices.SortStableFunc(spec.Entries, func(a, b *model.Entry) int { return cmp.Compare(firstByte(a.Value), firstByte(b.Value)) })
	e.Value = &spec
}

// firstByte returns the offset of the first part of a value that is written in the source, or MaxInt if the value is new.
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

// referToOwnClass writes the nodeClassRef of a Provisioner to the class that its provider becomes.
func referToOwnClass(o *Object) {
	if o.Class == nil {
		return
	}
	class := o.Generation(apis.V1Beta1).Class
	o.SetBefore(model.Keys("spec.template.spec.nodeClassRef"), model.NewMap(
		model.NewEntry("apiVersion", model.NewString(class.APIVersion)),
		model.NewEntry("kind", model.NewString(class.Kind)),
		model.NewEntry("name", o.Class.Res.Value.Get("metadata", "name")),
	), "requirements")
}
