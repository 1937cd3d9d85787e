package lint

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/lint/rule"
)

// ask evaluates the rules on the resource, and drops findings so that each field is reported once: a rule that only relays a
// problem of the API server yields to a more specific rule, and a rule about a missing field yields to one that found its
// misspelled name.
func (s *subject) ask(units []*unit) []candidate {
	asked := slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return !u.LooksAt(s.resource) })
	s.run.linter.together(asked)
	var kept []candidate
	for _, u := range asked {
		kept = append(kept, s.evaluate(u)...)
	}
	if s.question != nil {
		s.question.Answered()
	}
	return unclaimed(s.unmisspelled(kept))
}

// unclaimed drops findings of relaying rules about paths that other findings claim. A finding claims its own path and the claims
// of its report. The claims of a relaying rule are the paths that it is about, if these are not its own. A finding of lower
// severity than the relay claims nothing, because the more severe one should be reported.
func unclaimed(findings []candidate) []candidate {
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
	return slices.DeleteFunc(findings, func(f candidate) bool {
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

// unmisspelled drops findings about a missing field if another finding is about its misspelled name.
func (s *subject) unmisspelled(findings []candidate) []candidate {
	meant := map[string]bool{}
	for _, p := range s.problems {
		isReported := func(f candidate) bool { return f.rule.Relays && slices.Equal(f.Path, p.Path) }
		if p.Meant != nil && slices.ContainsFunc(findings, isReported) {
			meant[claimKey(p.Meant)] = true
		}
	}
	if len(meant) == 0 {
		return findings
	}
	return slices.DeleteFunc(findings, func(f candidate) bool {
		isLack := func(path []any) bool { return meant[claimKey(path)] }
		return !f.rule.Relays && (isLack(f.Path) || slices.ContainsFunc(f.claims, isLack))
	})
}
