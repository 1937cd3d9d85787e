package edit

import "strings"

// literalText says whether text can be written as a literal block (|) without an indentation
// indicator.
func literalText(text string) bool {
	body := strings.TrimRight(text, "\n")
	if body == "" || strings.HasPrefix(body, " ") || strings.HasPrefix(body, "\n") || strings.ContainsAny(text, "\r\t") {
		return false
	}
	for _, l := range strings.Split(body, "\n") {
		if !printable(l) {
			return false
		}
	}
	return true
}

// literal writes a new text of several lines behind head.
func (t *tree) literal(head []line, text, ws string, dash int, beside []piece) []line {
	body := strings.TrimRight(text, "\n")
	indicator := " |"
	switch len(text) - len(body) {
	case 0:
		indicator = " |-"
	case 1:
	default:
		indicator = " |+"
	}
	appendText(head, piece{text: indicator})
	appendText(head, beside...)
	by := t.step
	if dash > 0 {
		by = dash
	}
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if l == "" {
			head = append(head, newLine("", ""))
			continue
		}
		head = append(head, newLine(ws+spaces(by), l))
	}
	return head
}
