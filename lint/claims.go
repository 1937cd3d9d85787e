package lint

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/lint/rule"
)

// ask evaluates the rules on the resource. A rule that relays what the API server says yields to one that says more about the same
// field, so that no field is reported twice.
func (s *subject) ask(units []*unit) []draft {
	var all []draft
	for _, u := range units {
		if u.LooksAt(s.resource) {
			all = append(all, s.evaluate(u)...)
		}
	}
	return unclaimed(all)
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
