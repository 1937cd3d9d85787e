package ignore

import (
	"strconv"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// Value returns the input of the rules about a suppression. unused and unknown are indices in ids: unused of rules that ran and
// found nothing to suppress (only those of the scope, unless it is ""), unknown of names without a rule. near has for each id the
// line of a finding of that rule near the comment, or 0 if there is none.
func (s *Suppression) Value(scope rule.Scope, runs func(*rule.Rule) bool, near func(file, rule string, line int) int) (value *model.Value,
	unusedIDs []int) {
	ids, unused, unknown, lines := model.NewList(), model.NewList(), model.NewList(), model.NewList()
	for i, id := range s.ids {
		text := model.NewString(id.text)
		text.Span = id.span
		ids.Items = append(ids.Items, text)
		line := 0
		if s.line != 0 && id.rule != nil {
			line = near(s.File.Path, id.rule.ID, s.line)
		}
		lines.Items = append(lines.Items, index(line))
		switch {
		case s.problem != "":
		case id.rule == nil:
			unknown.Items = append(unknown.Items, index(i))
		case id.used, !runs(id.rule):
		case scope != "" && scope != id.rule.Scope:
		default:
			unused.Items = append(unused.Items, index(i))
			unusedIDs = append(unusedIDs, i)
		}
	}
	v := model.NewMap(
		model.NewEntry("directive", model.NewString(s.directive)),
		model.NewEntry("text", model.NewString(string(s.File.Data[s.Span.Start:s.Span.End]))),
		model.NewEntry("ids", ids),
		model.NewEntry("unused", unused),
		model.NewEntry("unknown", unknown),
		model.NewEntry("near", lines),
		model.NewEntry("line", index(s.line)),
		model.NewEntry("reason", model.NewString(s.reason)),
		model.NewEntry("problem", model.NewString(s.problem)),
		model.NewEntry("misplaced", model.NewBool(s.misplaced)),
	)
	v.Span = s.Span
	return v, unusedIDs
}

func index(i int) *model.Value { return model.NewNumber(strconv.Itoa(i)) }

// MixesScopes reports whether the suppression names rules of both scopes.
func (s *Suppression) MixesScopes() bool {
	scopes := map[rule.Scope]bool{}
	for _, id := range s.ids {
		if id.rule != nil {
			scopes[id.rule.Scope] = true
		}
	}
	return len(scopes) > 1
}

// UnusedKeys are the keys of the rules that a finding at the path reports as unused.
func (s *Suppression) UnusedKeys(unused []int, path []any) []string {
	position, err := idAt(path, s)
	if err != nil {
		return nil
	}
	var keys []string
	for _, i := range unused {
		if position < 0 || position == i {
			keys = append(keys, s.key(s.ids[i]))
		}
	}
	return keys
}
