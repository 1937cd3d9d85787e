package lint

import (
	"github.com/karplint/karplint/lint/baseline"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Stale returns the findings of the linter about stale entries in a baseline.
func (l *Linter) Stale(file *model.File, stale []baseline.Entry) (findings []Finding) {
	r := l.newChecker(versions.Target{})
	var candidates []candidate
	for _, e := range stale {
		candidates = append(candidates, r.judgeEntry(file, e)...)
	}
	for _, f := range candidates {
		findings = append(findings, f.Finding)
	}
	return findings
}

func (r *checker) judgeEntry(file *model.File, e baseline.Entry) (candidates []candidate) {
	value := model.NewMap(
		model.NewEntry("rule", model.NewString(e.Rule)),
		model.NewEntry("file", model.NewString(e.File)),
		model.NewEntry("baseline", model.NewString(file.Path)),
	)
	value.Span = file.LineSpan(e.Line)
	s := &subject{
		run: r, file: file.Path, actor: actor{View: &place.SpanView{File: file, Value: value}},
		resource: &model.Resource{Kind: rule.BaselineKind, Value: value},
	}
	for _, u := range r.rules.units {
		if u.AnyKind(rule.BaselineKind) {
			candidates = append(candidates, s.evaluate(u)...)
		}
	}
	return candidates
}
