package lint

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/survey"
)

// scan is what the selected rules look for in the bytes of a file, derived from their METADATA.
type scan struct {
	needles [][]byte
	all     bool // some rule has no needles: it looks at every file
}

func (s *scan) add(needles [][]byte) {
	s.all = s.all || len(needles) == 0
	s.needles = append(s.needles, needles...)
}

// scanFor adds the rule's needles to the scans of the files in which it can find something. A file that does
// not parse is reported only where another rule selects it.
func (l *Linter) scanFor(ready *readyRule) {
	if slices.Contains(ready.Kinds, rule.FileKind) {
		return
	}
	l.terraform.add(ready.needles)
	if ready.Scope == rule.ResourceScope || ready.AnyKind(survey.Installation, survey.Object) {
		l.manifests.add(ready.needles)
	}
}

// unescaped returns the data with the slashes as the needles have them: some writers of JSON put a backslash
// in front of each. Other escapes (\u006b) are for characters that no needle has.
func unescaped(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\/`)) {
		return data
	}
	return bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
}

// unitsIn returns those of the units that can have a finding in texts with these bytes.
func (l *Linter) unitsIn(units []*unit, texts ...[]byte) []*unit {
	if l.unscanned {
		return units
	}
	for i, text := range texts {
		texts[i] = unescaped(text)
	}
	return slices.DeleteFunc(slices.Clone(units), func(u *unit) bool {
		return len(u.needles) > 0 && !slices.ContainsFunc(texts, func(text []byte) bool { return containsAny(text, u.needles) })
	})
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(data, n) })
}
