package convert

import (
	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/versions"
)

// checkAdmission asks a person to decide if the API server would reject the successor of an object, or the class that is made of
// it. If the old API rejected the object too, it only warns. Bases are not checked, because their patches may correct them.
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
	isComplete := before.isComplete() && !o.InBranch                     // no field may be missing in other branches
	isBase := !isComplete && !c.IsAlphaKind(o.Home().Before.Str("kind")) // objects of later versions may be bases of other repositories
	for _, p := range admission.Check(successor(o, isBase), c.output()) {
		missing := p.Code == admission.CodeRequired && !isComplete // the tables of the kind handle missing fields, which other files may add
		isCertain := p.Class == admission.Rejected && !p.Conditional
		switch {
		case !isCertain || missing || before.isReported(p):
		case before.any():
			o.Warn(p.Path, "%s", stillRefused(o, p.Message))
		default:
			o.Decide(p.Path, "the API server of Karpenter %s would reject the converted object: %s", c.Release, p.Message)
		}
	}
}

// successor returns a converted object for the check by the API server. partial means that other files may add fields.
func successor(o *fields.Object, partial bool) admission.Object {
	return admission.Object{Value: o.Res.Value, APIVersion: o.Res.APIVersion, Kind: o.Res.Kind, Partial: partial}
}

// output returns the target release as an interval.
func (c *conversion) output() versions.Interval {
	return versions.Interval{Min: c.Release, Max: c.Release}
}
