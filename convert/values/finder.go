// Package values finds the facts in a repository about an unknown value of an object: the template that writes it, and the values that the values
// files of its chart, or the variables and callers of its Terraform module, have for it.
package values

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Finder finds the values of one object.
type Finder struct {
	object *record.Object
	Sources
}

// Sources has the values of a run.
type Sources struct {
	Charts *charts.Charts
	// Evaluated returns the objects that Terraform makes from the one at an offset of a file; nil if none is known.
	Evaluated func(file string, start int) []*model.Value
	// Strict means that no value counts as known, because a conversion must be right for all possible values.
	Strict bool
}

// NewFinder returns a Finder for an object, also while its conversion changes it.
func NewFinder(o *record.Object, s Sources) *Finder { return &Finder{o, s} }

// For returns a Finder for a part of the object.
func (f *Finder) For(part *record.Object) *Finder { return NewFinder(part, f.Sources) }

// Expression returns the template that writes an unknown value. ok is false if karplint cannot write a template in its language,
// such as Jinja's or a shell's.
func (f *Finder) Expression(v *model.Value) (e Expression, ok bool) {
	if e, ok = ExpressionOf(v.Text); !ok {
		return Expression{}, false
	}
	e.MayBeNull = f.object.Res.Document.Syntax == model.HCL
	if e.IsGo() {
		e.assigned = isAssignedDefault(e.Text, f.object.Source.Data)
		return e, helm.ChartOf(f.object.Source.Path) != ""
	}
	return e, f.isOfTerraform()
}

// isEvaluated reports whether Terraform makes an object of this one, whose file then is a template of Terraform.
func (f *Finder) isEvaluated() bool {
	return f.Evaluated != nil && len(f.Evaluated(f.object.Source.Path, f.object.Before.Span.Start)) > 0
}

// isOfTerraform reports whether ${ … } is an expression of Terraform. In files that Terraform does not read it may be a variable
// of a shell.
func (f *Finder) isOfTerraform() bool {
	file := f.object.Source
	if filetype.IsTerraform(file.Path) || path.Ext(file.Path) == ".tftpl" || f.isEvaluated() {
		return true
	}
	return slices.ContainsFunc(gotmpl.Find(file.Data), func(t gotmpl.Template) bool { return t.Open == "%{" })
}

// TemplateText returns where an unknown value comes from, for messages: its own text, or the template that adds lines to an open map or list.
func TemplateText(doc *model.Document, v *model.Value) string {
	if v.Kind == model.Unknown {
		return strconv.Quote(record.Shortened(v.Text))
	}
	for _, e := range v.Entries {
		if e.Key.Kind == model.Unknown {
			return strconv.Quote(e.Key.Text)
		}
	}
	if t := charts.WritersOf(doc, v); len(t) > 0 {
		return strconv.Quote(strings.Join(strings.Fields(doc.Text(t[0])), " "))
	}
	return "a template"
}

// HasTemplate reports whether a text contains a template of any language.
func HasTemplate(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "${")
}
