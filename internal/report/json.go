package report

import (
	"io"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// The JSON report. Its version rises when a field is removed or changes its meaning; fields may be
// added at any time. Lists are never null.
type jsonReport struct {
	Version    int           `json:"version"`
	Generator  string        `json:"generator"`
	Findings   []jsonFinding `json:"findings"`
	Projects   []jsonProject `json:"projects"`
	Files      int           `json:"files"`
	Mention    int           `json:"mention"` // how many of the files mention Karpenter
	Suppressed int           `json:"suppressed"`
	Baselined  *int          `json:"baselined,omitempty"` // only if there is a baseline
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Why      string `json:"why,omitempty"`
	Help     string `json:"help,omitempty"`
	jsonLocation
	Template    string        `json:"template,omitempty"` // of a chart, if the text was rendered from it
	Resource    string        `json:"resource"`
	Path        []any         `json:"path"`
	Related     []jsonRelated `json:"related"`
	Fix         *jsonFix      `json:"fix"`
	Fingerprint string        `json:"fingerprint"`
}

type jsonLocation struct {
	File  string         `json:"file"`
	Start model.Position `json:"start"`
	End   model.Position `json:"end"`
}

type jsonRelated struct {
	jsonLocation
	Message string `json:"message"`
}

type jsonFix struct {
	Title  string      `json:"title"`
	Safety rule.Safety `json:"safety"`
	Edits  []jsonEdit  `json:"edits"`
}

type jsonEdit struct {
	jsonLocation
	New string `json:"new"`
}

// jsonProject is a project, its target, and the source of the target.
type jsonProject struct {
	Root   string `json:"root"`
	Target string `json:"target"`
	From   string `json:"from"`
}

func writeJSON(w io.Writer, l *Lint) error {
	report := jsonReport{
		Version:    1,
		Generator:  filetype.Generator,
		Findings:   make([]jsonFinding, 0, len(l.Findings)),
		Projects:   []jsonProject{},
		Files:      l.Files,
		Mention:    l.Mention,
		Suppressed: l.Suppressed,
		Baselined:  l.Baselined,
	}
	for _, p := range l.Projects {
		report.Projects = append(report.Projects, jsonProject{Root: p.Root, Target: p.Target.String(), From: p.Target.From})
	}
	for _, f := range l.Findings {
		report.Findings = append(report.Findings, toJSON(f, l.template(f)))
	}
	return printable.JSON(w, report)
}

func toJSON(f lint.Finding, template string) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Name: f.Name, Severity: f.Severity.String(), Message: f.Message, Why: f.Why, Help: f.Help, jsonLocation: jsonPlace(f.Location),
		Template: template, Resource: f.Resource, Path: append([]any{}, f.Path...), Related: []jsonRelated{}, Fingerprint: f.Fingerprint,
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{jsonPlace(r.Location), r.Message})
	}
	if f.Fix != nil {
		out.Fix = &jsonFix{Title: f.Fix.Title, Safety: f.Fix.Safety, Edits: []jsonEdit{}}
		for _, e := range f.Fix.Edits {
			out.Fix.Edits = append(out.Fix.Edits, jsonEdit{jsonPlace(e.Location), e.New})
		}
	}
	return out
}

func jsonPlace(l place.Location) jsonLocation { return jsonLocation{l.File, l.Start, l.End} }
