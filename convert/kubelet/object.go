// Package kubelet moves the settings of the kubelet from the pools of v1beta1 to the classes of v1.
//
// In a survey of all files each pool and each class notes its settings (notePool, noteClass). NewPlan decides for all of them
// where the settings go. When the pools and the classes are converted, each follows the plan (followPlan, Place).
package kubelet

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Object is a pool or a class whose settings of the kubelet move.
type Object struct {
	*fields.Object
	units.ID
	InValues bool  // its spec is in values
	Uses     *Uses // of its file
	Plan     *Plan // empty while the files are surveyed

	assumeFilled func(fact string) // notes an assumption about settings that are filled with the values of the chart; nil if none are
}

var kubeletPath, classKubeletPath = model.Keys("spec.template.spec.kubelet"), model.Keys("spec.kubelet")

// TakeStep moves the settings in the step to the version of the API that has them in the class.
func (o *Object) TakeStep() {
	if o.isClass() {
		o.noteClass(nil)
	} else {
		o.moveFromPool()
	}
}

func (o *Object) isClass() bool { return slices.Contains(apis.ClassKinds(o.APIs), o.Res.Kind) }

// moveFromPool takes the settings of the kubelet out of a v1beta1 pool.
func (o *Object) moveFromPool() {
	settings := o.Get("spec", "template", "spec", "kubelet")
	if settings != nil && settings.Kind != model.Map {
		if settings.Kind == model.Unknown {
			o.See(pages.Kubelet).Decide(kubeletPath, "the kubelet settings come from %q, and in v1 they belong to the class; write them to spec.kubelet of "+
				"the EC2NodeClass that the pool names", settings.Text)
		}
		return
	}
	if settings == nil || len(settings.Entries) == 0 && !settings.Open {
		if settings != nil { // the table removes a null
			o.Remove(kubeletPath)
		}
		settings = nil
	}
	if o.InValues {
		if settings != nil {
			o.See(pages.Kubelet).Decide(kubeletPath, "in v1 the kubelet settings belong to the class; write them to spec.kubelet of the EC2NodeClass that "+
				"the pool names, and remove them here")
		}
		return
	}
	if class := o.Class; class != nil { // a change by the pool counts for the same step of the class
		if settings != nil {
			class.Set(classKubeletPath, o.detachedKubelet())
			o.Do(edit.Op{Do: edit.Delete, Path: kubeletPath, DropComments: true})
		}
		return
	}
	o.notePool(settings, false)
	o.followPlan(settings, kubeletPath)
}

// followPlan moves the settings of a pool as planned.
func (o *Object) followPlan(settings *model.Value, path []any) {
	move, planned := o.Plan.pools[o.ID]
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
		o.See(pages.Kubelet).Info(path, "in v1 the kubelet settings belong to the class; moved to the EC2NodeClass %q", o.classAfter(move))
	}
	if o.assumeFilled != nil {
		o.assumeFilled("all pools of this template have the same kubelet settings")
	}
	if move.paired != nil {
		o.assumePair(move.paired)
	}
}

// classAfter returns the name of the class that has the settings after a move.
func (o *Object) classAfter(move poolMove) string {
	name := o.Get("spec", "template", "spec", "nodeClassRef", "name")
	if name == nil {
		return move.class
	}
	return name.Text
}

// assumePair notes which of several classes with one name the pool is taken to mean.
func (o *Object) assumePair(class *classUse) {
	file := o.Res.Document.File.Path
	o.See(pages.Kubelet).Assume(model.Join(fields.NodePath, "nodeClassRef", "name"), record.Assumption{
		Fact:   fmt.Sprintf("the EC2NodeClass %q of %s is the one in %s", class.name, path.Base(file), path.Base(class.path)),
		Values: []record.Place{{File: class.path, Line: class.line}},
	})
}

// notePool records the settings of a pool, and the class to which it refers.
func (o *Object) notePool(settings *model.Value, isV1 bool) {
	p := poolUse{ID: o.ID, path: o.Res.Document.File.Path, name: o.Res.Name, shown: record.ShownName(o.Res), isV1: isV1, installed: o.Installed.From,
		doc: o.Res.Document}
	if settings != nil && !isV1 {
		p.kubelet = o.filledKubelet(o.detachedKubelet())
	} else if settings != nil {
		p.kubelet = settings
	}
	if r := o.Get("spec", "template", "spec", "nodeClassRef"); r != nil && fields.PointsToClass(o.Goal, r) {
		if name := r.Get("name"); name != nil {
			p.class, p.templated = name.Text, name.Kind == model.Unknown
		}
	}
	o.Uses.pools = append(o.Uses.pools, p)
}

