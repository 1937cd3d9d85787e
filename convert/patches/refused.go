package patches

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// unpatched returns each object after the patch, nil if the patch deletes it; or the reason why the whole patch cannot be
// converted.
func (c *Conversion) unpatched(o *record.Object, uses []use) (afters []*model.Value, reason string) {
	v := o.Res.Value
	var ops []kustomize.Operation
	if v.Kind == model.Map {
		if d := otherDirective(v); d != "" {
			reason = "a kustomize patch with the directive " + d + ", which karplint does not follow; convert it together with its base by hand"
		}
	} else {
		var err error
		if ops, err = kustomize.ReadOperations(v); err != nil {
			return nil, "a kustomize patch (" + uses[0].kustomization + ") that karplint cannot follow: " + err.Error() + "; correct it, or convert it by hand"
		}
	}
	switch text := charts.StructuralTemplate(o.Res.Document, v); {
	case kustomize.Plain(v) == nil:
		return nil, "a kustomize patch (" + uses[0].kustomization +
			") that is too large or has a merge key (<<), which karplint does not convert; convert it by hand"
	case text != "":
		return nil, "a template writes whole lines or keys of the patch (" + text + "), which karplint does not convert; convert it by hand"
	case reason != "":
		return nil, reason
	}
	for _, u := range uses {
		switch {
		case u.base == nil:
			return nil, u.baseless()
		case u.entry.Refused != "":
			return nil, "a kustomize patch (" + u.kustomization + ") that karplint does not follow: " + u.entry.Refused + "; convert it by hand"
		case u.entry.ChangesKind(v, u.base.Res.Kind):
			return nil, "a kustomize patch (" + u.kustomization +
				") whose options allow it to change the kind of objects, which karplint does not follow; convert it by hand"
		case u.base.Branches:
			return nil, "a kustomize patch (" + u.kustomization + ") of an object whose lines depend on values (" + u.base.Kind + " " + u.base.Name + " in " +
				u.base.Path + "), and the new patch depends on them; convert the patch by hand"
		case u.base.Refused:
			return nil, "a kustomize patch (" + u.kustomization + ") of an object that needs a decision itself (" + u.base.Kind + " " + u.base.Name + " in " +
				u.base.Path + "); convert both by hand"
		case u.before == nil:
			return nil, "a kustomize patch (" + u.kustomization +
				") of an object that an earlier patch changes in a way that karplint does not follow; convert both by hand"
		}
		after, err := kustomize.MergeObject(u.before, kustomize.PlainInPlace(v)), error(nil)
		if ops != nil {
			after, err = kustomize.ApplyOperations(u.before, ops)
		}
		switch {
		case err != nil:
			return nil, fmt.Sprintf("a kustomize patch (%s) that cannot be applied to %s %s in %s (%v); correct it", u.kustomization, u.base.Kind,
				u.base.Name, u.base.Path, err)
		case u.base.Run.RefusePatch(u.base.Kind, u.before, after) != "":
			return nil, "a kustomize patch (" + u.kustomization + ") that " + u.base.Run.RefusePatch(u.base.Kind, u.before, after)
		case c.Keep && u.entry.Target == nil && u.entry.File == "", c.Keep && u.entry.Target != nil && !c.meansSuccessor(u):
			return nil, u.oneKind()
		}
		afters = append(afters, after)
	}
	return afters, ""
}

// meansSuccessor reports whether the target also selects the successor of its object.
func (c *Conversion) meansSuccessor(u use) bool {
	to := c.successor(u.base.built())
	return u.entry.Target.MayMatchKind(to.APIVersion, to.Kind)
}

// oneKind returns the reason why a patch cannot be kept beside its twin.
func (u use) oneKind() string {
	return "a kustomize patch (" + u.kustomization + ") for one kind, and --keep needs one for each kind; add one for the new kind by hand"
}

// baseless returns the reason why a patch without an object among the files cannot be converted.
func (u use) baseless() string {
	remote := slices.DeleteFunc(slices.Clone(u.missing), func(r string) bool { return !kustomize.IsRemote(r) })
	switch {
	case len(remote) > 0:
		return "a kustomize patch (" + u.kustomization + ") whose base comes from elsewhere (" + firstNames(remote) +
			"), and the new patch depends on it; convert the patch by hand for the version of the base with the new API"
	case len(u.missing) > 0:
		return "a kustomize patch (" + u.kustomization + ") whose base is not among the files (" + firstNames(u.missing) +
			"), and the new patch depends on it; convert the base in the same run, or convert the patch by hand"
	}
	return "a kustomize patch (" + u.kustomization +
		") that matches no object of the kustomization; correct its target, remove it, or convert its base in the same run"
}

// firstNames lists the first names, and counts the rest.
func firstNames(names []string) string {
	if len(names) > 3 {
		names = append(slices.Clone(names[:3]), "…")
	}
	return strings.Join(names, ", ")
}

// otherDirective returns a directive in a patch that karplint does not follow, or "".
func otherDirective(v *model.Value) string {
	for part := range v.All() {
		for _, e := range part.Entries {
			isDirective := e.Key.Text == kustomize.Directive && (e.Value.Text == "replace" || e.Value.Text == "delete")
			if strings.HasPrefix(e.Key.Text, "$") && !isDirective && !strings.HasPrefix(e.Key.Text, "${") {
				return e.Key.Text + ": " + e.Value.Text
			}
		}
	}
	return ""
}
