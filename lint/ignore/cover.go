package ignore

// Cover returns the keys of the rules by which suppressions of the list cover a finding of a rule on a line, and marks them as used.
func Cover(list []*Suppression, rule string, line int) (keys []string) {
	for _, s := range list {
		if s.problem != "" || s.line != 0 && s.line != line {
			continue
		}
		for _, id := range s.ids {
			if id.rule != nil && id.rule.ID == rule {
				id.used = true
				keys = append(keys, s.key(id))
			}
		}
	}
	return keys
}

// covers finds the suppressions that cover a rule on a line. A file may have as many suppressions as findings, so that comparing each with
// each takes too long.
type covers map[ruleLine]*cover

type ruleLine struct {
	rule string
	line int // 0: every line
}

// cover is what covers one rule on one line.
type cover struct {
	named []namedBy
	used  bool // all of them are
}

// namedBy is a rule with the suppression that names it.
type namedBy struct {
	*namedRule
	by *Suppression
}

func (c covers) add(list []*Suppression) {
	for _, s := range list {
		if s.problem != "" {
			continue
		}
		for _, id := range s.ids {
			if id.rule == nil {
				continue
			}
			place := ruleLine{id.rule.ID, s.line}
			if c[place] == nil {
				c[place] = &cover{}
			}
			c[place].named = append(c[place].named, namedBy{id, s})
		}
	}
}

// use marks what covers a rule on a line as used, and returns the keys of what was not used before.
func (c covers) use(place ruleLine) (keys []string, covered bool) {
	covering := c[place]
	if covering == nil {
		return nil, false
	}
	if covering.used {
		return nil, true
	}
	covering.used = true
	for _, id := range covering.named {
		id.used = true
		keys = append(keys, id.by.key(id.namedRule))
	}
	return keys, true
}

// Cover reports whether suppressions of the file cover a finding of a rule on a line. It marks them as used, and returns the keys of those
// that were not used before.
func (s *File) Cover(rule string, line int) (keys []string, covered bool) {
	keys, covered = s.ofTop.use(ruleLine{rule, 0})
	more, onLine := s.ofLines.use(ruleLine{rule, line})
	return append(keys, more...), covered || onLine
}

// Lines returns the suppressions of single lines.
func (s *File) Lines() []*Suppression { return s.lines }

// AddLines adds suppressions of single lines.
func (s *File) AddLines(list []*Suppression) {
	s.lines = append(s.lines, list...)
	s.ofLines.add(list)
}

// ForgetLines removes the suppressions of single lines, at the end of a document.
func (s *File) ForgetLines() {
	s.lines, s.ofLines = nil, covers{}
}
