package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/identity"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
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

// branched contains the conversions of an object with template blocks: one for each selection of their branches.
type branched struct {
	blocks   []*gotmpl.Block
	variants []*variant
}

// variant is an object as it is with some branches taken, converted.
type variant struct {
	branches gotmpl.Taken
	doc      *model.Document
	object   *object
	to       string
	status   Status
}

// takenBranches are the branches that a variant of an object has.
type takenBranches struct {
	blocks   []*gotmpl.Block
	branches gotmpl.Taken
}

// refuse leaves an object to a person, and removes its changes and the notes about them.
func (o *object) refuse(format string, err error) {
	o.TakeBack()
	o.Twin, o.Class, o.branched = nil, nil, nil
	o.Notes = slices.DeleteFunc(o.Notes, func(n record.Entry) bool { return n.Level != record.Decision })
	o.Decide(nil, format, err)
}

// noID is the ID of an object whose place in the run does not matter.
var noID = units.ID{File: -1, Index: -1}

// object returns an object for its conversion, with the survey of the other files.
func (c *Converter) object(res *model.Resource, survey *survey, id units.ID) *object {
	recorded := record.New(res)
	converted := &fields.Object{
		Object: recorded, Goal: c.Goal, Settings: c.settings,
		Finder:  values.NewFinder(recorded, values.Sources{Charts: c.charts, Evaluated: c.opts.Evaluated, Strict: c.Strict}),
		Classes: fields.Classes{Named: survey.index.ClassNamed, FreeName: survey.index.FreeClassName, Foreign: survey.foreignClass},
		Identities: identity.Sources{Around: survey.identities.around,
			OfCluster: func(cluster string) []settings.ClusterDefault { return c.clusterDefaults(survey, cluster) }},
	}
	switch use := c.valueUses[id]; {
	case use.Is(charts.Requirements):
		converted.List = use
	case use.Is(charts.Disruption):
		converted.Disruption = use
	}
	return &object{Object: converted, conv: c, ID: id, survey: survey}
}

// clusterDefaults returns the defaults that scripts of the run, and installations, set for a cluster.
func (c *Converter) clusterDefaults(survey *survey, cluster string) []settings.ClusterDefault {
	if installed := c.settings.Installed.Defaults; installed != nil {
		return slices.Concat(survey.defaults[cluster], installed(cluster))
	}
	return survey.defaults[cluster]
}

// renaming returns the object for package rename.
func (o *object) renaming() *rename.Object {
	return &rename.Object{Object: o.Object.Object, Goal: o.Goal, Policies: o.survey.policies, Named: o.conv.named}
}

// kubelet returns the object as one whose settings of the kubelet move.
func (o *object) kubelet() *kubelet.Object {
	return &kubelet.Object{Object: o.Object, ID: o.ID, InValues: o.inValues, Uses: o.conv.kubelets, Plan: o.survey.kubelets}
}

// takeKubelet does the part of a pool or a class in the plan for the settings of the kubelet.
func (o *object) takeKubelet() {
	k := o.kubelet()
	k.TakePart()
	k.Place()
}
