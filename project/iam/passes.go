// Package iam tells what the controller of a project may do in AWS: the policies of its role, joined, and what they lack.
package iam

import (
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// passRole is the action of giving a role to a service, such as that of nodes to EC2.
const passRole = "iam:PassRole"

// maxPassed bounds the roles that are listed, because a project may have thousands of policies without a known role for thousands of controllers.
const maxPassed = 100

// Passed are the roles that policies let a controller pass.
type Passed struct {
	ARNs []*model.Value
	More bool // there may be others
}

func (p Passed) with(more Passed) Passed {
	if len(p.ARNs)+len(more.ARNs) > maxPassed {
		return Passed{More: true}
	}
	return Passed{slices.Concat(p.ARNs, more.ARNs), p.More || more.More}
}

// passing are the roles that may be passed, by the roles that may pass them.
type passing struct {
	ofRoles           map[string]Passed
	unowned, anywhere Passed // by unknown roles, and by all
}

func newPassing(p *project.Project, roles *roles) *passing {
	all := &passing{ofRoles: map[string]Passed{}}
	for _, r := range p.Resources {
		if r.Kind != survey.IAMPolicy {
			continue
		}
		passed := passedBy(r.Value.List("statements"))
		if len(passed.ARNs) == 0 && !passed.More {
			continue
		}
		owner := roles.of(r)
		for role := range owner { // in any order: each role has its own
			all.ofRoles[role] = all.ofRoles[role].with(passed)
		}
		if len(owner) == 0 {
			all.unowned = all.unowned.with(passed)
		}
		all.anywhere = all.anywhere.with(passed)
	}
	return all
}

// of returns what the owner of a policy may pass.
func (a *passing) of(o owner) Passed {
	if len(o) == 0 {
		return a.anywhere
	}
	passed := a.unowned
	for role := range o { // in any order: rules read them as a set
		passed = passed.with(a.ofRoles[role])
	}
	return passed
}

// passedBy returns the roles that statements may allow passing.
func passedBy(statements []*model.Value) (passed Passed) {
	for _, statement := range statements {
		if !mayAllow(statement, passRole) {
			continue
		}
		resources := statement.Get("resources")
		switch {
		case resources.IsString():
			passed = passed.with(Passed{ARNs: []*model.Value{resources}})
		case resources.IsWholeList():
			passed = passed.with(Passed{ARNs: resources.Items})
		default:
			passed.More = true
		}
	}
	return passed
}

// passedByArguments returns those of the statements in the arguments of a module.
func passedByArguments(row *facts.PermissionsModule, call *survey.Resource) (passed Passed) {
	for _, name := range row.More {
		for _, item := range argument(call, name).Children() {
			if item.IsMap() {
				passed = passed.with(passedBy([]*model.Value{item}))
			}
		}
	}
	return passed
}
