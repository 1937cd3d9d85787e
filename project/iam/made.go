package iam

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// addMade records the roles that the project makes or looks up. It returns the dependencies, from a role to a node, that are only there for its
// permissions boundary.
func (r *roles) addMade(resources []*survey.Resource) (boundaries map[[2]string]bool) {
	boundaries = map[[2]string]bool{}
	for _, role := range resources {
		if role.Kind != survey.IAMRole || role.Block == "" {
			continue
		}
		r.made[role.Block] = append(r.made[role.Block], role)
		for _, node := range role.Value.List("boundary") {
			boundaries[[2]string{role.Block, node.Text}] = true
		}
		if isLookedUp(role.Block) {
			continue
		}
		name := role.Value.Get("name")
		if name.IsUnknown() {
			r.beginnings[beginningOf(name.Text)] = true
		}
		if !name.IsAbsent() {
			r.byName[name.Text] = append(r.byName[name.Text], role.Block)
		}
	}
	return boundaries
}

var lookedUp = pattern.New(`(?:^|\.)data\.aws_iam_role\.[\w-]+$`)

func isLookedUp(node string) bool { return lookedUp().MatchString(node) }

// meant returns the roles that a node of a role stands for. A data source may look up a role that the project makes. isKnown is false if it may be
// any.
func (r *roles) meant(node string) (nodes []string, isKnown bool) {
	if !isLookedUp(node) {
		return []string{node}, true
	}
	isKnown = len(r.made[node]) > 0
	for _, role := range r.made[node] {
		name := role.Value.Get("name")
		made := r.byName[name.Str()]
		switch {
		case len(made) > 0:
			nodes = append(nodes, made...)
		case name.IsString() && !r.mayMake(name.Text):
			nodes = append(nodes, node)
		default:
			isKnown = false
		}
	}
	return nodes, isKnown
}

// mayMake reports whether a role that the project makes, and whose name is not known, may have the name.
func (r *roles) mayMake(name string) bool {
	for beginning := range r.beginnings { // in any order: one is enough
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return false
}

// beginningOf returns the beginning of an unknown name that is a template, up to what is filled in; "" for any other.
func beginningOf(expression string) string {
	template, isTemplate := strings.CutPrefix(expression, `"`)
	if !isTemplate {
		return ""
	}
	beginning, _, _ := strings.Cut(template, "${")
	return beginning
}

// isForPods reports whether the roles with a policy are certainly known, and may be that of a controller: a pod can assume each role that the project
// makes, and the name of any other one mentions Karpenter.
func (r *roles) isForPods(policy *survey.Resource) bool {
	isHeld := false
	for _, holder := range r.holders(policy.Block) {
		nodes := r.rolesAt(holder)
		if len(nodes) == 0 && !r.isNamed(holder) {
			return false
		}
		isHeld = isHeld || len(nodes) == 0
		for _, node := range nodes {
			made := r.made[node]
			if slices.ContainsFunc(made, func(role *survey.Resource) bool { return !mayBeControllers(role) }) {
				return false
			}
			isHeld = isHeld || len(made) > 0 // of another module it is not known which roles it makes
		}
	}
	return isHeld
}

// isForOthers reports whether no pod can assume any of the roles with a policy.
func (r *roles) isForOthers(o owner) bool {
	for node := range o { // in any order: all count
		made := r.made[node]
		if len(made) == 0 || isLookedUp(node) || slices.ContainsFunc(made, mayBeControllers) {
			return false
		}
	}
	return len(o) > 0
}

// isNamed reports whether the names of the roles of a holder are in the files, and mention Karpenter.
func (r *roles) isNamed(holder int) bool {
	names := r.namesAt[holder]
	return len(names) > 0 && !slices.ContainsFunc(names, func(name *model.Value) bool { return !isKarpentersName(name) })
}

var filledIn = pattern.New(`\$\{[^{}]*\}`)

// isKarpentersName reports whether a name mentions Karpenter: a text, or the parts of a template that are not filled in.
func isKarpentersName(name *model.Value) bool {
	if name == nil {
		return false
	}
	isTemplate := name.IsUnknown() && strings.HasPrefix(name.Text, `"`)
	return (name.IsString() || isTemplate) && mentions(filledIn().ReplaceAllString(name.Text, ""))
}

// mayBeControllers reports whether a controller may have a role: a pod can assume it, or a node with the controller on it, or its trust policy is
// not known. A role that is looked up needs a name that mentions Karpenter.
func mayBeControllers(role *survey.Resource) bool {
	if isLookedUp(role.Block) {
		return isKarpentersName(role.Value.Get("name"))
	}
	trusts := role.Value.Get("trusts")
	return !trusts.IsWholeList() || slices.ContainsFunc(trusts.Items, isOfPods)
}

func isOfPods(principal *model.Value) bool {
	if principal.Kind != model.String {
		return true
	}
	text := principal.Text
	return text == "Federated" || text == "*" || strings.HasPrefix(text, "pods.eks.") || strings.HasPrefix(text, "ec2.")
}