// filledKubelet returns settings with the values of the chart in place of templates of a loop, if they are the same for every pool that the object
// becomes: such templates mean nothing in the file of the class.
func (o *Object) filledKubelet(settings *model.Value) *model.Value {
	if !hasTemplate(settings, "Values.") || o.Before.Get(kubeletPath...) == nil {
		return settings
	}
	rendered, assume, ok := o.SameRendered(kubeletPath)
	if !ok {
		return settings
	}
	filled := fill(settings, rendered)
	if hasTemplate(filled, "") {
		return settings
	}
	o.assumeFilled = assume
	return filled
}

// fill returns a copy of a value with the parts of the rendered one in place of unknown parts.
func fill(v, rendered *model.Value) *model.Value {
	if rendered == nil {
		return v
	}
	if v.Kind == model.Unknown {
		plain := record.Fresh(rendered)
		plain.SetComments(v.Comments())
		return plain
	}
	filled := *v
	filled.Entries, filled.Items = slices.Clone(v.Entries), slices.Clone(v.Items)
	for i, e := range v.Entries {
		entry := *e
		entry.Value = fill(e.Value, rendered.Get(e.Key.Text))
		filled.Entries[i] = &entry
	}
	for i, item := range v.Items {
		filled.Items[i] = fill(item, rendered.Get(i))
	}
	return &filled
}

// detachedKubelet returns the pool's settings after all steps, with their comments, for another object.
func (o *Object) detachedKubelet() *model.Value {
	path := kubeletPath
	if o.Before.Get(path...) == nil {
		path = model.Keys("spec.kubeletConfiguration")
	}
	written := o.Before.Get(path...)
	tree := layout.Detach(o.Res.Document, written)
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
	changed, err := draft.Changed(tree, ops)
	if err != nil || changed.Get(path...) == nil { // cannot happen: the same Ops were applied to the pool
		return o.Get(kubeletPath...)
	}
	return record.Unplaced(changed.Get(path...), false)
}

// noteClass records the settings of a class.
func (o *Object) noteClass(kubelet *model.Value) {
	if o.MadeOf != nil || o.InValues {
		return
	}
	doc := o.Res.Document
	o.Uses.classes = append(o.Uses.classes, classUse{
		ID: o.ID, path: doc.File.Path, line: o.Line(model.Keys("metadata.name")), name: record.ShownName(o.Res), templated: o.Res.Name == "",
		kubelet: kubelet, json: doc.Syntax == model.JSON, installed: o.Installed.From, doc: doc,
	})
}

// settingsIn returns the settings of the kubelet in a pool of any version before v1, or nil.
func settingsIn(pool *model.Value) *model.Value {
	if v := pool.Get(kubeletPath...); v != nil {
		return v
	}
	return pool.Get("spec", "kubeletConfiguration")
}

// TakePart notes a pool or a class that was written for a version of the API that has the settings in the class.
func (o *Object) TakePart() {
	if !o.HasKubeletInClass(facts.APIKind{APIVersion: o.Before.Str("apiVersion"), Kind: o.Before.Str("kind")}) || o.Res.Value.Get("spec") == nil {
		return
	}
	if o.isClass() {
		o.noteClass(o.Get(classKubeletPath...))
		return
	}
	settings, path := o.parkedKubelet()
	o.notePool(settings, true)
	o.followPlan(settings, path)
}

// parkedKubelet returns the settings that Karpenter's own conversion has put into an annotation of a pool, which
// 1.0 reads there and 1.1 ignores.
func (o *Object) parkedKubelet() (settings *model.Value, path []any) {
	annotations := o.V1.CompatibilityAnnotations
	path = model.Join(model.Keys("metadata.annotations"), annotations.Kubelet)
	written := o.Get(path...)
	if !written.IsString() || !annotations.Read.When.Contains(o.Release) {
		return nil, path
	}
	yaml.Documents(model.NewFile("annotation.json", []byte(written.Text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && !fields.IsEmpty(doc.Root) && doc.Root.Kind == model.Map {
			settings = layout.Detach(doc, doc.Root)
		}
		return false
	})
	return settings, path
}

// Place gives a class, after its last step, the settings of its pools.
func (o *Object) Place() {
	move, planned := o.Plan.classes[o.ID]
	if !planned {
		return
	}
	if move.kubelet != nil {
		o.Set(classKubeletPath, record.Unplaced(move.kubelet, o.Res.Document.Syntax == model.JSON))
		o.See(pages.Kubelet).Info(classKubeletPath, "gets the kubelet settings of %s", strings.Join(move.pools, ", "))
	}
}
