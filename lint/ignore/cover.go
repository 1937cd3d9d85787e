package ignore

// Cover returns the keys in the list that suppress a finding of a rule on a line, and marks them as used.
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

// covers finds the suppressions for a rule on a line. A file may have as many suppressions as findings, so comparing each pair
// would take too long.
type covers map[ruleLine]*cover

type ruleLine struct {
	rule string
	line int // 0 means every line
}

// cover has the suppressions of one rule on one line.
type cover struct {
	named []namedBy
	used  bool // all of them are used
}

// namedBy is a rule name in a suppression.
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

// use marks the suppressions of a rule on a line as used. It returns the keys that were unused before.
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

// Cover reports whether the file suppresses a finding of a rule on a line. It marks the suppressions as used, and returns the keys
// that were unused before.
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
