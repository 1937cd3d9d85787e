package lint

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"github.com/open-policy-agent/opa/v1/ast"
)

// File lints one file, document by document, and keeps nothing of a document but its findings. A
// file that Selects refuses is not parsed unless it was named on the command line. The error is a
// defect of a rule, never of the file. target is that of the project the file belongs to; the
// target in the Options, if known, counts instead.
func (l *Linter) File(f *model.File, named bool, target project.Target) (Result, error) {
	if !named && !l.Selects(f.Data) {
		return Result{Files: 1}, nil
	}
	r := &run{linter: l, aim: l.aimAt(target), file: f, ctx: context.Background()}
	r.top = r.topSuppressions()
	yaml.Documents(f, func(doc *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			r.broken(broken)
		} else {
			r.document(doc)
		}
		return r.err == nil
	})
	r.judge(r.top)
	Sort(r.findings)
	r.findings = unique(r.findings)
	fingerprints(r.findings)
	return Result{Findings: r.findings, Files: 1, Suppressed: r.suppressed}, r.err
}

// unique keeps one of the sorted findings that say the same about the same bytes, if possible one with a
// fix: what stands once, behind an anchor, is found at every place that an alias or a merge key copies it to.
func unique(findings []Finding) []Finding {
	var kept []Finding
	for _, f := range findings {
		last := len(kept) - 1
		if last < 0 || !sameFinding(kept[last], f) {
			kept = append(kept, f)
		} else if kept[last].Fix == nil && f.Fix != nil {
			kept[last] = f
		}
	}
	return kept
}

func sameFinding(a, b Finding) bool {
	return a.Rule == b.Rule && a.File == b.File && a.Span == b.Span && a.Message == b.Message
}

// run is the linting of one file.
type run struct {
	linter     *Linter
	aim        *aim
	file       *model.File
	ctx        context.Context
	documents  int
	top        []*suppression // those of the whole file
	findings   []Finding
	suppressed int
	err        error
}

// document evaluates the rules on every resource of the document.
func (r *run) document(doc *model.Document) {
	r.documents++
	p := newPage(doc, r.documents)
	units := r.linter.unitsFor(r.aim.units, doc.File.Data[doc.Span.Start:doc.Span.End])
	suppressions := r.documentSuppressions(doc)
	for _, resource := range resources(doc) {
		s := &subject{run: r, resource: resource, page: p}
		own := r.annotation(resource)
		for _, u := range units {
			if u.looksAt(resource) {
				r.keep(s.evaluate(u), suppressions, own)
			}
		}
		suppressions = append(suppressions, own...)
	}
	r.judge(suppressions)
}

// page is a document with what the fixes of all its findings need to know, found when first asked.
type page struct {
	doc      *model.Document
	number   int // in the file, from 1
	comments func() []yaml.Comment
	aliases  func() bool // an alias stands in it
}

func newPage(doc *model.Document, number int) *page {
	return &page{
		doc: doc, number: number,
		comments: sync.OnceValue(func() []yaml.Comment { return yaml.Comments(doc) }),
		aliases:  sync.OnceValue(func() bool { return hasAlias(doc.Root) }),
	}
}

// broken reports a document that does not parse.
func (r *run) broken(e *yaml.ParseError) {
	value := model.NewMap(model.NewEntry("parse_error", model.NewMap(
		model.NewEntry("message", model.NewString(e.Message)),
		model.NewEntry("foreign", model.NewString(e.Foreign)),
	)))
	value.Span = e.Span
	s := &subject{run: r, resource: &model.Resource{Kind: fileKind, Value: value}, internal: true}
	for _, u := range r.aim.units {
		if slices.Contains(u.Kinds, fileKind) {
			r.keep(s.evaluate(u))
		}
	}
}

