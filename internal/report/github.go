package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/lint/rule"
)

// writeGitHub writes workflow commands, which GitHub shows as annotations on a pull request. It shows the first ten of each kind in a step, so
// the worst findings come first.
func writeGitHub(w io.Writer, l *Lint) error {
	for _, f := range l.worstFirst() {
		place := fmt.Sprintf("file=%s,line=%d,endLine=%d", githubProperty.Replace(printable.Text(f.File)), f.Start.Line, f.End.Line)
		if f.Start.Line == f.End.Line { // GitHub takes columns for a single line only
			place += fmt.Sprintf(",col=%d,endColumn=%d", f.Start.Column, f.End.Column)
		}
		if template := l.templateFile(f); template != "" {
			place = "file=" + githubProperty.Replace(printable.Text(template))
		}
		_, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", githubCommand(f.Severity), place,
			githubProperty.Replace(f.Rule+" "+f.Name), githubData.Replace(strings.Join(l.sentences(f), "\n")))
		if err != nil {
			return err
		}
	}
	return nil
}

func githubCommand(s rule.Severity) string {
	if s == rule.Info {
		return "notice"
	}
	return s.String()
}

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
