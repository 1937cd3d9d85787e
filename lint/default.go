package lint

import (
	"slices"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey/manifests"
)

// unchosen drops reports that hold only by default (rule.Report.ByDefault), if they are about a part of a template that the chart's own values
// omit, because whoever sets the value that renders this part has chosen it.
func (s *subject) unchosen(reports []rule.Report) []rule.Report {
	isByDefault := func(r rule.Report) bool { return r.ByDefault }
	if !slices.ContainsFunc(reports, isByDefault) {
		return reports
	}
	omitted := s.omitted()
	return slices.DeleteFunc(reports, func(r rule.Report) bool {
		site := s.Site(r.Path)
		isOmitted := func(part model.Span) bool { return part.Contains(site.Span) }
		return r.ByDefault && site.File.Path == s.file && slices.ContainsFunc(omitted, isOmitted)
	})
}

// omitted returns the parts of the object that its chart does not render with its own values.
func (s *subject) omitted() []model.Span {
	if s.resource.Document == nil || s.run.texts == nil {
		return nil
	}
	return manifests.Omitted(s.run.texts, s.resource.Document, s.resource.Value.Span)
}