// resources returns the objects of a document. A document that is none, such as the values of a
// chart, is one nameless resource, for the rules that look at every kind.
func resources(doc *model.Document) []*model.Resource {
	found := yaml.Resources(doc)
	if len(found) == 0 && doc.Root != nil {
		return []*model.Resource{{Document: doc, Value: doc.Root}}
	}
	return found
}

// keep adds the findings that no suppression of the lists or of the file covers.
func (r *run) keep(findings []Finding, lists ...[]*suppression) {
	for _, f := range findings {
		covered := cover(r.top, f)
		for _, list := range lists {
			covered = cover(list, f) || covered
		}
		if covered {
			r.suppressed++
			continue
		}
		r.findings = append(r.findings, f)
	}
}

// subject is what rules are evaluated on: a resource, or a file or suppression in its shape.
type subject struct {
	run      *run
	resource *model.Resource
	page     *page // nil where internal
	internal bool  // a file or a suppression: the spans are those of its values
	remove   remover
	term     *ast.Term
}

// evaluate returns the findings of one rule.
func (s *subject) evaluate(u *unit) []Finding {
	if s.run.err != nil {
		return nil
	}
	findings, err := s.findings(u)
	if err != nil {
		s.run.err = fmt.Errorf("rule %s on %s: %w", u.ID, s.run.file.Path, err)
	}
	return findings
}

func (s *subject) findings(u *unit) ([]Finding, error) {
	program, err := u.program()
	if err != nil {
		return nil, err
	}
	set, err := program.run(s.run.ctx, s.input())
	if err != nil {
		return nil, err
	}
	reports, err := readReports(set)
	if err != nil {
		return nil, err
	}
	var findings []Finding
	for _, report := range reports {
		if report.Resource != s.address() {
			return nil, fmt.Errorf("the report names the resource %q; it must be %q", report.Resource, s.address())
		}
		findings = append(findings, s.finding(u, report))
	}
	return findings, nil
}

// address is the resource's, "" for what is no Kubernetes object.
func (s *subject) address() string {
	if s.internal || s.resource.Kind == "" && s.resource.Name == "" {
		return ""
	}
	return s.resource.Address()
}

func (s *subject) finding(u *unit, report report) Finding {
	severity := u.Severity
	if report.Severity != nil {
		severity = *report.Severity
	}
	f := Finding{
		Rule: u.ID, Name: u.Name, Message: report.Message,
		Severity: min(severity, u.highest),
		Location: s.locate(report.Path),
		Resource: report.Resource, Path: report.Path,
	}
	for _, related := range report.Related {
		f.Related = append(f.Related, Related{Location: s.locate(related.Path), Message: related.Message})
	}
	if report.Fix != nil {
		f.Fix = s.fix(report.Fix)
	}
	return f
}

func (s *subject) locate(path []any) Location {
	if !s.internal {
		return location(s.run.file, locate(s.run.file, s.resource.Value, path))
	}
	span := s.resource.Value.Span
	if v := s.resource.Value.Get(path...); v != nil && !v.Span.Empty() {
		span = v.Span
	}
	return location(s.run.file, span)
}

// input is what the rule sees; it is built once for all rules.
func (s *subject) input() *ast.Term {
	if s.term != nil {
		return s.term
	}
	r := s.resource
	templated := r.Document != nil && len(r.Document.Templates) > 0
	resource := ast.ObjectTerm(
		field("address", s.address()),
		field("file", s.run.file.Path),
		field("kind", r.Kind),
		field("apiVersion", r.APIVersion),
		field("namespace", r.Namespace),
		field("name", r.Name),
		[2]*ast.Term{ast.StringTerm("value"), regoValue(r.Value, templated)},
	)
	s.term = ast.ObjectTerm(
		[2]*ast.Term{ast.StringTerm("resource"), resource},
		[2]*ast.Term{ast.StringTerm("target"), s.run.aim.target},
	)
	return s.term
}

func field(key, value string) [2]*ast.Term {
	return [2]*ast.Term{ast.StringTerm(key), ast.StringTerm(value)}
}
