package convert

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// fielded is an object whose fields are converted.
type fielded struct {
	*record.Object
	*apis.Goal
	*classSettings
	Charts *charts.Charts

	// ClassNamed looks for a class with the name of a Provisioner in a file. It returns where one is, and whether it surely is in the way.
	ClassNamed func(file, name string) (place string, inWay bool)
	List       *charts.Use // the list in values that the requirements come from; nil: none
	Class      *fielded    // that the provider of a Provisioner becomes; nil: none. It takes each step right after this one

	InBranch bool     // it has only some branches of its templates
	Lacks    []func() // decide about missing fields, if all other selections of branches lack a field too
}

// valuesOf returns what the values files of the chart have for a value that a template writes.
func (o *fielded) valuesOf(v *model.Value) (values []*model.Value, known bool) {
	return o.Charts.ValuesOf(o.Source, o.Res.Document, v)
}

// setKind writes the apiVersion and the kind.
func (o *fielded) setKind(to facts.APIKind) {
	o.Set([]any{"apiVersion"}, model.NewString(to.APIVersion))
	o.Set([]any{"kind"}, model.NewString(to.Kind))
}
