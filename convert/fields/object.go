// Package fields converts objects of Karpenter from one version of the API to the next. Each kind and step has a table with one
// row for each field, and the rows call functions.
package fields

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/identity"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Object is an object whose fields are converted.
type Object struct {
	*record.Object
	*apis.Goal
	*settings.Settings
	*values.Finder

	Classes    Classes
	List       *charts.Use // the list in a values file that the requirements come from; nil if they are in the object
	Disruption *charts.Use // the map in a values file that the disruption comes from; nil if it is in the object
	Class      *Object     // the class made from the provider of a Provisioner; nil if there is none. It takes each step right after the Provisioner

	Around Table // the fields of the Provisioner whose provider the object is made of; nil for any other object

	UnknownRole string // why the role or instance profile of the options cannot be written; "" if it can be or is not needed

	Identities identity.Sources // the roles and instance profiles of the run

	AsRendered []*model.Value // of Before: how they are converted was decided by everything that they become when the chart is rendered

	InBranch bool     // only some branches of its templates are in the object
	Lacks    []func() // report missing fields; called if every other selection of branches lacks a field too

	LacksRole bool // the object has neither a role nor an instance profile; reported only if no selection of branches has one
}

// Classes finds the classes of a run.
type Classes struct {
	// Named returns the place of a class with the name of a Provisioner, and whether the two certainly conflict.
	Named func(file, name string) (place string, inWay bool)
	// FreeName returns a name for a new class, with a number if there is a class of that name.
	FreeName func(name string) string
	// Foreign returns a class of another provider, such as "AKSNodeClass default in aks.yaml", if the name can only mean that; "" otherwise.
	Foreign func(file, name string) string
}

// SetKind writes the apiVersion and the kind.
func (o *Object) SetKind(to facts.APIKind) {
	o.Set([]any{"apiVersion"}, model.NewString(to.APIVersion))
	o.Set([]any{"kind"}, model.NewString(to.Kind))
}

// settleIdentity makes a class name exactly one of instanceProfile and role.
func settleIdentity(o *Object) {
	if problem := o.identity().Settle(); problem != "" {
		o.UnknownRole = problem
	}
}

// SettleRole replaces the placeholder that an earlier conversion wrote for the role of a class, or asks for the role again.
func (o *Object) SettleRole() {
	if apis.IsClass(o.Res.Kind) && o.identity().HasPlaceholder() {
		settleIdentity(o)
	}
}

// settleRole is SettleRole as a function of a row.
func settleRole(o *Object, _ field) bool {
	o.SettleRole()
	return true
}

// identity returns the object as one whose role or instance profile is settled.
func (o *Object) identity() *identity.Class {
	return &identity.Class{Object: o.Object, Goal: o.Goal, Settings: o.Settings, Sources: o.Identities}
}
