package project

import (
	"maps"
	"reflect"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// Comparison compares the maps of two states of a repository: what they tell about a file or a project. Positions do not count.
type Comparison struct {
	one, other *Map
	crds       bool // CRDs may come from the same sources
	layers     map[[2]*layer]bool
}

// Compare returns the comparison of two maps.
func Compare(one, other *Map) *Comparison {
	return &Comparison{one: one, other: other, crds: maps.Equal(one.crds, other.crds), layers: map[[2]*layer]bool{}}
}

// File reports whether both maps tell the same about a manifest file.
func (c *Comparison) File(file string) bool {
	return c.one.Target(file).String() == c.other.Target(file).String() &&
		SameResources(c.one.Installations(file), c.other.Installations(file)) &&
		c.contexts(c.one.Context(file), c.other.Context(file))
}

// Project reports whether a project of each map has the same resources, neighbours and target, in the order of the maps.
func (c *Comparison) Project(p, q *Project) bool {
	return p.Root == q.Root && p.Target.String() == q.Target.String() &&
		SameResources(p.Resources, q.Resources) && SameResources(p.Nearby(), q.Nearby()) &&
		c.contexts(p.Context(), q.Context()) &&
		c.crds && p.CRDsElsewhere() == q.CRDsElsewhere()
}

func (c *Comparison) contexts(a, b Context) bool {
	return a.Old == b.Old && a.Alpha == b.Alpha && slices.EqualFunc(a.Classes, b.Classes, c.sameLayer)
}

func (c *Comparison) sameLayer(a, b *layer) bool {
	key := [2]*layer{a, b}
	same, known := c.layers[key]
	if !known {
		same = a.old == b.old && maps.Equal(a.groups, b.groups)
		c.layers[key] = same
	}
	return same
}

// SameResources reports whether two lists have the same resources in the same order.
func SameResources(a, b []*survey.Resource) bool { return slices.EqualFunc(a, b, sameResource) }

func sameResource(a, b *survey.Resource) bool {
	if a == b {
		return true
	}
	return a.ID == b.ID && a.Address == b.Address && a.Kind == b.Kind && a.Block == b.Block && pathOf(a) == pathOf(b) && a.Document == b.Document &&
		a.FluxSource == b.FluxSource && a.Owner == b.Owner && a.Versions.Equal(b.Versions) && slices.Equal(a.ValueFiles, b.ValueFiles) &&
		reflect.DeepEqual(a.Real, b.Real) && reflect.DeepEqual(a.Settings, b.Settings) && reflect.DeepEqual(a.Default, b.Default) &&
		model.Equal(a.Value, b.Value)
}

func pathOf(r *survey.Resource) string {
	if r.File == nil {
		return ""
	}
	return r.File.Path
}
