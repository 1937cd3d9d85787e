package lint

import (
	"slices"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// judgeSuppressions evaluates the rules about suppressions on each suppression in the list. It reports unused rules separately for each scope,
// because a file and its project are linted in separate runs; Merge then removes a report if the other run used the suppression.
func (r *checker) judgeSuppressions(list []*ignore.Suppression) {
	var candidates []candidate
	for _, s := range list {
		about := []rule.Scope{rule.ResourceScope, rule.ProjectScope}
		if r.withProject || !s.MixesScopes() {
			about = []rule.Scope{""}
		}
		for _, scope := range about {
			candidates = append(candidates, r.judgeOne(s, scope)...)
		}
	}
	r.plan(candidates)
	for _, f := range candidates {
		r.findings = append(r.findings, f.Finding)
	}
}

func (r *checker) judgeOne(s *ignore.Suppression, scope rule.Scope) (candidates []candidate) {
	value, unused := s.Value(scope, r.evaluated(s), r.near)
	about := &subject{
		run: r, file: s.File.Path,
		actor:    actor{View: &place.SpanView{File: s.File, Value: value}, suppression: s},
		resource: &model.Resource{Kind: rule.SuppressionKind, Value: value},
	}
	for _, u := range r.rules.units {
		if !slices.Contains(u.Kinds, rule.SuppressionKind) {
			continue
		}
		for _, f := range about.evaluate(u) {
			f.unused = s.UnusedKeys(unused, f.Path)
			candidates = append(candidates, f)
		}
	}
	return candidates
}

// evaluated returns a function that reports whether a rule was evaluated on everything that the suppression covers. A rule about two states counts as
// not evaluated, because the next run compares others.
func (r *checker) evaluated(s *ignore.Suppression) func(*rule.Rule) bool {
	if ignores := r.files[s.File.Path]; ignores != nil && ignores.Unparsed {
		return func(*rule.Rule) bool { return false }
	}
	return func(rule *rule.Rule) bool { return !rule.Before && r.rules.runs(rule) }
}

// ruleLine is a line of a file with a finding of a rule.
type ruleLine struct {
	file, rule string
	line       int
}

// findingLines is a set of lines with findings. A file may have as many suppressions as findings, so comparing each pair would
// take too long.
type findingLines struct {
	known map[ruleLine]bool
	read  int // how many findings of the run known contains
}

// near returns the line of the rule's nearest finding in the file; 0 if there is none close to the given line. Of two equally
// close lines it returns the smaller one.
func (r *checker) near(file, rule string, line int) int {
	for _, f := range r.findings[r.lines.read:] {
		r.lines.known[ruleLine{f.File, f.Rule, f.Start.Line}] = true
	}
	r.lines.read = len(r.findings)
	return nearest(r.lines.known, file, rule, line)
}

// nearest is near for known lines.
func nearest(known map[ruleLine]bool, file, rule string, line int) int {
	for distance := 0; place.IsNear(line, line+distance); distance++ {
		for _, other := range []int{line - distance, line + distance} {
			if known[ruleLine{file, rule, other}] {
				return other
			}
		}
	}
	return 0
}

// runs reports whether the rule is selected and may report for the target.
func (a *targetRules) runs(rule *rule.Rule) bool {
	isOfRule := func(u *unit) bool { return u.Rule == rule }
	return slices.ContainsFunc(a.units, isOfRule) || slices.ContainsFunc(a.projectUnits, isOfRule)
}
