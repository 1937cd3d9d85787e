package runbook

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/workloads"
	"github.com/karplint/karplint/versions"
)

// Options are what a person asks for, and how the stops of a road are tried.
type Options struct {
	To              string // a release that the tables have
	Strategy        Strategy
	ControllerFirst bool     // the order in which the team destroys things
	Paths           []string // as they were given, for commands
	Unclear         []Item   // about which installations or files no release can be told
	// Try returns a copy of the files on which the stops of the road of an installation are taken; nil if it is unclear.
	Try func(*Installation) Trial
	// Target returns the releases that the configuration of a file names, which win over what the file shows.
	Target func(file string) versions.Target
	// Lint returns what lint finds in the files as they are.
	Lint func() []lint.Finding
}

// Trial is a copy of the files on which stops are taken, one after another.
type Trial interface {
	// Start returns where the road begins.
	Start() road.Start
	// Take changes the files of the copy for the stop.
	Take(stop road.Stop) (*Taken, error)
}

// Taken is what a stop does to the files.
type Taken struct {
	Files    []convert.File // with an outcome, before and after
	Blockers []lint.Finding // that the release brings, and that have to be mended before the stop
	Left     []lint.Finding // errors and warnings that the release brings and for which there is no fix, among them the blockers
	Tree     lint.Tree      // after the stop

	Beyond string // the bound beyond which this stop and those behind it are not taken; nothing else is set then
}

// New plans the upgrade of all installations of a tree.
func New(ctx context.Context, tree lint.Tree, o Options) (*Plan, []error) {
	inventory := NewInventory(ctx, tree)
	plan := &Plan{To: o.To, Strategy: o.Strategy, Outside: inventory.Outside, Roads: []*Road{}}
	b := &builder{ctx: ctx, Options: o, plan: plan, errors: inventory.Errors}
	b.workloads = sync.OnceValue(func() []*workloads.Workload { return workloads.Find(ctx, tree.Inputs, tree.Files) })
	groups := b.groups(inventory)
	b.addUnclear()
	for _, group := range groups {
		b.addRoad(group)
	}
	plan.Teardown = b.teardown(groups)
	plan.Answer = b.answer(inventory)
	return plan, b.errors
}

// builder plans the roads of a tree.
type builder struct {
	Options
	ctx       context.Context
	plan      *Plan
	errors    []error
	workloads func() []*workloads.Workload
	done      []string // installations without a road, for people
	isPlanned bool     // there is a road
}

// group is the installations of one road.
type group struct {
	start         road.Start
	installations []*Installation
}

// groups arranges installations by where their roads start. What is unclear about a version becomes a decision.
func (b *builder) groups(inventory *Inventory) (groups []*group) {
	for _, i := range inventory.Installations {
		if target := b.Target(i.File()); target.IsKnown() {
			i.Releases = target.Interval
		}
		if i.isOnlyOfNewest() {
			b.done = append(b.done, i.describe()+" has objects of the newest API only, and no file shows which release runs; set karpenter-version in .karplint.yaml to plan the upgrade of the release itself")
			continue
		}
		release, decision := i.release()
		if decision.Text != "" {
			b.plan.Decisions = append(b.plan.Decisions, decision)
		}
		if release == "" {
			continue
		}
		trial := b.Try(i)
		if trial == nil {
			continue
		}
		start := trial.Start()
		n := slices.IndexFunc(groups, func(g *group) bool { return g.start == start })
		if n < 0 {
			n = len(groups)
			groups = append(groups, &group{start: start})
		}
		groups[n].installations = append(groups[n].installations, i)
	}
	for _, g := range groups {
		sortByRisk(g.installations)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return compareVersions(a.start.Release, b.start.Release) })
	return groups
}

// addUnclear adds what is unclear and no decision tells yet.
func (b *builder) addUnclear() {
	for _, item := range b.Unclear {
		if !slices.ContainsFunc(b.plan.Decisions, func(d Item) bool { return d.Text == item.Text }) {
			b.plan.Decisions = append(b.plan.Decisions, item)
		}
	}
	b.plan.Decisions = grouped(b.plan.Decisions)
}

