package lint

import (
	"bytes"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// manifest lints the only file of the run with the rules of resources, document by document. files reads the files to which it refers, such
// as the values of a chart that it installs; if nil, none is read. The error is a bug in karplint; defects of the file or of a rule are
// findings. Manifests and Root evaluate the rules of projects, and Merge joins the results: until then, a suppression that only a project
// rule needs is reported as unused.
func (r *checker) manifest(f *model.File, documents []place.Parsed, files terraform.Files) (Result, error) {
	ignores := ignore.NewFile(r.linter.rules, f)
	r.files[f.Path], r.texts = ignores, files
	charts := r.chartsIn(f, documents, files)
	for _, d := range documents {
		ignores.Unparsed = ignores.Unparsed || d.Err != nil
		switch {
		case d.Err != nil && r.selected && inventory.IsStranger(f, d.Err):
			// The file was not requested by name: the scan selected it because of a common word.
		case d.Err != nil:
			r.broken(ignores, d.Err.Span, failure{
				message: d.Err.Message, help: d.Err.Help, foreign: d.Err.Foreign, around: d.Err.Around, reading: reading{unread: d.Err.Limit},
			})
		default:
			r.document(ignores, d.Doc, func(annotations []*ignore.Suppression) { charts.evaluate(ignores, d.Doc, d.Number, annotations) })
		}
	}
	r.judgeSuppressions(ignores.Top)
	return r.result(1)
}

// document evaluates the rules on every resource of the document, and then calls charts with the suppressions in their annotations.
func (r *checker) document(ignores *ignore.File, doc *model.Document, charts func([]*ignore.Suppression)) {
	p := place.NewDocument(doc)
	units := r.linter.unitsIn(r.rules.units, doc.File.Data[doc.Span.Start:doc.Span.End])
	ignores.ForgetLines()
	ignores.AddLines(ignores.InDocument(doc))
	var annotations []*ignore.Suppression
	var candidates []candidate
	for _, resource := range place.Resources(doc) {
		s := r.subject(resource, addressOf(resource), &place.ObjectView{Document: p, Object: resource})
		annotations = append(annotations, s.annotations...)
		s.show()
		candidates = append(candidates, s.ask(units)...)
	}
	r.keep(candidates)
	charts(annotations)
	r.judgeSuppressions(ignores.Lines())
	r.judgeSuppressions(annotations)
	ignores.ForgetLines()
}

// linesWithKarpenter returns the lines of a document in another template language that contain a name of Karpenter, for rules that look for one.
func linesWithKarpenter(f *model.File, reason failure) (lines []*model.Value) {
	start := reason.around.Start
	for line := range bytes.Lines(f.Data[start:max(start, reason.around.End)]) {
		if text := bytes.TrimSpace(line); reason.foreign != "" && inventory.MentionsKarpenter(text) && text[0] != '#' {
			value := model.NewString(string(text))
			value.Span = model.Span{Start: start, End: start + len(line)}
			lines = append(lines, value)
		}
		start += len(line)
	}
	return lines
}

// failure is the reason why a file is not linted.
type failure struct {
	message    string     // the fact
	help       string     // what to do; "" if there is nothing to add
	foreign    string     // the template language that it is probably written in
	around     model.Span // of a foreign text: the document
	evaluation bool       // it parses, but cannot be evaluated
	limit      bool       // a value counts as unknown because of one of karplint's bounds, or because Terraform would stop here
	reading
}

// reading is the reason why a file is not even parsed.
type reading struct {
	unread        bool // it exceeds a bound
	configuration bool // it is a configuration with a mistake
}

// broken reports a part of a file that does not parse.
func (r *checker) broken(ignores *ignore.File, span model.Span, reason failure) {
	value := model.NewMap(model.NewEntry("parse_error", model.NewMap(
		model.NewEntry("message", model.NewString(reason.message)),
		model.NewEntry("help", model.NewString(reason.help)),
		model.NewEntry("foreign", model.NewString(reason.foreign)),
		model.NewEntry("lines", model.NewList(linesWithKarpenter(ignores.File, reason)...)),
		model.NewEntry("evaluation", model.NewBool(reason.evaluation)),
		model.NewEntry("limit", model.NewBool(reason.limit)),
		model.NewEntry("unread", model.NewBool(reason.unread)),
		model.NewEntry("configuration", model.NewBool(reason.configuration)),
	)))
	value.Span = span
	s := &subject{
		run: r, file: ignores.File.Path, actor: actor{View: &place.SpanView{File: ignores.File, Value: value}},
		resource: &model.Resource{Kind: rule.FileKind, Value: value},
	}
	text := *s
	text.resource = &model.Resource{Kind: rule.ForeignKind, Value: value}
	for _, u := range r.rules.units {
		switch {
		case u.AnyKind(rule.FileKind):
			r.keep(s.evaluate(u))
		case reason.foreign != "" && u.AnyKind(rule.ForeignKind):
			r.keep(text.evaluate(u))
		}
	}
}
