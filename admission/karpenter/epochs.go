package karpenter

import (
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// releaseSet is a set of epochs, as bits. An epoch is a range of releases that judge every object alike.
type releaseSet uint64

const allReleases = ^releaseSet(0)

// history has the epochs, oldest first, and the ranges in the tables as sets of epochs.
type history struct {
	starts []*semver.Version
	epochs []versions.Interval
	sets   map[facts.Releases]releaseSet
}

// epochs has one epoch for each release that occurs in the tables, because only there the judgement can change.
var epochs = sync.OnceValue(func() *history {
	h := &history{sets: map[facts.Releases]releaseSet{}}
	ranges := datedFacts()
	named := map[string]*semver.Version{}
	for _, r := range ranges {
		for _, text := range []string{r.Since, r.Until} {
			if text != "" && named[text] == nil { // parsing is slow, and many rows have the same release
				named[text] = semver.MustParse(text)
			}
		}
	}
	h.starts = slices.SortedFunc(maps.Values(named), (*semver.Version).Compare)
	h.starts = slices.CompactFunc(h.starts, (*semver.Version).Equal)
	if len(h.starts) > 64 {
		panic("the tables name more releases than a releaseSet has bits")
	}
	for i, start := range h.starts {
		next := ""
		if i+1 < len(h.starts) {
			next = h.starts[i+1].String()
		}
		h.epochs = append(h.epochs, versions.Of(facts.Releases{Since: start.String(), Until: next}))
	}
	for _, r := range ranges {
		h.sets[r] = h.before(named[r.Until], allReleases) &^ h.before(named[r.Since], 0)
	}
	return h
})

// before returns the epochs that start before a release; open if there is no release.
func (h *history) before(release *semver.Version, open releaseSet) releaseSet {
	if release == nil {
		return open & (1<<len(h.starts) - 1)
	}
	i, _ := slices.BinarySearchFunc(h.starts, release, (*semver.Version).Compare)
	return 1<<i - 1
}

// datedFacts returns the ranges of releases in the tables that the checks use.
func datedFacts() []facts.Releases {
	t := facts.KarpenterChecks()
	ranges := slices.Concat(t.WebhookEnabled, t.SchedulesInUTC,
		[]facts.Releases{facts.Kubelet().Open, t.Budgets, t.Labels.Suffix, t.Labels.ExactExceptions})
	for _, o := range t.Outcomes {
		ranges = append(ranges, o.Releases)
	}
	for _, c := range t.Checks {
		for _, run := range slices.Concat(c.Controller, c.Webhook) {
			ranges = append(ranges, run.Releases)
		}
	}
	for _, d := range slices.Concat(t.Labels.Restricted, t.Labels.Exceptions) {
		ranges = append(ranges, d.Releases)
	}
	for _, l := range t.Labels.WellKnown {
		ranges = append(ranges, l.Releases)
	}
	for _, l := range t.Labels.KnownValues {
		ranges = append(ranges, l.Releases)
	}
	for _, o := range t.Operators {
		ranges = append(ranges, o.Releases)
	}
	for _, tag := range t.RestrictedTags {
		ranges = append(ranges, tag.Releases)
	}
	for _, api := range facts.Served().APIs {
		ranges = append(ranges, api.Served...)
	}
	return ranges
}

// setOf returns the epochs in ranges of the tables.
func setOf(ranges ...facts.Releases) releaseSet {
	var set releaseSet
	for _, r := range ranges {
		set |= epochs().sets[r]
	}
	return set
}

// overlapping returns the epochs that overlap an interval.
func overlapping(releases versions.Interval) releaseSet {
	var set releaseSet
	for i, e := range epochs().epochs {
		if e.Overlaps(releases) {
			set |= 1 << i
		}
	}
	return set
}

// last returns the newest epoch of a non-empty set.
func (s releaseSet) last() releaseSet { return 1 << (bits.Len64(uint64(s)) - 1) }

// constraintOf returns a constraint for the releases with a problem: the longest series of epochs around the newest one of the
// target. It returns "" if that is every release that serves the API.
func constraintOf(problem, served, target releaseSet) string {
	if served&^problem == 0 {
		return ""
	}
	h := epochs()
	newest := bits.Len64(uint64(target)) - 1
	breaks := served &^ problem
	var run versions.Interval
	if older := breaks & (1<<newest - 1); older != 0 {
		first := bits.Len64(uint64(older)) // the first epoch after the gap
		first += bits.TrailingZeros64(uint64(served >> first))
		run.Min = h.starts[first]
	}
	if newer := breaks &^ (1<<newest - 1); newer != 0 {
		before := served & (newer&-newer - 1)
		run.Max = h.epochs[bits.Len64(uint64(before))-1].Max
	}
	return run.String()
}