// addRoad plans the road of a group.
func (b *builder) addRoad(g *group) {
	stops := road.Find(g.start, b.To)
	if len(stops) == 0 {
		for _, i := range g.installations {
			b.done = append(b.done, fmt.Sprintf("%s is at Karpenter %s%s", i.describe(), g.start.Release, isNewer(g.start.Release, b.To)))
		}
		return
	}
	r := &Road{From: g.start.Release, To: b.To, Installations: g.installations}
	b.isPlanned = true
	w := &writer{builder: b, group: g, writes: g.start.Generation, before: g.installations, met: map[string]bool{}, kept: map[string][]*Object{}}
	w.stop = &stops[0]
	r.Before = w.beforeRoad()
	trial := b.Try(g.installations[0])
	for n := range stops {
		w.stop, w.isLast = &stops[n], n == len(stops)-1
		taken, err := trial.Take(stops[n])
		if err != nil {
			b.errors = append(b.errors, err)
			break
		}
		if taken.Beyond != "" {
			text := fmt.Sprintf("the road from Karpenter %s is not planned from %s on, because %s", r.From, stops[n].Release, taken.Beyond)
			b.plan.Decisions = append(b.plan.Decisions, Item{Place: g.installations[0].place(), Text: text})
			break
		}
		w.taken = taken
		w.after = NewInventory(b.ctx, taken.Tree).matching(w.before)
		r.Stops = append(r.Stops, w.newStop())
		w.writes, w.before = stops[n].Writes, w.after
	}
	if len(r.Stops) > 0 {
		b.plan.Roads = append(b.plan.Roads, r)
	}
}

// isNewer says that a release is newer than the end of the road, if it is.
func isNewer(release, end string) string {
	if compareVersions(release, end) > 0 {
		return ", which is newer than " + end
	}
	return ""
}

// matching returns the installations that earlier ones have become, in their order. One that is no longer there stays as it was.
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

// answer returns what there is to say without a road.
func (b *builder) answer(inventory *Inventory) string {
	switch {
	case len(b.plan.Roads) > 0 || len(b.plan.Decisions) > 0:
		return ""
	case len(b.done) > 0:
		return "nothing to upgrade: " + strings.Join(b.done, "; ")
	case len(inventory.Outside) > 0:
		return "nothing to upgrade: what these files have of Karpenter is none of AWS's own installation"
	}
	return "nothing to upgrade: no file installs Karpenter, and none has a pool or a class of it"
}

// compareVersions orders releases.
func compareVersions(a, b string) int { return semver.MustParse(a).Compare(semver.MustParse(b)) }

// place returns the first place of an installation.
func (i *Installation) place() Place {
	if i.Controller.Exists() || len(i.Objects) == 0 {
		return i.Controller.Place
	}
	return i.Objects[0].Place
}

// File is the file that installs it, or the first one with an object of it.
func (i *Installation) File() string { return i.place().File }

// describe names an installation with its place.
func (i *Installation) describe() string { return fmt.Sprintf("%s (%s)", i.Name, i.place()) }

// key identifies an installation in a copy of the files.
func (i *Installation) key() string {
	if !i.Controller.Exists() {
		return i.Dir
	}
	return i.Controller.Address + "\x00" + i.Controller.Place.File + "\x00" + i.Dir
}

// release returns the release where the road starts, "" if there is none. The item tells what a person has to decide about it.
func (i *Installation) release() (string, Item) {
	isUnknown := i.Releases.Min == nil && i.Releases.Max == nil
	place := i.Controller.Version
	release, doubt := road.Installed(i.Releases)
	if !i.Controller.Exists() {
		place = i.place()
		if isUnknown {
			release, doubt = road.InstalledFor(i.oldestGeneration())
		}
	}
	if doubt == "" {
		return release, Item{}
	}
	return release, Item{Place: place, Text: doubt}
}

// isOnlyOfNewest reports whether only objects show the installation, and none of them has a successor: nothing can be converted, and no release is
// known from which a road could start.
func (i *Installation) isOnlyOfNewest() bool {
	isShown := i.Controller.Exists() || i.Releases.Min != nil || i.Releases.Max != nil
	return !isShown && i.oldestGeneration() == lastOf(facts.Served().Generations).Name
}
