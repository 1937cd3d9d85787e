package report

import (
	"fmt"
	"io"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
)

// writeConcise writes one line per finding.
func writeConcise(w io.Writer, l *Lint) error {
	p := l.Terminal
	for _, f := range l.Findings {
		_, err := fmt.Fprintf(w, "%s:%d:%d: %s [%s] %s\n", p.Paint(terminal.Bold, printable.Path(f.File)), f.Start.Line, f.Start.Column,
			f.Rule, p.Paint(levelStyle(f.Severity.String()), f.Severity.String()), l.sentence(f))
		if err != nil {
			return err
		}
	}
	return nil
}
