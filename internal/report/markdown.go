package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/lint"
)

// maxRows is how many findings the Markdown report shows: a comment on GitHub has at most 65,536 characters.
const maxRows = 50

// writeMarkdown writes the counts and a table of the worst findings, for a comment.
func writeMarkdown(w io.Writer, l *Lint) error {
	var out strings.Builder
	fmt.Fprintf(&out, "**karplint**: %s\n", Summary(l))
	worst := l.worstFirst()
	if len(worst) > 0 {
		out.WriteString("\n| | Rule | Place | Finding | What to do |\n|---|---|---|---|---|\n")
	}
	for _, f := range worst[:min(len(worst), maxRows)] {
		file, start := l.place(f)
		fact := markdownCell(f.Message)
		if f.Why != "" {
			fact += "<br>" + markdownCell(f.Why)
		}
		place := markdownCode(fmt.Sprintf("%s:%d", file, start.Line))
		id := f.Rule
		if url := RuleURL(id); url != "" {
			id = fmt.Sprintf("[%s](%s)", id, url)
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", f.Severity, id, place, fact, markdownCell(remedy(f)))
	}
	if n := len(worst) - maxRows; n > 0 {
		fmt.Fprintf(&out, "\nand %d more\n", n)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// remedy returns what to do, with the flag of a fix.
func remedy(f lint.Finding) string {
	if f.Fix == nil {
		return f.Help
	}
	return f.Fix.Title + " " + fixFlag(f.Fix.Safety)
}

// markdownCell returns a text of a cell: Markdown and HTML in it are shown as they are.
func markdownCell(text string) string { return markdownText.Replace(printable.Text(text)) }

var markdownText = strings.NewReplacer(
	"&", "&amp;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "|", `\|`,
	"#", `\#`, "~", `\~`, "@", "&#64;", "\n", " ",
)

// markdownCode returns a text in the style of code.
func markdownCode(text string) string {
	return "<code>" + markdownCell(text) + "</code>"
}
