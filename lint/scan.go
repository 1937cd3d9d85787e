package lint

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/survey"
)

// lookFor adds the needles of the rule to those of the files in which it can find something. A file that does
// not parse is reported only if another rule selects it.
func (l *Linter) lookFor(ready *unit) {
	if slices.Contains(ready.Kinds, rule.FileKind) {
		return
	}
	l.needles.Terraform.Add(ready.needles)
	if ready.Scope == rule.ResourceScope || ready.AnyKind(survey.Installation, survey.Object) {
		l.needles.Manifests.Add(ready.needles)
	}
}

// FoundAlone reports whether the findings in a file of manifests depend on no other file.
func (l *Linter) FoundAlone(name string, data []byte) bool { return l.needles.IsAlone(name, data) }

// unitsIn returns the units that can have a finding in texts with these bytes.
func (l *Linter) unitsIn(units []*unit, texts ...[]byte) []*unit {
	if l.needles.Everything {
		return units
	}
	for i, text := range texts {
		texts[i] = scan.Unescaped(text)
	}
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool {
		return len(u.needles) > 0 && !slices.ContainsFunc(texts, func(text []byte) bool { return containsAny(text, u.needles) })
	})
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(data, n) })
}
