package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// object is an object under conversion in a run.
type object struct {
	*fields.Object
	conv *Converter
	units.ID
	survey   *survey // of the run; while the files are read for the first time, of this file so far
	inValues bool    // its spec is in values, and the rest of it in a template

	selection *takenBranches // of a variant: the branches of the blocks in it, nil for none
	branched  *branched      // instead of ops, where templates decide about lines of the object
}

// noID is the ID of an object whose place in the run does not matter.
var noID = units.ID{File: -1, Index: -1}

// object returns an object for its conversion, with the survey of the other files.
func (c *Converter) object(res *model.Resource, survey *survey, id units.ID) *object {
	converted := &fields.Object{Object: record.New(res, c.expanded.Line), Goal: c.Goal, Settings: c.settings, Charts: c.charts, Evaluated: c.opts.Evaluated, ClassNamed: survey.index.ClassNamed, FreeClassName: survey.index.FreeClassName, ForeignClass: survey.foreignClass, Identities: survey.identitiesAround}
	converted.ClusterDefaults = func(cluster string) []fields.ClusterDefault {
		defaults := survey.defaults[cluster]
		if installed := c.settings.Installed.Defaults; installed != nil {
			defaults = slices.Concat(defaults, installed(cluster))
		}
		return defaults
	}
	switch use := c.valueUses[id]; {
	case use.Is(charts.Requirements):
		converted.List = use
	case use.Is(charts.Disruption):
		converted.Disruption = use
	}
	return &object{Object: converted, conv: c, ID: id, survey: survey}
}

// renaming returns the object for package rename.
func (o *object) renaming() *rename.Object {
	return &rename.Object{Object: o.Object.Object, Goal: o.Goal, Policies: o.survey.policies}
}
