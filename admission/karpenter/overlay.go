package karpenter

import (
	"fmt"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
)

// checkCapacity checks the resources that an overlay adds to instance types.
func (j *judge) checkCapacity(capacity place) {
	entries := j.fields(capacity)
	for _, e := range entries {
		for _, r := range facts.KarpenterChecks().Resources {
			if r.Resource != e.key() || !j.applies(r.Group) {
				continue
			}
			j.refuse("overlay-capacity", problem{
				place: e,
				fact:  fmt.Sprintf("capacity sets %q", e.key()),
				why:   "the instance type fixes it",
				help:  "delete it: an overlay adds other resources",
			})
		}
	}
}

// checkLimits reports a weight that is among the limits of a pool by mistake: no node has a resource of that name.
func (j *judge) checkLimits(limits place) {
	for _, limit := range j.fields(limits) {
		if limit.key() != "weight" {
			continue
		}
		p := problem{
			place: limit,
			fact:  "limits.weight limits a resource named weight",
			why:   "no node has this resource, and the pool does not get the weight",
			help:  "move it to spec.weight",
		}
		if j.fieldAt(j.root, "spec.weight").present == known.No && limit.present == known.Yes {
			p.fix = &admission.Fix{Title: "move limits.weight to spec.weight", Ops: []edit.Op{{Do: edit.Move, Path: limit.path, To: []any{"spec", "weight"}}}}
		}
		j.suspect("limits-weight", p)
	}
}
