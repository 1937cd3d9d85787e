package convert

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/model"
)

// unknownContents returns why an object with a spec that templates extend is not converted, or "". The fields that they write must be known and the
// same in both versions of the API, and nothing else may depend on them.
func (c *conversion) unknownContents(o *object) (reason string) {
	spec := o.Before.Get("spec")
	if !spec.Open {
		return ""
	}
	contents, ok := o.Contents(charts.Spec)
	text := values.TemplateText(o.Res.Document, spec)
	switch lists := o.ListsInColumn(spec); {
	case !ok && len(lists) > 0:
		return "karplint cannot tell whether " + lists[0].Text + " writes items of " + lists[0].Key +
			" or fields of the spec, which are in the same column; indent the items more, or convert the object by hand"
	case !ok || c.Keep:
		return "a template writes fields of the spec (" + text + "), and karplint cannot see their content; convert the object by hand"
	case !c.areIndependent(o, contents):
		return "a template writes fields of the spec (" + text + "), which the conversion changes or depends on; convert the object by hand"
	}
	return ""
}

// areIndependent reports whether the object with any of the contents in its spec becomes the object without them, and with the same contents.
func (c *conversion) areIndependent(o *object, contents values.Contents) bool {
	mark := c.kubelets.Mark()
	defer c.kubelets.ForgetSince(mark)
	without := c.withContents(o, model.NewMap())
	key := func(place []any) string { return fmt.Sprintf("%#v", place) }
	places := map[string]bool{}
	for _, n := range without.Notes {
		places[key(n.Place)] = true
	}
	decides := func(n record.Entry) bool { return n.Holds && !places[key(n.Place)] }
	for _, added := range contents.Maps {
		with := c.withContents(o, added)
		if slices.ContainsFunc(with.Notes, decides) || !model.Equal(with.Res.Value, withFields(without.Res.Value, added)) {
			return false
		}
	}
	return true
}

// withContents converts an object with more fields in its spec.
func (c *conversion) withContents(o *object, added *model.Value) *object {
	res := *o.Res
	res.Value = withFields(o.Before, added)
	of := c.object(&res, o.survey, o.ID)
	of.Source = o.Source
	c.takeSteps(of)
	return of
}

// withFields returns a copy of an object with more fields in its spec, which then has no others.
func withFields(object, added *model.Value) *model.Value {
	return object.Rewrite(func(v *model.Value) (*model.Value, bool) {
		if v != object.Get("spec") {
			return v, true
		}
		spec := *v
		spec.Open = false
		spec.Entries = slices.Concat(v.Entries, added.Entries)
		return &spec, false
	})
}

// assumeContents notes the assumption about fields of the spec that templates write.
func (o *object) assumeContents() {
	spec := o.Before.Get("spec")
	if spec == nil || !spec.Open || o.fromValues() != nil {
		return
	}
	contents, ok := o.Contents(charts.Spec)
	if !ok {
		return
	}
	lists := o.ListsInColumn(spec)
	for _, list := range lists {
		list.Assume(o.See(pages.Manifests), charts.Spec)
	}
	if len(lists) == 0 {
		contents.Assume(o.See(pages.Manifests), charts.Spec, "what %s writes into the spec is the same in %s", values.TemplateText(o.Res.Document, spec),
			o.To)
	}
}
