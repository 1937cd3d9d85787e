package report

import (
	"io"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/rule"
)

// gitlabIssue is an issue of GitLab's Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type gitlabIssue struct {
	Engine      string `json:"engine_name"`
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// writeGitLab writes GitLab's Code Quality report, which a merge request shows.
func writeGitLab(w io.Writer, l *Lint) error {
	issues := make([]gitlabIssue, 0, len(l.Findings))
	for _, f := range l.Findings {
		issue := gitlabIssue{
			Engine: filetype.Generator, Description: l.sentence(f), CheckName: f.Rule + " " + f.Name, Fingerprint: f.Fingerprint,
			Severity: gitlabSeverity(f.Severity),
		}
		file, start := l.place(f)
		issue.Location.Path, issue.Location.Lines.Begin = file, start.Line
		issues = append(issues, issue)
	}
	return printable.JSON(w, issues)
}

// gitlabSeverity returns one of info, minor, major, critical and blocker.
func gitlabSeverity(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "critical"
	case rule.Warning:
		return "major"
	}
	return "info"
}
