package page

import (
	"github.com/karplint/karplint/convert/status"
	"github.com/karplint/karplint/runbook"
)

// open is what waits for a person.
type open struct {
	Message string         `json:"message"`
	See     string         `json:"see,omitempty"`
	From    string         `json:"from"` // the command that asks: "plan, stop 1.0.14"
	Places  []status.Place `json:"places"`
}

// decisions returns the open decisions of convert and of plan. A stop of plan asks again what convert asks about the same line, and what an
// earlier stop asked: that counts once. At the line of what plan asks before the first stop, a stop asks
// something else.
func (v *view) decisions() []open {
	all := []open{}
	type question struct {
		file string
		line int
		rule string // "" for what convert asks
	}
	asked := map[question]bool{}
	for _, d := range v.Status.Decisions {
		all = append(all, open{d.Message, d.See, "convert", d.Places})
		for _, p := range d.Places {
			asked[question{p.File, p.Line, ""}] = true
		}
	}
	add := func(items []runbook.Item, from string, isOfStop bool) {
		for _, i := range items {
			at := question{i.File, i.Line, i.Rule}
			if asked[at] && i.File != "" {
				continue
			}
			asked[at] = isOfStop
			one := open{Message: i.Text, From: from}
			if i.File != "" {
				one.Places = []status.Place{{File: i.File, Line: i.Line}}
			}
			all = append(all, one)
		}
	}
	add(v.Plan.Decisions, "plan", false)
	for _, r := range v.Plan.Roads {
		for _, s := range r.Stops {
			add(s.Decisions, "plan, stop "+s.Release, true)
		}
	}
	return all
}
