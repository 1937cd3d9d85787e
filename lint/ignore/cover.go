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

// Cover reports whether the file suppresses a finding of a rule on a line. It marks the suppressions as used, and returns their keys.
func (s *File) Cover(rule string, line int) (keys []string, covered bool) {
	keys = append(Cover(s.Top, rule, line), Cover(s.byLine[line], rule, line)...)
	return keys, len(keys) > 0
}

// Lines returns the suppressions of single lines.
func (s *File) Lines() []*Suppression { return s.lines }

// AddLines adds suppressions of single lines.
func (s *File) AddLines(list []*Suppression) {
	s.lines = append(s.lines, list...)
	for _, of := range list {
		s.byLine[of.line] = append(s.byLine[of.line], of)
	}
}

// ForgetLines removes the suppressions of single lines, at the end of a document.
func (s *File) ForgetLines() {
	s.lines, s.byLine = nil, map[int][]*Suppression{}
}
