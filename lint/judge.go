package lint

import (
	"slices"

	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// judge evaluates the rules about suppressions on each of the list. What was not used is told apart by the scope of
// the rules, since a file and its project are linted one after the other, and Merge takes back what only
// one of them had no use for.
func (r *run) judge(list []*suppression) {
	for _, s := range list {
		about := []rule.Scope{rule.ResourceScope, rule.ProjectScope}
		if r.together || !s.mixes() {
			about = []rule.Scope{""}
		}
		for _, scope := range about {
			r.judgeOne(s, scope)
		}
	}
}

// mixes says whether the suppression names rules of both scopes.
func (s *suppression) mixes() bool {
	scopes := map[rule.Scope]bool{}
	for _, id := range s.ids {
		if id.rule != nil {
			scopes[id.rule.Scope] = true
		}
	}
	return len(scopes) > 1
}

func (r *run) judgeOne(s *suppression, scope rule.Scope) {
	value, unused := r.value(s, scope)
	about := &subject{
		run: r, file: s.file.Path,
		actor:    actor{View: &place.SpanView{File: s.file, Value: value}, suppression: s},
		resource: &model.Resource{Kind: rule.SuppressionKind, Value: value},
	}
	for _, u := range r.aim.units {
		if !slices.Contains(u.Kinds, rule.SuppressionKind) {
			continue
		}
		for _, f := range about.evaluate(u) {
			f.unused = s.keys(unused, f.Path)
			r.kept = append(r.kept, f.Finding)
		}
	}
}

// keys are those of the rules that a finding at the path says were not used.
func (s *suppression) keys(unused []int, path []any) []string {
	at, err := idAt(path, s)
	if err != nil {
		return nil
	}
	var keys []string
	for _, i := range unused {
		if at < 0 || at == i {
			keys = append(keys, s.key(s.ids[i]))
		}
	}
	return keys
}

// value is what rules see of a suppression. unused and unknown are positions in ids: of rules, of the scope if it is not
// "", that ran and found nothing to suppress, and of names that no rule has. near has for each id the line of a
// finding of that rule close to the line of the comment, 0 if there is none.
func (r *run) value(s *suppression, scope rule.Scope) (value *model.Value, unusedIDs []int) {
	ids, unused, unknown, near := model.NewList(), model.NewList(), model.NewList(), model.NewList()
	for i, id := range s.ids {
		text := model.NewString(id.text)
		text.Span = id.span
		ids.Items = append(ids.Items, text)
		near.Items = append(near.Items, index(r.near(s, id)))
		switch {
		case s.problem != "":
		case id.rule == nil:
			unknown.Items = append(unknown.Items, index(i))
		case id.used || !r.aim.runs(id.rule) || scope != "" && scope != id.rule.Scope:
		default:
			unused.Items = append(unused.Items, index(i))
			unusedIDs = append(unusedIDs, i)
		}
	}
	v := model.NewMap(
		model.NewEntry("directive", model.NewString(s.directive)),
		model.NewEntry("text", model.NewString(string(s.file.Data[s.span.Start:s.span.End]))),
		model.NewEntry("ids", ids),
		model.NewEntry("unused", unused),
		model.NewEntry("unknown", unknown),
		model.NewEntry("near", near),
		model.NewEntry("line", index(s.line)),
		model.NewEntry("reason", model.NewString(s.reason)),
		model.NewEntry("problem", model.NewString(s.problem)),
		model.NewEntry("misplaced", model.NewBool(s.misplaced)),
	)
	v.Span = s.span
	return v, unusedIDs
}

// near returns the line of the finding of the rule that is closest to the suppressed line, of two equally
// close ones the lower, or 0.
func (r *run) near(s *suppression, id *namedRule) int {
	best := 0
	for _, f := range r.kept {
		if s.line == 0 || id.rule == nil || f.File != s.file.Path || f.Rule != id.rule.ID || !place.IsNear(f.Start.Line, s.line) {
			continue
		}
		if best == 0 || distance(f.Start.Line, s.line) <= distance(best, s.line) {
			best = f.Start.Line
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// runs says whether the rule is selected and may report for the target.
func (a *aim) runs(rule *rule.Rule) bool {
	is := func(u *unit) bool { return u.Rule == rule }
	return slices.ContainsFunc(a.units, is) || slices.ContainsFunc(a.projectUnits, is)
}
