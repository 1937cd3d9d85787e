package karpenter

import (
	"slices"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// epoch is a range of releases that judge every object alike.
type epoch struct {
	since    *semver.Version
	releases versions.Interval
}

// epochs returns the epochs, oldest first. They are parted by the releases that a table names.
var epochs = sync.OnceValue(func() []epoch {
	var starts []*semver.Version
	for _, r := range datedFacts() {
		for _, text := range []string{r.Since, r.Until} {
			if text != "" {
				starts = append(starts, semver.MustParse(text))
			}
		}
	}
	slices.SortFunc(starts, (*semver.Version).Compare)
	starts = slices.CompactFunc(starts, (*semver.Version).Equal)
	all := make([]epoch, len(starts))
	for i, start := range starts {
		constraint := ">= " + start.String()
		if i+1 < len(starts) {
			constraint += ", < " + starts[i+1].String()
		}
		releases, err := versions.ParseConstraint(constraint)
		if err != nil {
			panic(err) // the tables are part of the program, and tested
		}
		all[i] = epoch{start, releases}
	}
	return all
})

// datedFacts returns the ranges of releases in the tables that the checks read.
func datedFacts() []facts.Releases {
	t := facts.KarpenterChecks()
	all := slices.Concat(t.WebhookEnabled, t.SchedulesInUTC, []facts.Releases{t.Labels.Suffix, t.Labels.ExactExceptions})
	for _, o := range t.Outcomes {
		all = append(all, o.Releases)
	}
	for _, c := range t.Checks {
		for _, run := range slices.Concat(c.Controller, c.Webhook) {
			all = append(all, run.Releases)
		}
	}
	for _, d := range slices.Concat(t.Labels.Restricted, t.Labels.Exceptions) {
		all = append(all, d.Releases)
	}
	for _, l := range t.Labels.WellKnown {
		all = append(all, l.Releases)
	}
	for _, l := range t.Labels.KnownValues {
		all = append(all, l.Releases)
	}
	for _, o := range t.Operators {
		all = append(all, o.Releases)
	}
	for _, tag := range t.RestrictedTags {
		all = append(all, tag.Releases)
	}
	for _, api := range facts.Served().APIs {
		all = append(all, api.Served...)
	}
	return all
}

// isIn reports whether the epoch is in one of the ranges. Each range of a table is made of whole epochs.
func (e epoch) isIn(ranges ...facts.Releases) bool {
	return slices.ContainsFunc(ranges, func(r facts.Releases) bool { return r.Contain(e.since) })
}

// constraintOf returns the releases that have a problem, as a constraint: those of the run of epochs around the one with index i. "" stands for
// all epochs.
func constraintOf(all []epoch, has []bool, i int) string {
	if !slices.Contains(has, false) {
		return ""
	}
	first, last := i, i
	for first > 0 && has[first-1] {
		first--
	}
	for last+1 < len(all) && has[last+1] {
		last++
	}
	var run versions.Interval
	if first > 0 {
		run.Min = all[first].since
	}
	if last+1 < len(all) {
		run.Max = all[last].releases.Max
	}
	return run.String()
}

// checkIDs returns the ids of the checks in the table.
func checkIDs() []string {
	var ids []string
	for _, c := range facts.KarpenterChecks().Checks {
		ids = append(ids, c.ID)
	}
	return ids
}
