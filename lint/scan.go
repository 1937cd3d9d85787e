package lint

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/base/shortcut"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/survey"
)

// lookFor adds the needles of the rule to those of the files in which it can find something. A file that does
// not parse is reported only if another rule selects it.
func (l *Linter) lookFor(ready *unit) {
	if ready.AnyKind(rule.FileKind, rule.BaselineKind) {
		return
	}
	l.needles.Terraform.Add(ready.needles)
	switch {
	case ready.needsKind():
		l.needles.Manifests.Add(ready.kinds())
	case ready.Scope == rule.ResourceScope || ready.AnyKind(survey.Installation, survey.Object):
		l.needles.Manifests.Add(ready.needles)
	}
	if ready.AnyKind("*", "CustomResourceDefinition") {
		l.needles.Definitions = append(l.needles.Definitions, ready.needles...)
	}
}

// needsKind reports whether a manifest with a finding contains one of the rule's kinds. Those of Karpenter occur in far fewer files than the
// fields of its objects, such as disruption and kubelet, which the definitions and dashboards of other programs have as well.
func (u *unit) needsKind() bool {
	return u.Scope == rule.ResourceScope && !slices.ContainsFunc(u.Kinds, func(kind string) bool { return !facts.Served().HasKind(kind) })
}

// kinds returns the rule's kinds as needles.
func (u *unit) kinds() (needles [][]byte) {
	for _, kind := range u.Kinds {
		needles = append(needles, []byte(kind))
	}
	return needles
}

// FoundAlone reports whether the findings in a file of manifests depend on no other file.
func (l *Linter) FoundAlone(name string, data []byte) bool { return l.needles.IsAlone(name, data) }

// SharesSame reports whether other files take the same from a file of manifests with one text and with another. Both are FoundAlone.
func SharesSame(before, now []byte) bool { return scan.Shared(before) == scan.Shared(now) }

// takesAll reports whether every rule is evaluated on everything.
func (l *Linter) takesAll() bool { return l.needles.Everything || shortcut.Off(shortcut.Needles) }

// unitsIn returns the units that can have a finding in a text.
func (l *Linter) unitsIn(units []*unit, text []byte) []*unit {
	if l.takesAll() {
		return units
	}
	text = scan.Unescaped(text)
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool { return len(u.needles) > 0 && !containsAny(text, u.needles) })
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(data, n) })
}
