package convert

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// decoration is what a kustomization does to the metadata of all its objects.
type decoration struct {
	prefix, suffix, space string       // of names, and the namespace
	metadata              *model.Value // the labels and annotations, as a patch; nil for none
}

// decorationOf reads what a kustomization says of the metadata of its objects.
func decorationOf(v *model.Value) decoration {
	d := decoration{prefix: v.Str("namePrefix"), suffix: v.Str("nameSuffix"), space: v.Str("namespace")}
	labels := v.Get("labels")
	if labels != nil {
		for _, item := range labels.Items {
			d.add("labels", item.Get("pairs"))
		}
	}
	d.add("labels", v.Get("commonLabels"))
	d.add("annotations", v.Get("commonAnnotations"))
	return d
}

// add adds labels or annotations.
func (d *decoration) add(field string, given *model.Value) {
	if !isMap(given) {
		return
	}
	if given = plain(given); given == nil {
		return
	}
	if d.metadata == nil {
		d.metadata = model.NewMap()
	}
	d.metadata = merged(d.metadata, model.NewMap(model.NewEntry("metadata", model.NewMap(model.NewEntry(field, given)))))
}

// decorate returns the objects as they are then.
func (d *decoration) decorate(objects []built) []built {
	if d.prefix+d.suffix+d.space == "" && d.metadata == nil {
		return objects
	}
	objects = slices.Clone(objects)
	for i := range objects {
		o := &objects[i]
		if d.prefix+d.suffix != "" {
			o.rename(d.prefix + o.lastName() + d.suffix)
		}
		if d.space != "" {
			o.space = d.space
		}
		if d.metadata != nil && o.value != nil {
			o.value = merged(o.value, d.metadata)
		}
	}
	return objects
}

// rename gives an object a name beside those that it has had.
func (o *built) rename(name string) { o.names = append(slices.Clone(o.names), name) }

// lastName returns the name that an object has now.
func (o *built) lastName() string {
	if len(o.names) > 0 {
		return o.names[len(o.names)-1]
	}
	return o.name
}

// namespace returns the namespace that kustomize takes an object to be in, for it does not know that the kinds have none.
func (o *built) namespace() string {
	if o.space != "" {
		return o.space
	}
	if space := o.res.Value.Str("metadata", "namespace"); space != "" {
		return space
	}
	return "default"
}
