package runbook

import (
	"cmp"
	"fmt"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
)

// Options are what a person asks for.
type Options struct {
	To       string // a release that the tables have
	Strategy Strategy
}

// New plans the upgrade of all installations.
func New(inventory *Inventory, o Options) *Plan {
	plan := &Plan{To: o.To, Strategy: o.Strategy}
	for _, i := range inventory.Installations {
		plan.Roads = append(plan.Roads, newRoad(i, o))
	}
	if len(plan.Roads) == 0 {
		plan.Answer = "no file installs Karpenter or has a pool of it; there is nothing to plan"
	}
	return plan
}

// newRoad plans the upgrade of an installation.
func newRoad(i *Installation, o Options) *Road {
	r := &Road{Installation: i, To: o.To}
	release, decision := i.release()
	if decision.Text != "" {
		r.Decisions = append(r.Decisions, decision)
	}
	if release == "" {
		return r
	}
	start := road.Start{Release: release, Generation: i.oldestGeneration(), Twinned: i.isTwinned(), Kubernetes: i.Kubernetes.Minor}
	stops := road.Find(start, o.To)
	if len(stops) == 0 {
		return r
	}
	w := &writer{Installation: i, strategy: o.Strategy, to: o.To, writes: start.Generation}
	r.Before = w.before(stops)
	for n := range stops {
		w.stop = &stops[n]
		r.Stops = append(r.Stops, &Stop{Stop: stops[n], Steps: w.steps()})
		w.writes = stops[n].Writes
	}
	return r
}

// release returns the release where the road starts, "" if there is none. The item tells what a person has to decide about it.
func (i *Installation) release() (string, Item) {
	place, text := i.Controller.Version, i.Controller.Value.Str("version")
	if exact := i.Releases.Exact(); exact != "" {
		if road.Exists(exact) {
			return exact, Item{}
		}
		return "", Item{Place: place, Text: fmt.Sprintf("Karpenter %s is in none of karplint's tables, which end at %s; set the release that runs in the cluster", exact, road.Newest())}
	}
	last := road.LastWithin(i.Releases)
	if i.Releases.Min == nil || last == "" {
		return "", Item{Place: place, Text: "no file shows which release of Karpenter runs; set its version here"}
	}
	return last, Item{Place: place, Text: fmt.Sprintf("version %q admits several releases, and the road starts at the last one, %s; set the one that runs", text, last)}
}

// oldestGeneration returns the oldest version of the API among the objects, "" without any.
func (i *Installation) oldestGeneration() string {
	for _, g := range facts.Served().Generations {
		if len(i.ofGeneration(g.Name)) > 0 {
			return g.Name
		}
	}
	return ""
}

// ofGeneration returns the objects of a version of the API.
func (i *Installation) ofGeneration(name string) (objects []*Object) {
	for _, o := range i.Objects {
		if o.Generation == name {
			objects = append(objects, o)
		}
	}
	return objects
}

// isTwinned reports whether each object of the oldest version of the API has a successor of its name.
func (i *Installation) isTwinned() bool {
	old := i.ofGeneration(i.oldestGeneration())
	for _, o := range old {
		if !i.hasSuccessor(o) {
			return false
		}
	}
	return len(old) > 0
}

// hasSuccessor reports whether a newer object stands for an old one.
func (i *Installation) hasSuccessor(old *Object) bool {
	for _, o := range i.Objects {
		if o.Generation != old.Generation && o.IsPool == old.IsPool && o.Name == old.Name {
			return true
		}
	}
	return false
}

// tool returns the tool that installs Karpenter.
func (i *Installation) tool() facts.ApplyTool {
	tool := facts.ToolFor(i.Controller.Value.Str("via"))
	if tool.Name == "" {
		return facts.ApplyCommands().Tools["kubectl"]
	}
	return tool
}

// namespace returns that of the controller, or a variable of the shell if no file shows it.
func (i *Installation) namespace() string {
	return cmp.Or(i.Controller.Value.Str("namespace"), `"$KARPENTER_NAMESPACE"`)
}

// releaseName returns the name of the controller's release, which its deployment has too.
func (i *Installation) releaseName() string {
	return cmp.Or(i.Controller.Value.Str("name"), "karpenter")
}
