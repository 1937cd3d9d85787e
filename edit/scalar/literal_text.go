package scalar

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// FitsBlock reports whether text can be written as a literal block (|).
func FitsBlock(text string) bool {
	if strings.Trim(text, "\n") == "" || !utf8.ValidString(text) {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool {
		switch {
		case r == '\n', r == '\t', ' ' <= r && r <= '~', r >= 0x10000:
			return false
		case r == '\u2028', r == '\u2029', r == '\uFEFF': // line breaks and a byte order mark
			return true
		}
		return r < 0xA0 || r > 0xFFFD
	})
}

// Block returns the header of a literal block and its lines; indent is how far they are indented.
func Block(v *model.Value, indent int) (header string, lines []string) {
	body := strings.TrimRight(v.Text, "\n")
	header = "|"
	if strings.ContainsAny(strings.TrimLeft(body, "\n")[:1], " \t") { // the indentation cannot be read off the first line
		header += strconv.Itoa(indent)
	}
	switch len(v.Text) - len(body) {
	case 0:
		header += "-"
	case 1:
	default:
		header += "+"
	}
	return header, strings.Split(strings.TrimSuffix(v.Text, "\n"), "\n")
}

// Outdent removes the indentation that all lines except the first have in common.
func Outdent(text string) string {
	return outdentBut(text, func(string) bool { return false })
}

// Leveled is like Outdent, for a text with templates. It ignores the indentation of control lines, and of templates that indent their
// own output.
func Leveled(text string) string {
	return outdentBut(text, func(line string) bool {
		_, _, indents := templates.IndentationIn(line)
		return gotmpl.Read(line).IsControl() || indents && strings.HasPrefix(line, "{{")
	})
}

// outdentBut is like Outdent, but ignores the indentation of the lines for which floats returns
// true.
func outdentBut(text string, floats func(line string) bool) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	least := len(text)
	for i, l := range lines[1:] {
		if trimmed := strings.TrimSpace(l); floats(trimmed) {
			lines[i+1] = strings.TrimLeft(l, " ")
		} else if trimmed != "" {
			least = min(least, textline.LeadingSpaces([]byte(l)))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(least, textline.LeadingSpaces([]byte(l))):]
	}
	return strings.Join(lines, "\n")
}

// StrippedText returns the text as which a block scalar with templates, known as it is written, reads after keepChomped.
func StrippedText(written string) string {
	header, body, _ := strings.Cut(written, "\n")
	offset := 1
	if offset < len(header) && header[offset] >= '1' && header[offset] <= '9' {
		offset++
	}
	return header[:offset] + "-" + strings.TrimPrefix(header[offset:], "+") + "\n" + body
}
