// Package fields converts objects of Karpenter from one version of the API to the next. Each kind and step has a table with one
// row for each field, and the rows call functions.
package fields

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Object is an object whose fields are converted.
type Object struct {
	*record.Object
	*apis.Goal
	*Settings
	*values.Finder

	// ClassNamed returns the place of a class with the name of a Provisioner, and whether the two certainly conflict.
	ClassNamed func(file, name string) (place string, inWay bool)
	// FreeClassName returns a name for a new class, with a number if there is a class of that name.
	FreeClassName func(name string) string
	// ForeignClass returns a class of another provider, such as "AKSNodeClass default in aks.yaml", if the name can only mean
	// that; "" otherwise.
	ForeignClass func(file, name string) string
	List         *charts.Use // the list in a values file that the requirements come from; nil if they are in the object
	Disruption   *charts.Use // the map in a values file that the disruption comes from; nil if it is in the object
	Class        *Object     // the class made from the provider of a Provisioner; nil if there is none. It takes each step right after the Provisioner

	UnknownRole string // why the role or instance profile of the options cannot be written; "" if it can be or is not needed

	// Identities returns the roles and instance profiles of the classes around a file; nil if none are known.
	Identities func(file string) []Identity
	// ClusterDefaults returns what installations set for a cluster; nil if none are known.
	ClusterDefaults func(cluster string) []ClusterDefault

	AsRendered []*model.Value // of Before: how they are converted was decided by everything that they become when the chart is rendered

	InBranch bool     // only some branches of its templates are in the object
	Lacks    []func() // report missing fields; called if every other selection of branches lacks a field too

	LacksRole bool // the object has neither a role nor an instance profile; reported only if no selection of branches has one
}

// SetKind writes the apiVersion and the kind.
func (o *Object) SetKind(to facts.APIKind) {
	o.Set([]any{"apiVersion"}, model.NewString(to.APIVersion))
	o.Set([]any{"kind"}, model.NewString(to.Kind))
}

// Settings are the options of a conversion for one file.
type Settings struct {
	KarpenterVersion string // the version if the options name none and it serves the API of the output
	Role             string
	Roles            map[string]string // by the name of the AWSNodeTemplate
	InstanceProfile  string
	IgnoreDefaults   bool
	Exclude          []string               // globs of the kind and name of objects that are set aside: Provisioner/legacy
	Declares         func(name string) bool // reports whether the Terraform module of the file declares the name in a reference; nil accepts every name
	Installed        Installation           // the installation of Karpenter that the file belongs to
}

// Installation holds settings of the installation of Karpenter that a file belongs to. In the zero value nothing is known.
type Installation struct {
	From            string    // for messages: "helm_release.karpenter (main.tf:3)"
	Version         string    // the exact version that is installed; "" if unknown
	InstanceProfile string    // settings.aws.defaultInstanceProfile, which v1beta1 removed
	ProfileFrom     Reference // the Terraform reference that gives the instance profile, whether its value is known or not
	RoleFrom        Reference // the Terraform reference that gives the role of the instance profile
	Tags            []Tag     // settings.aws.tags, which v1beta1 removed, in the order of the author
	// Defaults returns what the installations of the repository set for a cluster; it may be nil.
	Defaults func(cluster string) []ClusterDefault
	// Unknown lists settings that are written with an unknown value: "settings.aws.tags".
	Unknown []string
}

// ClusterDefault is the instance profile that an installation sets for classes which name none.
type ClusterDefault struct {
	Cluster, InstanceProfile string
	File                     string
	Line                     int // 1-based
}

// Reference is a Terraform template that has the same value in all files of a module.
type Reference struct {
	Text   string // ${module.karpenter.instance_profile_name}
	Module string // the directory of that module
}

// Tag is a tag of EC2.
type Tag struct{ Key, Value string }
