package fields

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/model"
)

// dropMachineFields drops fields that programs wrote about the old object, because they are not true of its successor.
func dropMachineFields(o *Object, f field) bool {
	if f.value.Kind != model.Map {
		return true
	}
	var dropped []string
	for _, e := range f.value.Entries {
		if slices.Contains(o.Names.MetadataFields, e.Key.Text) {
			dropped = append(dropped, e.Key.Text)
			o.Remove(model.Join(f.path, e.Key.Text))
		}
	}
	dropped = append(dropped, o.dropAnnotations(model.Join(f.path, "annotations"))...)
	dropped = append(dropped, o.dropFinalizers(model.Join(f.path, "finalizers"))...)
	if len(dropped) > 0 {
		see := pages.Names
		if o.IsBeta(o.Res) {
			see = pages.NamesV1
		}
		o.See(see).Info(f.path, "%s: written by the API server or a controller for the old object; dropped", strings.Join(dropped, ", "))
	}
	return true
}

func (o *Object) dropAnnotations(path []any) []string {
	v := o.Get(path...)
	if v == nil || v.Kind != model.Map {
		return nil
	}
	var dropped []string
	for _, e := range v.Entries {
		if o.isMachineWritten(e.Key.Text) {
			dropped = append(dropped, e.Key.Text)
			o.Remove(model.Join(path, e.Key.Text))
		}
	}
	switch {
	case len(dropped) > 0 && len(dropped) == len(v.Entries):
		o.Remove(path)
	default:
		rename.Annotations(o.Object, o.Names, path, v)
	}
	return dropped
}

func (o *Object) dropFinalizers(path []any) []string {
	v := o.Get(path...)
	if v == nil || v.Kind != model.List {
		return nil
	}
	var dropped []string
	for i := len(v.Items) - 1; i >= 0; i-- {
		if name := v.Items[i].Text; slices.Contains(o.Names.Finalizers, name) {
			dropped = append(dropped, name)
			o.Remove(model.Join(path, i))
		}
	}
	if len(dropped) > 0 && len(dropped) == len(v.Items) {
		o.Remove(path)
	}
	return dropped
}

// renameNodeAnnotations renames annotations that a Provisioner writes on its nodes. Until 1.0, do-not-disrupt blocks disruption
// with any value. So one annotation is kept if any of them is "true", and all others are dropped.
func renameNodeAnnotations(o *Object, f field) bool {
	var marks []*model.Entry
	for _, e := range f.value.Entries {
		if e.Key.Kind == model.String && (o.Names.Annotation(e.Key.Text) != nil || o.Names.IsNewAnnotation(e.Key.Text)) {
			marks = append(marks, e)
		}
	}
	if f.value.Open || f.value.Kind == model.Unknown {
		o.reportHiddenAnnotations(f)
	}
	if len(marks) == 0 {
		return true
	}
	keep := marks[0] // the first annotation that is "true", or the one with the new name
	blocks := false
	var unknown *model.Entry
	for _, e := range marks {
		if o.Names.IsNewAnnotation(e.Key.Text) {
			keep = e
		}
		if e.Value.Text == "true" {
			if !blocks && !o.Names.IsNewAnnotation(keep.Key.Text) {
				keep = e
			}
			blocks = true
		}
		if e.Value.Kind == model.Unknown {
			unknown = e
		}
	}
	if unknown != nil && !blocks {
		o.See(pages.Names).Decide(model.Join(f.path, unknown.Key.Text), `whether %q has an effect depends on %q; write karpenter.sh/do-not-disrupt: `+
			`"true" where it is "true", and nothing where it is not`, unknown.Key.Text, unknown.Value.Text)
		return true
	}
	for _, e := range marks {
		o.renameNodeAnnotation(model.Join(f.path, e.Key.Text), e, keep, blocks)
	}
	if !blocks && len(marks) == len(f.value.Entries) {
		o.Remove(f.path)
		return false
	}
	return true
}

// reportHiddenAnnotations warns about annotations of nodes that come from a template: one that protects nodes would need its new
// name there.
func (o *Object) reportHiddenAnnotations(f field) {
	isOther := func(v *model.Value) bool {
		return v.Kind == model.Map && !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool {
			return o.Names.Annotation(e.Key.Text) != nil || o.Names.IsNewAnnotation(e.Key.Text)
		})
	}
	if k, complete := o.Known(f.value); complete && k.All(isOther) {
		return
	}
	o.See(pages.Names).Warn(f.path, "annotations of nodes come from %s; where one of them is karpenter.sh/do-not-consolidate: \"true\", write "+
		"karpenter.sh/do-not-disrupt there", values.TemplateText(o.Res.Document, f.value))
}

// renameNodeAnnotation renames the annotation that is kept, drops one that is not, and reports what changes for the nodes.
func (o *Object) renameNodeAnnotation(path []any, e, keep *model.Entry, blocks bool) {
	switch n := o.Names.Annotation(e.Key.Text); {
	case !blocks:
		o.Remove(path)
		o.See(pages.Names).Warn(path, "%s: %q blocks nothing, but from 0.32 to 0.37 the mere presence of karpenter.sh/do-not-disrupt on a node blocks "+
			"disruption; dropped", e.Key.Text, e.Value.Text)
		return
	case e == keep:
		if e.Value.Text != "true" || e.Value.Kind != model.String {
			o.Set(path, record.Quoted("true"))
		}
		if n != nil {
			o.Rename(path, n.New)
		}
	default:
		o.Remove(path)
	}
	switch n := o.Names.Annotation(e.Key.Text); {
	case n != nil && e.Value.Text == "true":
		o.See(pages.Names).Warn(path, "%s becomes %s, which blocks all voluntary disruption of nodes (consolidation, drift, emptiness, expiry); remove "+
			"it if you do not want that", n.Old, n.New)
	case e != keep:
		o.See(pages.Names).Info(path, "%s: %q next to another annotation that is \"true\"; dropped", e.Key.Text, e.Value.Text)
	case n != nil:
		o.See(pages.Names).Warn(path, "%s: %q is next to another annotation that is \"true\"; both become %s: \"true\"", n.Old, e.Value.Text, n.New)
	case e.Value.Text != "true":
		o.See(pages.Names).Warn(path, "%s: %q is next to an old annotation that is \"true\"; set to \"true\"", e.Key.Text, e.Value.Text)
	}
}

// dropStatus drops the status, because a controller wrote it about the old object.
func dropStatus(o *Object, f field) bool {
	o.Remove(f.path)
	return false
}

// isMachineWritten reports whether a program, Karpenter or kubectl, writes the annotation.
func (o *Object) isMachineWritten(key string) bool {
	return slices.Contains(o.Names.MachineWritten, key) || slices.Contains(o.Behaves.WebhookAnnotations, key)
}
