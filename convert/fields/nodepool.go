package fields

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// NodePath is the path of the node settings in a NodePool.
var NodePath = model.Keys("spec.template.spec")

// convertNodePool plans the conversion of a whole NodePool to v1.
func convertNodePool(o *Object) {
	nodePool.Run(o)
	hidden := o.Get("spec", "template", "spec")
	if hidden == nil {
		hidden = o.Get("spec", "template")
	}
	if hidden != nil && hidden.Kind == model.Unknown && !o.Again() {
		o.See(pages.Ref).Decide(NodePath, "spec.template.spec comes from %s, and contains nodeClassRef and kubelet, which v1 changes; convert it by hand",
			values.TemplateText(o.Res.Document, hidden))
	} else if o.Get("spec", "template", "spec", "nodeClassRef") == nil && !o.Again() {
		o.See(pages.Ref).Decide(model.Join(NodePath, "nodeClassRef"),
			"the pool refers to no class; add spec.template.spec.nodeClassRef, or convert it by hand if it is a patch")
	}
	convertBetaDisruption(o)
}

// checkVisibleKubelet checks the kubelet settings, unless a template writes them.
func checkVisibleKubelet(o *Object, f field) bool {
	return f.value.Kind == model.Unknown || checkKubelet(o, f)
}

// dropResources drops spec.resources, which had no effect: Karpenter sizes nodes by their pods.
func dropResources(o *Object, f field) bool {
	o.Remove(f.path)
	o.See(pages.Manifests).Info(f.path, "spec.template.spec.resources had no effect and does not exist in v1; dropped")
	return true
}

// renameBetaAnnotations renames old annotations of nodes, which Karpenter obeys until 0.37.
func renameBetaAnnotations(o *Object, f field) bool {
	if o.Again() {
		return true
	}
	for _, e := range f.value.Entries {
		if o.Names.Annotation(e.Key.Text) != nil {
			return renameNodeAnnotations(o, f)
		}
	}
	for _, e := range f.value.Entries {
		if o.Names.IsNewAnnotation(e.Key.Text) && e.Value.Text != "true" && e.Value.Kind != model.Unknown {
			o.See(pages.NamesV1).Info(model.Join(f.path, e.Key.Text), "until 0.37 %s protected a node with any value; from 1.0 on %q has no effect",
				e.Key.Text, e.Value.Text)
		}
	}
	return true
}

// completeNodeClassRef adds group and kind to the nodeClassRef, because v1 requires both and makes them immutable.
func completeNodeClassRef(o *Object, f field) bool {
	if f.value.Kind != model.Map {
		o.See(pages.Ref).Decide(f.path, "the nodeClassRef comes from %q; set group, kind and name there", f.value.Text)
		return true
	}
	if name := f.value.Get("name"); isBlank(name) {
		o.See(pages.Ref).Decide(f.path, "nodeClassRef has no name; add it")
	}
	value := o.knownRef(f)
	r, class := refOf(value), o.Generation(apis.V1).Class
	if r.templated != "" {
		o.See(pages.Ref).Decide(f.path, "the kind of nodeClassRef comes from %q; write group and kind, such as group: %s and kind: %s", r.templated,
			class.Group(), class.Kind)
		return true
	}
	group, kind := r.group, r.kind
	switch {
	case o.decideForeign(f, r, NodePath):
		return true
	case PointsToClass(o.Goal, value):
		otherGroup, otherKind := group != "" && group != class.Group(), kind != "" && kind != class.Kind
		if otherGroup || otherKind {
			o.See(pages.Ref).Warn(f.path, "until 0.37 Karpenter read only the name of nodeClassRef, and v1 reads all of it; %s of %s becomes %s of %s", kind,
				group, class.Kind, class.Group())
		}
		group, kind = class.Group(), class.Kind
	case group == "":
		o.See(pages.Ref).Decide(f.path, "nodeClassRef has kind %q and no group; add the group", kind)
		return true
	case kind == "":
		o.See(pages.Ref).Decide(f.path, "nodeClassRef has group %q and no kind; add the kind", group)
	}
	o.setRef(f, group, kind)
	return true
}

