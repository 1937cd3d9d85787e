// Package fields converts objects of Karpenter from one version of the API to the next, field by field: by the rows of a table, one for each
// kind and step, and by the functions of the rows.
package fields

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Object is an object whose fields are converted.
type Object struct {
	*record.Object
	*apis.Goal
	*Settings
	Charts *charts.Charts

	// Evaluated returns the objects that Terraform makes of the one at an offset of a file; nil: none is known.
	Evaluated func(file string, start int) []*model.Value

	// ClassNamed looks for a class with the name of a Provisioner in a file. It returns where one is, and whether it surely is in the way.
	ClassNamed func(file, name string) (place string, inWay bool)
	// ForeignClass names a class of another provider, if a name in a file can mean only that: "AKSNodeClass default in aks.yaml". nil: there is none.
	ForeignClass func(file, name string) string
	List         *charts.Use // the list in values that the requirements come from; nil: none
	Disruption   *charts.Use // the map in values that the disruption comes from; nil: none
	Class        *Object     // that the provider of a Provisioner becomes; nil: none. It takes each step right after this one

	UnknownRole string // why the role or instance profile of the options cannot be written; "" where it can, or is not needed

	// Identities returns the roles and instance profiles of the classes around a file; nil: none are known.
	Identities func(file string) []Identity

	InBranch bool     // it has only some branches of its templates
	Lacks    []func() // decide about missing fields, if all other selections of branches lack a field too

	LacksRole bool // it has neither role nor instance profile, which matters if that is so in all other selections of branches too
}

// valuesOf returns the values in the files of the chart that a template may write for v.
func (o *Object) valuesOf(v *model.Value) (values []*model.Value, complete bool) {
	return o.Charts.ValuesOf(o.Source, o.Res.Document, v)
}

// SetKind writes the apiVersion and the kind.
func (o *Object) SetKind(to facts.APIKind) {
	o.Set([]any{"apiVersion"}, model.NewString(to.APIVersion))
	o.Set([]any{"kind"}, model.NewString(to.Kind))
}

// Settings are the options of a conversion for one file.
type Settings struct {
	KarpenterVersion string // counts if the options have none and it serves the API of the output
	Role             string
	Roles            map[string]string // by the name of the AWSNodeTemplate
	InstanceProfile  string
	IgnoreDefaults   bool
	Declares         func(name string) bool // reports whether the module of a file of Terraform declares what a reference names; nil: it does
	Installed        Installation           // of Karpenter, that the file belongs to
}

// Installation has the settings of the installation of Karpenter that a file belongs to. The zero value knows none.
type Installation struct {
	From            string    // for people: "helm_release.karpenter (main.tf:3)"
	Version         string    // the exact version that is installed, "" where it is not known
	InstanceProfile string    // settings.aws.defaultInstanceProfile, which v1beta1 has no more
	ProfileFrom     Reference // that of Terraform that gives the instance profile, known or not
	RoleFrom        Reference // that of Terraform that gives the role of the instance profile
	Tags            []Tag     // settings.aws.tags, which v1beta1 has no more, in the order in which they are written
	// Unknown names the settings that are written, but with a value that cannot be known: "settings.aws.tags".
	Unknown []string
}

// Reference is a template of Terraform that has the same value in all files of a module.
type Reference struct {
	Text   string // ${module.karpenter.instance_profile_name}
	Module string // the directory whose files may refer to it so
}

// Tag is a tag of EC2.
type Tag struct{ Key, Value string }
