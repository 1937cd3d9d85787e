package lint

import (
	"bytes"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// manifest lints the one file of the run by the rules of resources, document by document. files reads the files that it names, such as the values of a
// chart that it installs; nil reads nothing. The error is a bug in karplint, never a defect of the file or of a rule, which are findings.
// The rules of projects are evaluated in Manifests or Root, and Merge puts the results together: a suppression that only they need is
// reported as unused here.
func (r *run) manifest(f *model.File, documents []place.Parsed, files terraform.Files) (Result, error) {
	ignores := ignore.NewFile(r.linter.rules, f)
	r.files[f.Path] = ignores
	charts := r.chartsIn(f, documents, files)
	for _, d := range documents {
		switch {
		case d.Err != nil && r.selected && isStranger(f, d.Err):
			// The scan selected it for a word that many files have.
		case d.Err != nil:
			r.broken(ignores, d.Err.Span, failure{message: d.Err.Message, foreign: d.Err.Foreign})
		default:
			r.document(ignores, d.Doc, func(annotations []*ignore.Suppression) { charts.evaluate(ignores, d.Doc, d.Number, annotations) })
		}
	}
	r.judge(ignores.Top)
	return r.result(1)
}

// isStranger reports whether the text that does not parse is a template without the name of Karpenter, such as one of another chart: it is
// right in its own language, and the scan selected it for a word such as Exists.
func isStranger(f *model.File, broken *yaml.ParseError) bool {
	return broken.Foreign != "" && !bytes.Contains(f.Data, []byte("arpenter"))
}

// document evaluates the rules on every resource of the document, and then calls charts with the suppressions in their annotations.
func (r *run) document(ignores *ignore.File, doc *model.Document, charts func([]*ignore.Suppression)) {
	p := place.NewPage(doc)
	units := r.linter.unitsIn(r.aim.units, doc.File.Data[doc.Span.Start:doc.Span.End])
	ignores.Lines = ignores.InDocument(doc)
	var annotations []*ignore.Suppression
	for _, resource := range place.Resources(doc) {
		s := r.subject(resource, addressOf(resource), &place.ObjectView{Page: p, Object: resource})
		annotations = append(annotations, s.annotations...)
		for _, u := range units {
			if u.LooksAt(resource) {
				r.keep(s.evaluate(u))
			}
		}
	}
	charts(annotations)
	r.judge(ignores.Lines)
	r.judge(annotations)
	ignores.Lines = nil
}
