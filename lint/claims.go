package lint

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/lint/rule"
)

// ask evaluates the rules on the resource. A rule that relays what the API server says yields to one that says more about the same
// field, and one that misses a field to one that says how the field is misspelled, so that no field is reported twice.
func (s *subject) ask(units []*unit) []draft {
	asked := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return !u.LooksAt(s.resource) })
	s.run.linter.together(asked)
	var all []draft
	for _, u := range asked {
		all = append(all, s.evaluate(u)...)
	}
	return unclaimed(s.unmisspelled(all))
}

// unclaimed drops the findings of relaying rules about paths that findings of other rules claim: each claims its own path, and those of
// its report. The claims of a relaying rule are the paths that it is about, if these are not its own. A rule of a lower severity claims
// nothing: what it says about the field is less than the relay does.
func unclaimed(findings []draft) []draft {
	claims := map[string]rule.Severity{}
	for _, f := range findings {
		if f.rule.Relays || f.failure != nil {
			continue
		}
		for _, path := range append([][]any{f.Path}, f.claims...) {
			key := claimKey(path)
			claims[key] = max(claims[key], f.rule.Severity)
		}
	}
	return slices.DeleteFunc(findings, func(f draft) bool {
		topics := f.claims
		if len(topics) == 0 {
			topics = [][]any{f.Path}
		}
		return f.rule.Relays && slices.ContainsFunc(topics, func(path []any) bool {
			severity, claimed := claims[claimKey(path)]
			return claimed && severity >= f.rule.Severity
		})
	})
}

func claimKey(path []any) string { return fmt.Sprintf("%#v", path) }

// unmisspelled drops the findings about the lack of a field of which another finding says that its name is misspelled.
func (s *subject) unmisspelled(findings []draft) []draft {
	meant := map[string]bool{}
	for _, p := range s.problems {
		isReported := func(f draft) bool { return f.rule.Relays && slices.Equal(f.Path, p.Path) }
		if p.Meant != nil && slices.ContainsFunc(findings, isReported) {
			meant[claimKey(p.Meant)] = true
		}
	}
	if len(meant) == 0 {
		return findings
	}
	return slices.DeleteFunc(findings, func(f draft) bool {
		isLack := func(path []any) bool { return meant[claimKey(path)] }
		return !f.rule.Relays && (isLack(f.Path) || slices.ContainsFunc(f.claims, isLack))
	})
}
