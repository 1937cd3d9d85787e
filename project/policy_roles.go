package project

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/survey"
)

// roles finds the roles with the policies of a Terraform root, by following the dependencies of its blocks.
type roles struct {
	edges, users map[string][]string
	local        map[string]bool  // nodes of modules in the repository
	makers       map[string]bool  // nodes of modules that make a policy
	known        map[string]owner // by block
}

// owner is the set of nodes of the roles that have a policy; empty if they are unknown.
type owner map[string]bool

func newRoles(p *Project) *roles {
	r := &roles{edges: p.Edges, users: map[string][]string{}, local: map[string]bool{}, makers: map[string]bool{}, known: map[string]owner{}}
	for from, targets := range p.Edges {
		r.addModules(strings.Split(from, "."))
		for _, to := range targets {
			r.users[to] = append(r.users[to], from)
		}
	}
	for _, policy := range p.Resources {
		if policy.Kind == survey.IAMPolicy && isModule(policy.Block) {
			r.makers[policy.Block] = true
		}
	}
	return r
}

// mayBe reports whether a policy of the other owner may belong to one of the same roles. A policy that a module attaches belongs
// only to the role of that module.
func (o owner) mayBe(other owner, r *survey.Resource) bool {
	for role := range other {
		if o[role] {
			return true
		}
	}
	if r.Kind == survey.ModuleCall || r.Kind == survey.PolicyAttachment && isModule(r.Block) {
		return false
	}
	return len(o) == 0 || len(other) == 0
}

var (
	roleNode    = pattern.New(`(?:^|\.)(?:data\.)?aws_iam_role\.[\w-]+$`)
	holderNode  = pattern.New(`(?:^|\.)aws_iam_(?:role_policy_attachment|policy_attachment|role_policy|role)\.[\w-]+$`)
	passingNode = pattern.New(`(?:^|\.)(?:var|local|output)\.[\w-]+$|(?:^|\.)data\.aws_iam_policy_document\.[\w-]+$|(?:^|\.)aws_iam_policy\.[\w-]+$`)
	namingNode  = pattern.New(`(?:^|\.)(?:var|local|output)\.[\w-]+$`)
	moduleNode  = pattern.New(`^(?:module\.[\w-]+\.)*module\.[\w-]+$`)
)

func isModule(node string) bool { return moduleNode().MatchString(node) }

// addModules records the modules around a node, except for those of which the node is an output.
func (r *roles) addModules(steps []string) {
	for n := 2; n < len(steps) && steps[n-2] == "module" && steps[n] != "output"; n += 2 {
		r.local[strings.Join(steps[:n], ".")] = true
	}
}

// isOpaque reports whether a node is a call of a module outside the repository.
func (r *roles) isOpaque(node string) bool { return isModule(node) && !r.local[node] }

// of returns the roles with the policy of a block, and roles that the block itself makes.
func (r *roles) of(policy *survey.Resource) owner {
	if policy.Block == "" {
		return nil
	}
	if o, ok := r.known[policy.Block]; ok {
		return o
	}
	o := owner{}
	for _, holder := range r.holders(policy.Block) {
		nodes := r.rolesAt(holder)
		if len(nodes) == 0 {
			o = nil
			break
		}
		for _, role := range nodes {
			o[role] = true
		}
	}
	r.known[policy.Block] = o
	return o
}

// holders returns the blocks that give a policy to a role: the block itself, or those that use it through names and documents.
func (r *roles) holders(block string) []string {
	var nodes []string
	r.walk(block, r.users, func(node string) bool {
		if holderNode().MatchString(node) || r.isOpaque(node) {
			nodes = append(nodes, node)
			return r.makers[node] // other blocks may attach the policy that the module makes
		}
		return node == block || passingNode().MatchString(node)
	})
	return nodes
}

// rolesAt returns the roles to which a holder gives a policy.
func (r *roles) rolesAt(holder string) []string {
	var nodes []string
	r.walk(holder, r.edges, func(node string) bool {
		module, _, isOutput := strings.Cut(node, ".output.")
		switch {
		case roleNode().MatchString(node):
			nodes = append(nodes, node)
			return false
		case node == holder && r.isOpaque(node):
			nodes = append(nodes, node)
			return false
		case isOutput && node != holder && r.isOpaque(module):
			nodes = append(nodes, module)
			return false
		}
		return node == holder || namingNode().MatchString(node)
	})
	return nodes
}

// walk visits the nodes that are reachable from first. It continues from those for which visit returns true.
func (r *roles) walk(first string, next map[string][]string, visit func(string) bool) {
	queue, seen := []string{first}, map[string]bool{first: true}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		if !visit(node) {
			continue
		}
		for _, n := range next[node] {
			if !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
}
