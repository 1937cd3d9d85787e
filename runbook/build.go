package runbook

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/workloads"
)

// New plans the upgrade of all installations of a tree.
func New(ctx context.Context, tree lint.Tree, o Options) (*Plan, []error) {
	inventory := NewInventory(ctx, tree)
	plan := &Plan{To: o.To, Strategy: o.Strategy, Outside: inventory.Outside, Roads: []*Road{}}
	b := &builder{ctx: ctx, Options: o, plan: plan, tree: tree, errors: inventory.Errors, access: inventory.access}
	b.workloads = sync.OnceValue(func() []*workloads.Workload { return workloads.Find(ctx, tree.Inputs, tree.Files) })
	b.groups = b.groupInstallations(inventory)
	plan.Decisions = grouped(append(plan.Decisions, o.Unclear...))
	for _, group := range b.groups {
		b.addRoad(group)
	}
	plan.Teardown = b.teardown(b.groups)
	plan.Answer = b.answer(inventory)
	return plan, b.errors
}

// groupInstallations puts installations into one group if their roads start alike. A doubt about a version becomes a decision.
func (b *builder) groupInstallations(inventory *Inventory) (groups []*group) {
	for _, i := range inventory.Installations {
		if target := b.Target(i.File()); target.IsKnown() {
			i.Releases = target.Interval
		}
		if i.isOnlyOfNewest() {
			b.done = append(b.done, i.describe()+" has objects of the newest API only, and no file shows which release runs; set karpenter-version in "+
				".karplint.yaml to plan the upgrade of the release itself")
			continue
		}
		trial := b.Try(i)
		if trial == nil {
			continue
		}
		if doubt := trial.Doubt(); doubt != "" {
			b.plan.Decisions = append(b.plan.Decisions, Item{Place: i.versionPlace(), Text: doubt})
		}
		start := trial.Start()
		if start.Release == "" {
			continue
		}
		n := slices.IndexFunc(groups, func(g *group) bool { return g.start == start })
		if n < 0 {
			n = len(groups)
			groups = append(groups, &group{start: start, trial: trial})
		}
		groups[n].installations = append(groups[n].installations, i)
	}
	for _, g := range groups {
		sortByRisk(g.installations)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return compareVersions(a.start.Release, b.start.Release) })
	return groups
}

// addRoad plans the road of a group.
func (b *builder) addRoad(g *group) {
	stops := road.Find(g.start, b.To)
	if len(stops) == 0 {
		for _, i := range g.installations {
			release := cmp.Or(i.Releases.Exact(), g.start.Release)
			b.done = append(b.done, fmt.Sprintf("%s is at Karpenter %s%s%s", i.describe(), release, road.NewerNote(g.start.Release, b.To), i.judged()))
		}
		return
	}
	r := &Road{From: g.start.Release, To: b.To, Installations: g.installations}
	b.isPlanned = true
	w := &writer{builder: b, group: g, writes: g.start.Generation, before: g.installations, met: map[string]*road.Stop{}, kept: map[string][]*Object{}}
	w.stop = &stops[0]
	r.Before = w.beforeRoad()
	access := b.access
	for n := range stops {
		w.stop, w.isLast = &stops[n], n == len(stops)-1
		taken, err := g.trial.Take(stops[n])
		if err != nil {
			b.errors = append(b.errors, err)
			break
		}
		w.taken = taken
		inventory := NewInventory(b.ctx, taken.Tree)
		w.after, w.changes = inventory.matching(w.before), append(changedAccess(access, inventory.access), w.askedAccess(inventory.access)...)
		w.appliers = inventory.appliers
		w.divide()
		r.Stops = append(r.Stops, w.newStop())
		w.writes, w.before, access = stops[n].Writes, w.after, inventory.access
	}
	if len(r.Stops) > 0 {
		g.last, g.taken = w.after, w.taken
		b.plan.Roads = append(b.plan.Roads, r)
	}
}

// matching returns the present state of earlier installations, in their order. An installation that has left the files is returned as it was.
func (inv *Inventory) matching(earlier []*Installation) (matched []*Installation) {
	for _, old := range earlier {
		n := slices.IndexFunc(inv.Installations, func(i *Installation) bool { return i.key() == old.key() })
		if n < 0 {
			matched = append(matched, old)
			continue
		}
		matched = append(matched, inv.Installations[n])
	}
	return matched
}

// answer explains a plan with neither roads nor decisions; "" for others.
func (b *builder) answer(inventory *Inventory) string {
	switch {
	case len(b.plan.Roads) > 0 || len(b.plan.Decisions) > 0:
		return ""
	case len(b.done) > 0:
		return "nothing to upgrade: " + strings.Join(b.done, "; ")
	case len(inventory.Outside) > 0:
		return "nothing to upgrade: the pools in these files are for other providers of Karpenter, or for EKS Auto Mode"
	case len(inventory.elsewhere) > 0:
		return "nothing is planned: the pools and classes in these files are for " + shortList(once(inventory.elsewhere), maxPlaces) +
			", which the paths leave out; name its file too, or plan the whole repository"
	case inventory.example != "":
		return "nothing is planned: the pools and classes in these files are examples or tests; to plan their upgrade, run karplint plan in " +
			path.Dir(inventory.example)
	}
	return "nothing to upgrade: these files show neither an installation of Karpenter nor a pool or class"
}

// shortList returns the first names as a part of a sentence, with the number of the others.
func shortList(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// compareVersions orders releases.
func compareVersions(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) }

// newStop writes the decisions and steps of the stop, in order.
func (w *writer) newStop() *Stop {
	stop := &Stop{Stop: *w.stop, Decisions: w.decisions()}
	w.described = w.describeFiles()
	if w.stop.Removes != "" {
		stop.Steps = w.removal()
	} else {
		stop.Steps = w.release()
	}
	stop.Back = w.wayBack()
	return stop
}
