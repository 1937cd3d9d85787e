package lint

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/project"
)

// scan is what the selected rules look for in the bytes of a file, derived from their METADATA.
type scan struct {
	needles [][]byte // each once
	all     bool     // some rule has no needles: it looks at every file
	once    sync.Once
	matcher *matcher // of needles, made when first needed
}

func (s *scan) add(needles [][]byte) {
	s.all = s.all || len(needles) == 0
	for _, needle := range needles {
		if !slices.ContainsFunc(s.needles, func(n []byte) bool { return bytes.Equal(n, needle) }) {
			s.needles = append(s.needles, needle)
		}
	}
}

func (s *scan) selects(data []byte) bool {
	s.once.Do(func() {
		v := vocabulary{needles: map[string]signs{}}
		v.add(1, s.needles...)
		s.matcher = newMatcher(v.needles)
	})
	return s.all || s.matcher.find(unescaped(data)) != 0
}

// scanFor adds what the rule looks for to the scans of the files in which it can find something. A file that does
// not parse is reported only where another rule selects it.
func (l *Linter) scanFor(rule *readyRule) {
	if slices.Contains(rule.Kinds, fileKind) {
		return
	}
	l.terraform.add(rule.needles)
	if rule.Scope == ResourceScope || rule.anyKind(project.Installation, project.Object) {
		l.manifests.add(rule.needles)
	}
}

// Selects says whether a file of manifests with these bytes can have a finding, or is a part of what
// a finding is about: whether it contains one of the needles of the selected rules.
func (l *Linter) Selects(data []byte) bool { return l.unscanned || l.manifests.selects(data) }

// unescaped returns the data with the slashes as the needles have them: some writers of JSON put a backslash
// in front of each. Other escapes (\u006b) are for characters that no needle has.
func unescaped(data []byte) []byte {
	if !bytes.Contains(data, []byte(`\/`)) {
		return data
	}
	return bytes.ReplaceAll(data, []byte(`\/`), []byte("/"))
}

// unitsFor returns those of the units that can have a finding in a text with these bytes.
func (l *Linter) unitsFor(units []*unit, data []byte) []*unit {
	if l.unscanned {
		return units
	}
	text := unescaped(data)
	var found []*unit
	for _, u := range units {
		if len(u.needles) == 0 || containsAny(text, u.needles) {
			found = append(found, u)
		}
	}
	return found
}

func containsAny(data []byte, needles [][]byte) bool {
	return slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(data, n) })
}
