package convert

import (
	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/versions"
)

// checkAdmission leaves an object to a person if the API server would refuse its successor, or the class that is made of it. A base
// is judged by nobody: its patches may correct it.
func (c *conversion) checkAdmission(o *object) {
	if o.IsHeld() || len(c.survey.builds.PatchedIn(o.ID)) > 0 {
		return
	}
	c.decideRefused(o.Object)
	if o.Class != nil {
		c.decideRefused(o.Class)
	}
}

func (c *conversion) decideRefused(o *fields.Object) {
	release := versions.Interval{Min: c.Release, Max: c.Release}
	written := admission.Object{
		Value: o.Res.Value, APIVersion: o.Res.APIVersion, Kind: o.Res.Kind,
		Partial: !c.IsAlphaKind(o.Home().Before.Str("kind")), // objects of later versions may be bases of other repositories
	}
	for _, p := range admission.Check(written, release) {
		missing := p.Code == admission.CodeRequired // the tables of the kind decide about missing fields, which other files may add
		if p.Class == admission.Rejected && !p.Conditional && !missing {
			o.Decide(p.Path, "the API server of Karpenter %s would refuse the converted object: %s", c.Release, p.Message)
		}
	}
}
