package scalar

import (
	"strings"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Outdent cuts the indentation that all lines but the first have in common.
func Outdent(text string) string {
	return outdentBut(text, func(string) bool { return false })
}

// Leveled is outdent for a text with templates. The indentation of a line that is a control, or a template that indents what it writes,
// counts for nothing.
func Leveled(text string) string {
	return outdentBut(text, func(line string) bool {
		_, _, indents := templates.IndentationIn(line)
		return gotmpl.Read(line).IsControl() || indents && strings.HasPrefix(line, "{{")
	})
}

// outdentBut is outdent where the indentation of some lines counts for nothing.
func outdentBut(text string, floats func(line string) bool) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := len(text)
	for i, l := range lines[1:] {
		if trimmed := strings.TrimSpace(l); floats(trimmed) {
			lines[i+1] = strings.TrimLeft(l, " ")
		} else if trimmed != "" {
			least = min(least, layout.LeadingSpaces([]byte(l)))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(least, layout.LeadingSpaces([]byte(l))):]
	}
	return strings.Join(lines, "\n")
}

// StrippedText is what a block scalar with templates, which is known as it is written, reads as once keepChomped has looked after it.
func StrippedText(written string) string {
	header, rest, _ := strings.Cut(written, "\n")
	at := 1
	if at < len(header) && header[at] >= '1' && header[at] <= '9' {
		at++
	}
	return header[:at] + "-" + strings.TrimPrefix(header[at:], "+") + "\n" + rest
}
