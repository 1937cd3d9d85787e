package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// The settings of the kubelet are those of a pool until v1beta1, and of the class that it names from v1 on. The survey notes what each pool and
// each class says (notePool, noteClass); planKubelets decides where it goes; and when the pools and classes are converted, each does its part
// (followKubelet, placeKubelets).

var kubeletPath, classKubeletPath = model.Keys("spec.template.spec.kubelet"), model.Keys("spec.kubelet")

// moveKubelet takes the settings of the kubelet out of a v1beta1 pool.
func moveKubelet(o *object) {
	settings := o.Get("spec", "template", "spec", "kubelet")
	if settings != nil && settings.Kind != model.Map {
		if settings.Kind == model.Unknown {
			o.See(pages.Kubelet).Decide(kubeletPath, "the settings of the kubelet come from %q, and v1 has them in the class; write them to spec.kubelet of the EC2NodeClass that the pool names", settings.Text)
		}
		return
	}
	if settings == nil || len(settings.Entries) == 0 && !settings.Open {
		if settings != nil { // the table removes a null
			o.Remove(kubeletPath)
		}
		settings = nil
	}
	if o.inValues {
		if settings != nil {
			o.See(pages.Kubelet).Decide(kubeletPath, "v1 has the settings of the kubelet in the class; write them to spec.kubelet of the EC2NodeClass that the pool names, and remove them here")
		}
		return
	}
	if class := o.Class; class != nil { // at the same step: what the pool does to it counts as done in this step
		if settings != nil {
			class.Set(classKubeletPath, o.detachedKubelet())
			o.Do(edit.Op{Do: edit.Delete, Path: kubeletPath, DropComments: true})
		}
		return
	}
	o.notePool(settings, false)
	o.followKubelet(settings, kubeletPath)
}

// followKubelet does to a pool what has been planned for it.
func (o *object) followKubelet(settings *model.Value, path []any) {
	move, planned := o.seen.poolMoves[o.ID]
	switch {
	case !planned || move.blocked:
		return
	case move.open != "":
		o.See(pages.Kubelet).Decide(path, "%s", move.open)
		return
	}
	if settings != nil {
		if holder := o.Get(path[:len(path)-1]...); path[0] == "metadata" && holder != nil && len(holder.Entries) == 1 {
			path = path[:len(path)-1]
		}
		o.Do(edit.Op{Do: edit.Delete, Path: path, DropComments: move.allSaid})
		o.See(pages.Kubelet).Info(path, "v1 has the settings of the kubelet in the class; moved to the EC2NodeClass %q", move.class)
	}
	if move.copied != "" {
		o.Set(model.Join(fields.NodePath, "nodeClassRef", "name"), model.NewString(move.class))
		o.See(pages.Kubelet).Warn(model.Join(fields.NodePath, "nodeClassRef", "name"),
			"the pools of the EC2NodeClass %q do not agree about the kubelet; this one gets the copy %q, and Karpenter replaces its nodes (drift)", move.copied, move.class)
	}
}

// notePool writes down what a pool says about the kubelet, and which class it means.
func (o *object) notePool(settings *model.Value, isV1 bool) {
	p := poolUse{ID: o.ID, path: o.Res.Document.File.Path, name: o.Res.Name, isV1: isV1, installed: o.Installed.From}
	if settings != nil && !isV1 {
		p.kubelet = o.detachedKubelet()
	} else if settings != nil {
		p.kubelet = settings
	}
	if r := o.Get("spec", "template", "spec", "nodeClassRef"); r != nil && fields.PointsToClass(o.Goal, r) {
		if name := r.Get("name"); name != nil {
			p.class, p.templated = name.Text, name.Kind == model.Unknown
		}
	}
	o.conv.kubelets.pools = append(o.conv.kubelets.pools, p)
}

// detachedKubelet returns what the pool's settings of the kubelet become, with their comments, for another object.
func (o *object) detachedKubelet() *model.Value {
	path := kubeletPath
	if o.Before.Get(path...) == nil {
		path = model.Keys("spec.kubeletConfiguration")
	}
	written := o.Before.Get(path...)
	tree := edit.Detach(o.Res.Document, written)
	for i := len(path) - 1; i >= 0; i-- {
		tree = model.NewMap(model.NewEntry(path[i].(string), tree))
	}
	var ops []edit.Op
	for _, op := range o.All() {
		if !model.HasPrefix(op.Path, path) {
			continue
		}
		if ops = append(ops, op); op.Do == edit.Move && len(op.Path) == len(path) {
			path = op.To
		}
	}
	after, err := edit.Changed(tree, ops)
	if err != nil || after.Get(path...) == nil { // it has been possible in the pool, with the same values
		return o.Get(kubeletPath...)
	}
	return unplaced(after.Get(path...), false)
}

