package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// understand corrects the kind of an object if no release serves the kind that is written, and only one kind of pool or class has
// all fields of the object.
func (c *Converter) understand(u *units.Unit) {
	if u.Err == nil && u.Res != nil {
		u.Res = c.meant(u.Res)
	}
}

// meant returns the object with the corrected kind.
func (c *Converter) meant(res *model.Resource) *model.Resource {
	change, old := c.Change(res)
	isTyped := res.APIVersion != "" && res.Kind != "" && !fields.IsEmpty(res.Value.Get("spec"))
	isCertain := isTyped && !c.wasServed(res) && c.isWhole(res.Document.File.Path)
	isUnknown := old && change == nil // the group of an old version, with a kind that it does not have
	if c.Strict || !isUnknown || !isCertain {
		return res
	}
	kinds := c.sameRole(res.Kind)
	for _, class := range []admission.Class{admission.Pruned, admission.Rejected} { // first all fields must exist, then all values must be valid
		kinds = slices.DeleteFunc(kinds, func(k facts.APIKind) bool { return hasProblem(res.Value, k, class) })
		if len(kinds) == 1 {
			understood := *res
			understood.APIVersion, understood.Kind = kinds[0].APIVersion, kinds[0].Kind
			return &understood
		}
	}
	return res
}

// wasServed reports whether the object may be of an alpha version that only releases before the tables served.
func (c *Converter) wasServed(res *model.Resource) bool {
	return slices.ContainsFunc([]facts.APIKind{c.APIs[0].Pool, c.APIs[0].Class}, func(k facts.APIKind) bool {
		return k.Kind == res.Kind && strings.HasPrefix(res.APIVersion, k.Group()+"/v1alpha")
	})
}

// sameRole returns the convertible kinds with the same role: the pools if the kind is a pool in some version, the classes if it is
// a class.
func (c *Converter) sameRole(kind string) []facts.APIKind {
	var pools, classes []facts.APIKind
	for _, g := range c.APIs[:len(c.APIs)-1] {
		pools, classes = append(pools, g.Pool), append(classes, g.Class)
	}
	last := c.OutputAPI()
	isKind := func(k facts.APIKind) bool { return k.Kind == kind }
	switch {
	case last.Pool.Kind == kind || slices.ContainsFunc(pools, isKind):
		return pools
	case last.Class.Kind == kind || slices.ContainsFunc(classes, isKind):
		return classes
	}
	return nil
}

// hasProblem reports whether the object, as one of that kind, has a problem of a class in all releases that serve the kind.
func hasProblem(v *model.Value, kind facts.APIKind, class admission.Class) bool {
	problems := admission.Check(admission.Object{Value: ofKind(v, kind)}, versions.Interval{})
	return slices.ContainsFunc(problems, func(p admission.Problem) bool { return p.Class == class })
}

// ofKind returns a copy of the object with another kind.
func ofKind(v *model.Value, kind facts.APIKind) *model.Value {
	typed := *v
	typed.Entries = slices.Clone(v.Entries)
	for i, e := range typed.Entries {
		switch e.Key.Text {
		case "apiVersion":
			typed.Entries[i] = model.NewEntry("apiVersion", model.NewString(kind.APIVersion))
		case "kind":
			typed.Entries[i] = model.NewEntry("kind", model.NewString(kind.Kind))
		}
	}
	return &typed
}

// isMeant reports whether the kind of the object was corrected.
func (o *object) isMeant() bool {
	written := o.Before.Str("kind")
	return written != "" && (written != o.Res.Kind || o.Before.Str("apiVersion") != o.Res.APIVersion)
}

// warnMeant warns that the object is converted as another kind than the one in the file.
func (o *object) warnMeant() {
	if o.isMeant() {
		o.Warn(model.Keys("apiVersion"), "no release serves %s %s, so the API server rejected the object; it has the fields of %s %s and is converted as that: it may take effect for the first time",
			o.Before.Str("apiVersion"), o.Before.Str("kind"), o.Res.APIVersion, o.Res.Kind)
	}
}

// isNoKind reports whether no release of Karpenter serves the kind of an object in any version.
func (c *Converter) isNoKind(res *model.Resource) bool {
	kinds := c.Facts.OtherKinds.Kinds
	for _, g := range c.Served.Generations {
		kinds = append(slices.Clone(kinds), g.Pool, g.Class, g.Node)
	}
	isNamed := res.APIVersion != "" && res.Kind != ""
	return isNamed && !slices.ContainsFunc(kinds, func(k facts.APIKind) bool { return k.Kind == res.Kind })
}
