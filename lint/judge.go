package lint

import (
	"slices"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// judge evaluates the rules about suppressions on each suppression in the list. It reports unused rules separately for each scope, because
// a file and its project are linted in separate runs; Merge then removes a report if the other run used the suppression. If some rules were
// not evaluated, nobody knows what is unused.
func (r *run) judge(list []*ignore.Suppression) {
	if r.budget.Spent() || r.projectBudget.Spent() {
		return
	}
	for _, s := range list {
		about := []rule.Scope{rule.ResourceScope, rule.ProjectScope}
		if r.withProject || !s.MixesScopes() {
			about = []rule.Scope{""}
		}
		for _, scope := range about {
			r.judgeOne(s, scope)
		}
	}
}

func (r *run) judgeOne(s *ignore.Suppression, scope rule.Scope) {
	value, unused := s.Value(scope, r.aim.runs, r.near)
	about := &subject{
		run: r, file: s.File.Path,
		actor:    actor{View: &place.SpanView{File: s.File, Value: value}, suppression: s},
		resource: &model.Resource{Kind: rule.SuppressionKind, Value: value},
	}
	for _, u := range r.aim.units {
		if !slices.Contains(u.Kinds, rule.SuppressionKind) {
			continue
		}
		for _, f := range about.evaluate(u) {
			f.unused = s.UnusedKeys(unused, f.Path)
			r.findings = append(r.findings, f.Finding)
		}
	}
}

// near returns the line of the rule's finding in the file that is closest to the given line, or 0 if there is none. Of two equally
// close lines it returns the smaller.
func (r *run) near(file, rule string, line int) int {
	best := 0
	for _, f := range r.findings {
		if f.File != file || f.Rule != rule || !place.IsNear(f.Start.Line, line) {
			continue
		}
		if best == 0 || distance(f.Start.Line, line) <= distance(best, line) {
			best = f.Start.Line
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// runs reports whether the rule is selected and may report for the target.
func (a *aim) runs(rule *rule.Rule) bool {
	is := func(u *unit) bool { return u.Rule == rule }
	return slices.ContainsFunc(a.units, is) || slices.ContainsFunc(a.projectUnits, is)
}