// noteClass writes down what a class says about the kubelet.
func (o *object) noteClass(kubelet *model.Value) {
	if o.MadeOf != nil || o.inValues {
		return
	}
	doc := o.Res.Document
	o.conv.kubelets.classes = append(o.conv.kubelets.classes, classUse{
		ID: o.ID, path: doc.File.Path, name: record.ShownName(o.Res), templated: o.Res.Name == "",
		kubelet: kubelet, json: doc.Syntax == model.JSON, single: doc.Syntax == model.JSON && len(o.Res.Path) == 0, installed: o.Installed.From,
	})
}

// placeKubelets gives a class, after its last step, the settings of its pools, and makes the copies that some of them need.
func placeKubelets(o *object) {
	move, planned := o.seen.classMoves[o.ID]
	if !planned {
		return
	}
	isJSON := o.Res.Document.Syntax == model.JSON
	for _, c := range move.copies {
		ops := append(o.All(), edit.Op{Do: edit.Set, Path: model.Keys("metadata.name"), Value: model.NewString(c.name)})
		if o.Res.Value.Get(classKubeletPath...) != nil {
			ops = append(ops, edit.Op{Do: edit.Delete, Path: classKubeletPath, DropComments: true})
		}
		if c.kubelet != nil {
			ops = append(ops, edit.Op{Do: edit.Set, Path: classKubeletPath, Value: unplaced(c.kubelet, isJSON)})
		}
		o.Copies = append(o.Copies, ops)
		o.See(pages.Kubelet).Warn(classKubeletPath, "copied as %q for %s, which wants other settings of the kubelet than the other pools of this class", c.name, strings.Join(c.pools, ", "))
	}
	if move.kubelet != nil {
		o.Set(classKubeletPath, unplaced(move.kubelet, isJSON))
		o.See(pages.Kubelet).Info(classKubeletPath, "gets the settings of the kubelet of %s", strings.Join(move.pools, ", "))
	}
}

// RefusePatch returns why a patch must not change a pool, because the class would have to change with it, and what to do; or "".
func (c *conversion) RefusePatch(kind string, before, after *model.Value) string {
	if after == nil || !c.Behaves.KubeletInClass || !slices.Contains(apis.PoolKinds(c.APIs), kind) {
		return ""
	}
	was, is := settingsIn(before), settingsIn(after)
	named := func(pool *model.Value) string {
		if name := classOfPool(pool, c.APIs); name != nil {
			return name.Text
		}
		return ""
	}
	switch class, other := named(before), named(after); {
	case !model.Equal(was, is) && !(fields.IsEmpty(was) && fields.IsEmpty(is)):
		return fmt.Sprintf("changes the settings of the kubelet, which v1 has in the class; write them as a patch of the EC2NodeClass %q, and remove them here", class)
	case class != other && (!fields.IsEmpty(was) || len(c.seen.classMoves) > 0):
		return fmt.Sprintf("gives the pool another class, and v1 has the settings of the kubelet in the class; write those of the pool to spec.kubelet of the EC2NodeClass %q, and convert the patch by hand", other)
	}
	return ""
}

// settingsIn returns the settings of the kubelet in a pool of any version before v1, or nil.
func settingsIn(pool *model.Value) *model.Value {
	if v := pool.Get(kubeletPath...); v != nil {
		return v
	}
	return pool.Get("spec", "kubeletConfiguration")
}

// unplaced returns a copy of settings for another file: without the places where they were, and for JSON without comments.
func unplaced(v *model.Value, isJSON bool) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Span = model.Span{}
		if isJSON {
			c.Comments = nil
		}
	})
}

// takePart lets a pool or class take part in moving the settings of the kubelet that was written for a version of the API that has them in
// the class.
func takePart(o *object) {
	if !o.HasKubeletInClass(facts.APIKind{APIVersion: o.Before.Str("apiVersion"), Kind: o.Before.Str("kind")}) || o.Res.Value.Get("spec") == nil {
		return
	}
	if slices.Contains(apis.ClassKinds(o.APIs), o.Res.Kind) {
		o.noteClass(o.Get(classKubeletPath...))
		return
	}
	settings, path := o.parkedKubelet()
	o.notePool(settings, true)
	o.followKubelet(settings, path)
}

// parkedKubelet returns what Karpenter's own conversion has put into an annotation of a pool: the settings of the kubelet, which
// 1.0 reads there and 1.1 ignores.
func (o *object) parkedKubelet() (settings *model.Value, path []any) {
	annotations := o.V1.CompatibilityAnnotations
	path = model.Join(model.Keys("metadata.annotations"), annotations.Kubelet)
	written := o.Get(path...)
	if written == nil || written.Kind != model.String || !annotations.Read.When.Contains(o.Release) {
		return nil, path
	}
	if doc := onlyDocument(model.NewFile("annotation.json", []byte(written.Text))); doc != nil && doc.Root.Kind == model.Map && len(doc.Root.Entries) > 0 {
		settings = edit.Detach(doc, doc.Root)
	}
	return settings, path
}
