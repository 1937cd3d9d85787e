package iam

import (
	"path"
	"sync"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// grant is what a policy, or several together, may allow a role. Grants of many policies are joined once for each role and directory, because
// a project may have thousands of policies for thousands of roles.
type grant struct {
	allowed abilities
	hidden  bool // there may be policies outside of the project
	modules bool // a module makes the role, with permissions of its own
}

func (g grant) with(more grant) grant {
	return grant{g.allowed | more.allowed, g.hidden || more.hidden, g.modules || more.modules}
}

// grants are those of a project, by the roles that have them and by the places that decide whether a policy may belong to a role.
type grants struct {
	roles        *roles
	policyBlocks map[string]bool  // the blocks that make a policy
	ofRoles      map[string]grant // by role
	unowned      grant            // of unknown roles, which may be any
	anywhere     grant            // of all roles, for a policy of an unknown role
	ofDirs       map[string]grant // of manifests that do not mention Karpenter, by directory: for the roles of that directory only
	allDirs      grant
}

func newGrants(p *project.Project) *grants {
	g := &grants{roles: newRoles(p), policyBlocks: map[string]bool{}, ofRoles: map[string]grant{}, ofDirs: map[string]grant{}}
	for _, r := range p.Resources {
		if r.Kind == survey.IAMPolicy {
			g.policyBlocks[r.Block] = true
		}
	}
	for _, r := range p.Resources {
		switch r.Kind {
		case survey.IAMPolicy, survey.PolicyAttachment, survey.ModuleCall:
			if has := g.read(r); has != (grant{}) {
				g.add(r, has)
			}
		}
	}
	return g
}

// read returns what a resource allows its role.
func (g *grants) read(r *survey.Resource) (has grant) {
	switch r.Kind {
	case survey.IAMPolicy:
		list := r.Value.Get("statements")
		has.hidden = r.Value.Get("open").IsTrue() || !list.IsWholeList()
		for _, statement := range list.List() {
			has.allowed |= abilitiesOf(statement)
		}
	case survey.PolicyAttachment:
		has.hidden = !g.isInProject(r.Value.Get("policy"))
	case survey.ModuleCall:
		row := permissionsModule(r)
		has.modules = row != nil && makesRole(row, r)
	}
	return has
}

// add adds the grant of a resource to those of its roles. What a module attaches belongs only to the role of that module.
func (g *grants) add(r *survey.Resource, has grant) {
	owner := g.roles.of(r)
	for role := range owner {
		g.ofRoles[role] = g.ofRoles[role].with(has)
	}
	isOfModule := r.Kind == survey.ModuleCall || r.Kind == survey.PolicyAttachment && isModule(r.Block)
	switch {
	case isOfModule:
	case r.Block == "" && r.File != nil && !isKarpenters(r):
		dir := path.Dir(r.File.Path)
		g.ofDirs[dir], g.allDirs = g.ofDirs[dir].with(has), g.allDirs.with(has)
	default:
		g.anywhere = g.anywhere.with(has)
		if len(owner) == 0 {
			g.unowned = g.unowned.with(has)
		}
	}
}

// of returns what the role with a policy may have. Two policies in manifests may belong to one role if they are in the same directory, or
// both are Karpenter's. In Terraform the roles decide.
func (g *grants) of(policy *survey.Resource) grant {
	near := g.allDirs
	if policy.File != nil {
		near = g.ofDirs[path.Dir(policy.File.Path)]
	}
	return g.ofOwner(g.roles.of(policy)).with(near)
}

// ofRole returns what the role of a module may have from the whole project.
func (g *grants) ofRole(call *survey.Resource) grant {
	return g.ofOwner(g.roles.of(call)).with(g.allDirs)
}

func (g *grants) ofOwner(o owner) grant {
	if len(o) == 0 {
		return g.anywhere
	}
	has := g.unowned
	for role := range o { // in any order: it is a union
		has = has.with(g.ofRoles[role])
	}
	return has
}

// abilities are actions and tags that a statement may allow, each a bit of those that numbers has.
type abilities uint64

const createTags = "ec2:CreateTags"

func (a abilities) has(what string) bool { return a&numbers()[what] != 0 }

func toDo(action, resource string) string { return "action " + action + " " + resource }

func toTag(tag string) string { return "tag " + tag }

func toLaunchWithout(tag string) string { return "launch without " + tag }

// numbers returns the bit of each ability that a permission needs.
var numbers = sync.OnceValue(func() map[string]abilities {
	bits := map[string]abilities{}
	add := func(what string) {
		if bits[what] == 0 {
			bits[what] = 1 << len(bits)
		}
	}
	for _, permission := range facts.Permissions().Permissions { // in any order: which bit is whose does not matter
		for _, action := range permission.Actions {
			add(toDo(action, permission.Resource))
		}
		if permission.Tag != "" {
			add(toTag(permission.Tag))
		}
		if permission.Untagged != "" {
			add(toLaunchWithout(permission.Untagged))
		}
	}
	return bits
})

// abilitiesOf returns what a statement may allow.
func abilitiesOf(statement *model.Value) (allowed abilities) {
	for _, permission := range facts.Permissions().Permissions {
		for _, action := range permission.Actions {
			what := toDo(action, permission.Resource)
			if !allowed.has(what) && mayAllow(statement, action) && mayBeFor(statement, permission.Resource) {
				allowed |= numbers()[what]
			}
		}
		tag := permission.Tag
		if tag != "" && mayAllow(statement, createTags) && !isOfOthers(statement) && tagCondition(statement, tag) < 0 {
			allowed |= numbers()[toTag(tag)]
		}
		untagged := permission.Untagged
		if untagged != "" && mayLaunch(statement) && requestCondition(statement, untagged) < 0 {
			allowed |= numbers()[toLaunchWithout(untagged)]
		}
	}
	return allowed
}