// decideForeign asks a person about a reference that only names its class, if the class may belong to another provider of
// Karpenter: the pool uses labels of that provider, or the files have only such a class of that name. nodes is the path of the
// node settings.
func (o *Object) decideForeign(f field, r ref, nodes []any) bool {
	if r.group != "" || r.kind != "" {
		return false
	}
	reason := ""
	for _, key := range o.keysOfNodes(nodes) {
		if cloud := facts.CloudOfLabel(key); cloud != "" {
			reason = fmt.Sprintf("%s is a label of the nodes of %s", key, cloud)
		}
	}
	if reason == "" && o.Classes.Foreign != nil {
		reason = o.Classes.Foreign(o.Source.Path, f.value.Str("name"))
	}
	if reason != "" && !o.Again() {
		o.See(pages.Ref).Decide(f.path, "%s only names its class, and %s; write the group of its API and its kind", f.path[len(f.path)-1], reason)
	}
	return reason != ""
}

// keysOfNodes returns the keys of the labels that a pool requires of its nodes or gives to them. nodes is the path of the node
// settings.
func (o *Object) keysOfNodes(nodes []any) []string {
	var keys []string
	for _, item := range o.Res.Value.List(model.Join(nodes, "requirements")...) {
		keys = append(keys, item.Str("key"))
	}
	labels := o.Get(model.Join(nodes, "labels")...)
	if len(nodes) > 1 { // a NodePool
		labels = o.Get(model.Join(nodes[:len(nodes)-1], "metadata", "labels")...)
	}
	if labels.IsMap() {
		for _, e := range labels.Entries {
			keys = append(keys, e.Key.Text)
		}
	}
	return keys
}

// knownRef returns a nodeClassRef with its templates replaced by the texts that the repository has for them, if there is exactly
// one text for each.
func (o *Object) knownRef(f field) *model.Value {
	filled := f.value.Copy(nil)
	for i, e := range f.value.Entries {
		if e.Value.Kind != model.Unknown || e.Key.Text == "name" {
			continue
		}
		k, ok := o.Known(e.Value)
		isSame := ok && k.All(func(v *model.Value) bool { return v.Kind == model.String && v.Text == k.Values[0].Text })
		if !isSame {
			continue
		}
		filled.Entries[i].Value = model.NewString(k.Values[0].Text)
		k.Assume(o.See(pages.Ref), model.Join(f.path, e.Key.Text), "%s is %s", o.Shown(e.Value), k.Values[0].Text)
	}
	return filled
}

// ref is a nodeClassRef of v1beta1 or of v1.
type ref struct{ group, kind, templated string }

func refOf(v *model.Value) ref {
	var r ref
	for _, key := range []string{"apiVersion", "group", "kind"} {
		if part := v.Get(key); part != nil && part.Kind == model.Unknown {
			r.templated = part.Text
		}
	}
	r.kind = v.Str("kind")
	if r.group = v.Str("group"); r.group == "" {
		r.group, _, _ = strings.Cut(v.Str("apiVersion"), "/")
	}
	return r
}

// setRef writes group and kind. Unless the author had another order, they are in the order of Karpenter's documentation.
func (o *Object) setRef(f field, group, kind string) {
	api, path := f.value.Get("apiVersion"), model.Join(f.path, "group")
	switch {
	case api == nil || api.Kind == model.Null: // the table removed the old field
	case f.value.Get("group") != nil:
		o.Remove(model.Join(f.path, "apiVersion"))
	default:
		o.Rename(model.Join(f.path, "apiVersion"), "group")
	}
	nextKey := "name"
	if f.value.Get("kind") != nil {
		nextKey = "kind"
	}
	o.SetBefore(path, model.NewString(group), nextKey)
	if kind != "" {
		o.SetBefore(model.Join(f.path, "kind"), model.NewString(kind), "name")
	}
}

// checkDuration reports a duration that Karpenter cannot parse. The CRDs before 1.4 accept some of these, such as 720hours and
// 1h30d.
func checkDuration(o *Object, f field) bool {
	if f.value.IsScalar() && !o.readsDuration(f.value.Text) {
		o.See(pages.Manifests).Decide(f.path, "%s is not a duration in v1; write one such as 720h or 1h30m, or Never", strconv.Quote(f.value.Text))
	}
	return true
}

// PointsToClass reports whether a nodeClassRef refers to an EC2NodeClass.
func PointsToClass(g *apis.Goal, v *model.Value) bool {
	r, class := refOf(v), g.Generation(apis.V1).Class
	if r.kind == "" {
		return r.group == "" || r.group == class.Group()
	}
	return r.kind == class.Kind || slices.Contains(g.V1.NodeClassRef.MistakenKinds, r.kind)
}
