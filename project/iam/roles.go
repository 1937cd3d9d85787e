package iam

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// roles finds the roles with the policies of a Terraform root, by following the dependencies of its blocks. Nodes have numbers, because
// thousands of policies may be followed through the same nodes.
type roles struct {
	numbers      map[string]int
	names        []string
	kinds        []*node // of those that a walk has visited
	edges, users [][]int
	visited      []int                         // by which walk a node was visited last
	walks        int                           // so far
	local        map[string]bool               // nodes of modules in the repository
	makers       map[string]bool               // nodes of modules that make a policy
	known        map[string]owner              // by block
	held         map[int][]string              // the results of rolesAt
	made         map[string][]*survey.Resource // the roles of each block that makes or looks up one
	byName       map[string][]string           // the blocks that make a role, by its name
	beginnings   map[string]bool               // of the names of made roles that are not known as a whole
	namesAt      map[int][]*model.Value        // the names that a holder has for its roles
}

// node is what a node of the dependencies is by its name.
type node struct {
	name                                            string
	isRole, isHolder, isPassing, isNaming, isOpaque bool
	outputOf                                        string // the module outside the repository of which it is an output, or ""
}

// owner is the set of nodes of the roles that have a policy; empty if they are unknown.
type owner map[string]bool

func newRoles(p *project.Project) *roles {
	r := &roles{
		numbers: map[string]int{}, local: map[string]bool{}, makers: map[string]bool{}, known: map[string]owner{}, held: map[int][]string{},
		made: map[string][]*survey.Resource{}, byName: map[string][]string{}, namesAt: map[int][]*model.Value{},
		beginnings: map[string]bool{},
	}
	boundaries := r.addMade(p.Resources)
	for from := range p.Edges { // in any order: they are a set
		r.addModules(strings.Split(from, "."))
	}
	for from, targets := range p.Edges { // in any order: the roles that are found are a set
		user := r.number(from)
		for _, to := range targets {
			if boundaries[[2]string{from, to}] {
				continue
			}
			used := r.number(to)
			r.edges[user] = append(r.edges[user], used)
			r.users[used] = append(r.users[used], user)
		}
	}
	for _, policy := range p.Resources {
		if policy.Kind == survey.IAMPolicy && isModule(policy.Block) {
			r.makers[policy.Block] = true
		}
		r.hold(policy)
	}
	return r
}

// hold leaves a holder only the edges to its own roles, because a policy also refers to roles that the holder may pass.
func (r *roles) hold(policy *survey.Resource) {
	nodes, names := policy.Value.List("roles"), policy.Value.List("role_names")
	if len(nodes) == 0 && len(names) == 0 {
		return
	}
	holder := r.number(policy.Block)
	r.edges[holder] = nil
	r.namesAt[holder] = append(r.namesAt[holder], names...)
	for _, node := range nodes {
		r.edges[holder] = append(r.edges[holder], r.number(node.Text))
	}
}

// number returns the number of a node.
func (r *roles) number(name string) int {
	if number, known := r.numbers[name]; known {
		return number
	}
	r.numbers[name] = len(r.names)
	r.names, r.kinds, r.visited = append(r.names, name), append(r.kinds, nil), append(r.visited, 0)
	r.edges, r.users = append(r.edges, nil), append(r.users, nil)
	return r.numbers[name]
}

func (r *roles) node(number int) *node {
	if r.kinds[number] == nil {
		name := r.names[number]
		n := &node{
			name: name, isOpaque: r.isOpaque(name), isRole: roleNode().MatchString(name), isHolder: holderNode().MatchString(name),
			isPassing: passingNode().MatchString(name), isNaming: namingNode().MatchString(name),
		}
		if module, _, isOutput := strings.Cut(name, ".output."); isOutput && r.isOpaque(module) {
			n.outputOf = module
		}
		r.kinds[number] = n
	}
	return r.kinds[number]
}

var (
	roleNode    = pattern.New(`(?:^|\.)(?:data\.)?aws_iam_role\.[\w-]+$`)
	holderNode  = pattern.New(`(?:^|\.)aws_iam_(?:role_policy_attachments?(?:_exclusive)?|policy_attachment|role_policy|role)\.[\w-]+$`)
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
func (r *roles) holders(block string) []int {
	var holders []int
	first := r.number(block)
	r.walk(first, r.users, func(number int) bool {
		n := r.node(number)
		if n.isHolder || n.isOpaque {
			holders = append(holders, number)
			return r.makers[n.name] // other blocks may attach the policy that the module makes
		}
		return number == first || n.isPassing
	})
	return holders
}

// rolesAt returns the roles to which a holder gives a policy; none if they are not known.
func (r *roles) rolesAt(holder int) []string {
	if nodes, known := r.held[holder]; known {
		return nodes
	}
	var nodes []string
	isUnknown := false
	r.walk(holder, r.edges, func(number int) bool {
		n := r.node(number)
		switch {
		case n.isRole:
			named, isKnown := r.meant(n.name)
			nodes, isUnknown = append(nodes, named...), isUnknown || !isKnown
			return false
		case number == holder && n.isOpaque:
			nodes = append(nodes, n.name)
			return false
		case n.outputOf != "" && number != holder:
			nodes = append(nodes, n.outputOf)
			return false
		}
		return number == holder || n.isNaming
	})
	if isUnknown {
		nodes = nil
	}
	r.held[holder] = nodes
	return nodes
}

// walk visits the nodes that are reachable from first. It continues from those for which visit returns true.
func (r *roles) walk(first int, next [][]int, visit func(number int) bool) {
	r.walks++
	r.visited[first] = r.walks
	for queue := []int{first}; len(queue) > 0; {
		number := queue[0]
		queue = queue[1:]
		if !visit(number) {
			continue
		}
		for _, n := range next[number] {
			if r.visited[n] != r.walks {
				r.visited[n] = r.walks
				queue = append(queue, n)
			}
		}
	}
}

// Holders returns the first blocks on the ways from a block to its users that AWS has: the block itself, or for a document those that use it
// through names and other documents. If nothing uses it, it is the block.
func Holders(p *project.Project, block string) (holders []string) {
	users := map[string][]string{}
	for from, targets := range p.Edges {
		for _, to := range targets {
			users[to] = append(users[to], from)
		}
	}
	visited := map[string]bool{block: true}
	for queue := []string{block}; len(queue) > 0; queue = queue[1:] {
		node := queue[0]
		if !documentNode().MatchString(node) {
			holders = append(holders, node)
			continue
		}
		for _, user := range users[node] {
			isAround := strings.HasPrefix(node, user+".") // the call of the module that contains the node
			if !visited[user] && !isAround {
				visited[user] = true
				queue = append(queue, user)
			}
		}
	}
	if len(holders) == 0 {
		return []string{block}
	}
	slices.Sort(holders)
	return holders
}

// documentNode matches what only passes a document on.
var documentNode = pattern.New(`(?:^|\.)(?:(?:var|local|output)\.[\w-]+|data\.aws_iam_policy_document\.[\w-]+)$`)
