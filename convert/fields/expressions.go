package fields

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/expression"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// expressionOf returns the template that writes an unknown value. ok is false if karplint cannot write a template in its language,
// such as Jinja's or a shell's.
func (o *Object) expressionOf(v *model.Value) (e expression.Expression, ok bool) {
	if e, ok = expression.Of(v.Text); !ok {
		return expression.Expression{}, false
	}
	e.MayBeNull = o.Res.Document.Syntax == model.HCL
	if e.IsGo() {
		return e, helm.ChartOf(o.Source.Path) != ""
	}
	return e, o.isOfTerraform()
}

// isEvaluated reports whether Terraform makes an object of this one, whose file then is a template of Terraform.
func (o *Object) isEvaluated() bool {
	return o.Evaluated != nil && len(o.Evaluated(o.Source.Path, o.Before.Span.Start)) > 0
}

// isOfTerraform reports whether ${ … } is an expression of Terraform. In files that Terraform does not read it may be a variable
// of a shell.
func (o *Object) isOfTerraform() bool {
	file := o.Source
	if filetype.IsTerraform(file.Path) || path.Ext(file.Path) == ".tftpl" || o.isEvaluated() {
		return true
	}
	return slices.ContainsFunc(gotmpl.Find(file.Data), func(t gotmpl.Template) bool { return t.Open == "%{" })
}
