package convert

import (
	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/versions"
)

// checkAdmission leaves an object to a person if the API server would refuse its successor, or the class that is made of it. Where the
// old API refused the object as well, this is a warning. A base is judged by nobody: its patches may correct it.
func (c *conversion) checkAdmission(o *object, before *refusals) {
	if len(c.survey.builds.PatchedIn(o.ID)) > 0 {
		return
	}
	before.excuse(c, o)
	if o.IsHeld() {
		return
	}
	c.decideRefused(o.Object, before)
	if o.Class != nil {
		c.decideRefused(o.Class, before)
	}
}

func (c *conversion) decideRefused(o *fields.Object, before *refusals) {
	whole := before != nil && before.whole && !before.lacking && !o.InBranch // in another branch nothing may be missing
	isBase := !whole && !c.IsAlphaKind(o.Home().Before.Str("kind"))          // objects of later versions may be bases of other repositories
	for _, p := range admission.Check(successor(o, isBase), c.output()) {
		missing := p.Code == admission.CodeRequired && !whole // the tables of the kind decide about missing fields, which other files may add
		switch {
		case p.Class != admission.Rejected || p.Conditional || missing || before.isReported(p):
		case before.any():
			o.Warn(p.Path, "%s", stillRefused(o, p.Message))
		default:
			o.Decide(p.Path, "the API server of Karpenter %s would refuse the converted object: %s", c.Release, p.Message)
		}
	}
}

// successor returns a converted object, for the check by the API server. A partial one may get fields from other files.
func successor(o *fields.Object, partial bool) admission.Object {
	return admission.Object{Value: o.Res.Value, APIVersion: o.Res.APIVersion, Kind: o.Res.Kind, Partial: partial}
}

// output returns the release that the output is for, as an interval.
func (c *conversion) output() versions.Interval {
	return versions.Interval{Min: c.Release, Max: c.Release}
}
