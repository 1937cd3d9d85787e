package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint/rule"
)

// lineWriter collects lines of text.
type lineWriter struct {
	terminal.Terminal
	out strings.Builder
}

func (w *lineWriter) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// flush writes the collected lines to out.
func (w *lineWriter) flush(out io.Writer) error {
	_, err := io.WriteString(out, w.out.String())
	w.out.Reset()
	return err
}

// levelStyle returns the style for the severity of a finding or the level of a note.
func levelStyle(level string) string {
	switch level {
	case rule.Error.String(), string(convert.Decision):
		return terminal.Red
	case rule.Warning.String():
		return terminal.Yellow
	default:
		return terminal.Blue
	}
}
