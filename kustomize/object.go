package kustomize

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/model"
)

// Object is a Kubernetes object while kustomizations change it.
type Object struct {
	APIVersion string // "" if unknown
	Kind       string
	Names      []string     // its own, and all names that kustomizations have given to it
	Namespace  string       // "" if unknown
	Value      *model.Value // with all changes so far; nil if unknown
}

// NewObject returns an object as it is written. value is its plain value (see Plain), or nil.
func NewObject(res *model.Resource, value *model.Value) Object {
	return Object{
		APIVersion: res.APIVersion, Kind: res.Kind, Names: []string{res.Name}, Value: value,
		Namespace: cmp.Or(res.Value.Str("metadata", "namespace"), "default"), // kustomize does not know which kinds have no namespace
	}
}

// rename adds a name to the object. It keeps the earlier ones, because patches may select by each
// of them.
func (o *Object) rename(name string) { o.Names = append(slices.Clone(o.Names), name) }

// isNamed reports whether one of the names of an object matches.
func (o *Object) isNamed(match func(name string) bool) bool {
	return slices.ContainsFunc(o.Names, match)
}

// decoration is the metadata that a kustomization gives to all its objects.
type decoration struct {
	Prefix, Suffix, Namespace string       // of names, and the namespace
	Metadata                  *model.Value // the labels and annotations, as a patch; nil for none
}

// readDecoration reads the metadata that a kustomization gives to its objects.
func readDecoration(v *model.Value) decoration {
	d := decoration{Prefix: v.Str("namePrefix"), Suffix: v.Str("nameSuffix"), Namespace: v.Str("namespace")}
	for _, item := range v.List("labels") {
		d.add("labels", item.Get("pairs"))
	}
	d.add("labels", v.Get("commonLabels"))
	d.add("annotations", v.Get("commonAnnotations"))
	return d
}

// add adds labels or annotations, as the field of that name.
func (d *decoration) add(field string, marks *model.Value) {
	if !marks.IsMap() {
		return
	}
	if marks = Plain(marks); marks == nil {
		return
	}
	if d.Metadata == nil {
		d.Metadata = model.NewMap()
	}
	d.Metadata = Merge(d.Metadata, model.NewMap(model.NewEntry("metadata", model.NewMap(model.NewEntry(field, marks)))))
}

// maxName bounds the name of an object in bytes. The maximum of Kubernetes is 253.
const maxName = 1 << 10

// Decorate adds the metadata to an object.
func (d *decoration) Decorate(o *Object) {
	switch name := o.Names[len(o.Names)-1]; {
	case d.Prefix+d.Suffix == "":
	case len(d.Prefix)+len(name)+len(d.Suffix) > maxName:
		o.Value = nil // the API server would reject it
	default:
		o.rename(d.Prefix + name + d.Suffix)
	}
	if d.Namespace != "" {
		o.Namespace = d.Namespace
	}
	if d.Metadata != nil && o.Value != nil {
		o.Value = Merge(o.Value, d.Metadata)
	}
}

// Apply patches an object. Its value becomes nil if the result is not known, or if the patch
// deletes the object.
func (d *PatchDocument) Apply(o *Object) {
	oldName := o.Value.Str("metadata", "name")
	switch {
	case d.Problem != "" || d.Patch.Refused != "":
		o.Value = nil
	case d.Object != nil && (d.Object.Value == nil || d.Patch.ChangesKind(d.Object.Value, o.Kind)):
		o.Value = nil
	case o.Value == nil:
	case d.Operations != nil:
		o.Value, _ = ApplyOperations(o.Value, d.Operations)
	case d.Object != nil:
		o.Value = MergeObject(o.Value, d.Object.Value)
		if d.Patch.Renames && d.Object.Name != "" {
			o.rename(d.Object.Name)
		}
	}
	if name := o.Value.Str("metadata", "name"); name != oldName && name != "" {
		o.rename(name)
	}
}
