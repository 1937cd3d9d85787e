package lint

import (
	"bytes"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// manifest lints the one file of the run by the rules of resources, document by document. files reads what it names, such as the values of a
// chart that it installs; nil reads nothing. The error is a bug in karplint, never a defect of the file or of a rule, which are findings.
// The rules of projects look at the file in Manifests or Root, and Merge puts the results together: a suppression that only they need is
// reported as unused here.
func (r *run) manifest(f *model.File, documents []parsed, files terraform.Files) (Result, error) {
	on := newFileSuppressions(r.linter.rules, f)
	r.files[f.Path] = on
	charts := r.chartsIn(f, documents, files)
	for _, d := range documents {
		switch {
		case d.err != nil && r.found && isStranger(f, d.err):
			// The scan found a word in it that stands in many files.
		case d.err != nil:
			r.broken(on, d.err.Span, failure{message: d.err.Message, foreign: d.err.Foreign})
		default:
			r.document(on, d.doc, func(annotations []*suppression) { charts.evaluate(on, d.doc, d.number, annotations) })
		}
	}
	r.judge(on.top)
	return r.result(1)
}

// isStranger says whether what does not parse is a template that says nothing of Karpenter, such as one of another chart: it is
// right in its own language, and the scan selected it for a word such as Exists.
func isStranger(f *model.File, broken *yaml.ParseError) bool {
	return broken.Foreign != "" && !bytes.Contains(f.Data, []byte("arpenter"))
}

// document evaluates the rules on every resource of the document, and then calls charts with the suppressions in their annotations.
func (r *run) document(on *fileSuppressions, doc *model.Document, charts func([]*suppression)) {
	p := newPage(doc)
	units := r.linter.unitsIn(r.aim.units, doc.File.Data[doc.Span.Start:doc.Span.End])
	on.lines = on.documentSuppressions(doc)
	var annotations []*suppression
	for _, resource := range resources(doc) {
		s := r.subject(resource, addressOf(resource), &objectView{p, resource})
		annotations = append(annotations, s.own...)
		for _, u := range units {
			if u.LooksAt(resource) {
				r.keep(s.evaluate(u))
			}
		}
	}
	charts(annotations)
	r.judge(on.lines)
	r.judge(annotations)
	on.lines = nil
}

// addressOf is the object's, "" for what is no Kubernetes object.
func addressOf(resource *model.Resource) string {
	if resource.Kind == "" && resource.Name == "" {
		return ""
	}
	return resource.Address()
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

// page is a document with what the fixes of all its findings need to know, found when first asked.
type page struct {
	doc      *model.Document
	embedded bool            // it stands in a text of another document
	around   *model.Document // the Terraform file in whose heredoc it stands, nil if it does not
	comments func() []yaml.Comment
	aliases  func() bool // an alias stands in it
}

func newPage(doc *model.Document) *page {
	return &page{
		doc:      doc,
		comments: sync.OnceValue(func() []yaml.Comment { return yaml.Comments(doc) }),
		aliases:  sync.OnceValue(func() bool { return hasAlias(doc.Root) }),
	}
}
