package lint

import (
	"slices"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/terraform"
)

// charts evaluates the rules of resources on the charts that a manifest file installs. Their values may be in texts of the file and in
// other files.
type charts struct {
	*projectChecker
	units    []*unit
	file     *model.File
	matching map[*model.File][]*unit // the units with a needle in the file
}

// chartsIn returns the charts that a file installs; nil if no rule checks them.
func (r *checker) chartsIn(f *model.File, documents []place.Parsed, files terraform.Files) *charts {
	if !r.linter.needles.Everything && !survey.HoldsCharts(f.Data) {
		return nil
	}
	units := slices.DeleteFunc(slices.Clone(r.rules.units), func(u *unit) bool { return !u.AnyKind(survey.Installation, "*") })
	if len(units) == 0 {
		return nil
	}
	w := &projectChecker{checker: r, p: &project.Project{}, cache: place.NewCache(files, nil), blocks: map[string]map[string]bool{}}
	w.cache.Hold(f, documents)
	r.missing = w.readSuppressions
	return &charts{projectChecker: w, units: units, file: f, matching: map[*model.File][]*unit{}}
}

// evaluate evaluates the rules on the charts of one document. annotations are the suppressions in
// its annotations.
func (c *charts) evaluate(ignores *ignore.File, doc *model.Document, number int, annotations []*ignore.Suppression) {
	if c == nil {
		return
	}
	var candidates []candidate
	suppressed := ignore.Mentions(doc.File.Data[doc.Span.Start:doc.Span.End])
	for r := range manifests.Charts(doc, number, c.cache.Files) {
		if suppressed {
			c.openTexts(r.Value)
		}
		view := c.cache.View(r)
		s := c.subject(described(r), r.Address, view)
		s.writtenIn = c.file.Path
		s.show()
		for _, a := range annotations {
			if a.File == c.file && r.Value.Span.Contains(a.Span) {
				s.annotations = append(s.annotations, a)
			}
		}
		for _, u := range c.unitsFor(r) {
			for _, f := range s.evaluate(u) {
				if slices.Contains(u.Kinds, survey.Installation) || c.onlyHere(f.Finding, view) {
					candidates = append(candidates, f)
				}
			}
		}
	}
	for p := range c.cache.Open(c.file).InTexts {
		if doc.Span.Contains(p.Doc.Span) {
			ignores.AddLines(ignores.InDocument(p.Doc))
		}
	}
	c.keep(candidates)
}

// openTexts reads the texts of the file from which the value and those in it come, because a text may have suppressions.
func (c *charts) openTexts(v *model.Value) {
	for inner := range v.All() {
		isElsewhere := inner.Origin != nil && inner.Origin.File != nil && inner.Origin.File.Path != c.file.Path
		if place.IsWritten(inner) && !isElsewhere {
			c.cache.Find(c.file, inner.Span)
		}
	}
}

// onlyHere reports whether a finding is inside a text of the file, or about a value that is set by its name there. Rules about all kinds have
// been evaluated on the maps of the file and on other files, but not on these.
func (c *charts) onlyHere(f Finding, view place.View) bool {
	if f.File != c.file.Path {
		return false
	}
	if v, ok := view.(*place.EvaluatedView); ok && v.IsNamed(f.Path) {
		return true
	}
	for p := range c.cache.Open(c.file).InTexts {
		if p.Doc.Span.Contains(f.Span) {
			return true
		}
	}
	return false
}

// unitsFor returns the units that can have a finding in the chart, because one of its files contains a
// needle of theirs.
func (c *charts) unitsFor(r *survey.Resource) []*unit {
	wanted, visited := map[*unit]bool{}, map[*model.File]bool{nil: true}
	add := func(f *model.File) {
		if visited[f] {
			return
		}
		visited[f] = true
		if _, ok := c.matching[f]; !ok { // a file that installs many charts is searched only once
			c.matching[f] = c.linter.unitsIn(c.units, f.Data)
		}
		for _, u := range c.matching[f] {
			wanted[u] = true
		}
	}
	add(c.file)
	eachOrigin(r.Value, add)
	return slices.DeleteFunc(slices.Clone(c.units), func(u *unit) bool { return !wanted[u] })
}
