package iam

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Controller is a policy, or a module call, that allows Karpenter's controller to launch instances, with the permissions that the
// controller certainly lacks. Convert reads it too.
type Controller struct {
	*survey.Resource       // an IAMPolicy or a ModuleCall
	Place            []any // of the statement that allows launching instances; nil for a module
	Lacks            []Lack
	Known            bool     // all policies of the role are in the project; if not, Lacks is empty
	Passes           Passed   // the roles that it may give to nodes, without those of a module's own policy
	Roles            []string // the nodes of the roles with the policy, sorted; none if they are not known
	Attached         bool     // the roles are known, and may be that of a controller; true for a module
}

// Lack is a missing permission of a controller.
type Lack struct {
	Permission string   // its name in facts.Permissions
	Actions    []string // the missing ones; none for a tag
	Place      []any    // of the condition that excludes a tag; nil for actions
	Input      string   // the module argument that grants it in some of the admitted versions; "" if there is none
	Since      string   // the first module version that can grant it; "" if there is none
	SinceInput string   // the argument that grants it in that version; "" if it always does
}

// Controllers returns the policies and module calls that allow Karpenter's controller to launch instances in this project.
func Controllers(p *project.Project) []Controller {
	grants := sync.OnceValue(func() *grants { return newGrants(p) })
	passing := sync.OnceValue(func() *passing { return newPassing(p, grants().roles) })
	var controllers []Controller
	for _, r := range p.Resources {
		c := Controller{Resource: r, Attached: r.Kind == survey.ModuleCall}
		switch r.Kind {
		case survey.IAMPolicy:
			place, ok := launches(r)
			if !ok || grants().roles.isForOthers(grants().roles.of(r)) {
				continue
			}
			c.Place = place
			c.Attached = r.Block != "" && grants().roles.isForPods(r)
			c.Lacks, c.Known = grants().policyLacks(r)
		case survey.ModuleCall:
			row := permissionsModule(r)
			if row == nil || !makesRole(row, r) {
				continue
			}
			c.Lacks, c.Known = grants().moduleLacks(row, r)
			c.Passes = passedByArguments(row, r)
		default:
			continue
		}
		owner := grants().roles.of(r)
		c.Roles = slices.Sorted(maps.Keys(owner))
		c.Passes = c.Passes.with(passing().of(owner))
		c.Passes.More = c.Passes.More || !c.Known
		controllers = append(controllers, c)
	}
	return controllers
}

// launches returns the place of the statement that allows launching instances. ok is false if the policy is not one of Karpenter's
// controller.
func launches(policy *survey.Resource) (place []any, ok bool) {
	statements := policy.Value.Get("statements")
	if !statements.IsWholeList() && statements != nil && statements.Kind != model.List {
		return nil, false
	}
	fleet := false
	for i, statement := range statements.Children() {
		if !isAllow(statement) || requestCondition(statement, autoModeTag) >= 0 {
			continue
		}
		if names(statement, "ec2:RunInstances") && place == nil {
			place = []any{"statements", i}
		}
		fleet = fleet || names(statement, "ec2:CreateFleet")
	}
	return place, place != nil && fleet && isKarpenters(policy)
}

// autoModeTag is a tag that EKS sets on the instances of Auto Mode. The policy of a cluster requires it in requests.
const autoModeTag = "eks:kubernetes-node-class-name"

// isKarpenters reports whether a policy that allows launching instances is Karpenter's: its text, address or file mentions
// Karpenter, or it also allows reading prices.
func isKarpenters(policy *survey.Resource) bool {
	if policy.File != nil && mentions(policy.File.Path) || mentions(policy.Address) {
		return true
	}
	for _, e := range policy.Value.Entries {
		if e.Key.Text == "role_names" {
			continue // a policy of anything may be given to a role of Karpenter
		}
		for v := range e.Value.All() {
			if mentions(v.Text) || strings.EqualFold(v.Text, "pricing:GetProducts") {
				return true
			}
		}
	}
	return false
}

func mentions(text string) bool { return strings.Contains(strings.ToLower(text), survey.ChartName) }

// policyLacks returns the permissions that the role with the policy certainly lacks. known is false if the role may have policies
// outside of the project.
func (g *grants) policyLacks(policy *survey.Resource) (lacks []Lack, known bool) {
	has := g.of(policy)
	if has.hidden || has.modules {
		return nil, false
	}
	for name, permission := range facts.Permissions().Permissions {
		lack := Lack{Permission: name}
		if len(permission.Actions) == 0 {
			if lack.Place = excluded(policy, has.allowed, permission); lack.Place == nil {
				continue
			}
		} else if lack.Actions = missing(permission, has.allowed); len(lack.Actions) == 0 {
			continue
		}
		lacks = append(lacks, lack)
	}
	sortLacks(lacks)
	return lacks, true
}

func sortLacks(lacks []Lack) {
	slices.SortFunc(lacks, func(a, b Lack) int { return strings.Compare(a.Permission, b.Permission) })
}

// missing returns the actions of a permission that are not allowed.
func missing(p facts.Permission, allowed abilities) []string {
	return slices.DeleteFunc(slices.Clone(p.Actions), func(action string) bool { return allowed.has(toDo(action, p.Resource)) })
}

// excluded returns the place of the condition in the policy that excludes a permission about a tag; nil if there is none.
func excluded(policy *survey.Resource, allowed abilities, permission facts.Permission) (place []any) {
	if permission.Tag != "" {
		return untagged(policy, allowed, permission.Tag)
	}
	if allowed.has(toLaunchWithout(permission.Untagged)) {
		return nil
	}
	for i, s := range policy.Value.List("statements") {
		if condition := requestCondition(s, permission.Untagged); condition >= 0 && mayLaunch(s) {
			return []any{"statements", i, "conditions", condition}
		}
	}
	return nil
}

// untagged returns the place of a condition in the policy that stops the controller from setting a tag on existing instances. It
// returns nil if that may be allowed, or if no statement of the policy allows setting tags at all.
func untagged(policy *survey.Resource, allowed abilities, tag string) (place []any) {
	if allowed.has(toTag(tag)) {
		return nil
	}
	for i, s := range policy.Value.List("statements") {
		if condition := tagCondition(s, tag); condition >= 0 && mayAllow(s, createTags) && !isOfOthers(s) {
			return []any{"statements", i, "conditions", condition}
		}
	}
	return nil
}

// isOfOthers reports whether a statement does not apply to existing instances. It applies only while a resource is created, or only
// to requests with certain tags, which such a request has.
func isOfOthers(statement *model.Value) bool {
	return slices.ContainsFunc(statement.List("conditions"), func(c *model.Value) bool {
		variable := strings.ToLower(c.Str("variable"))
		isRequired := !strings.HasSuffix(strings.ToLower(c.Str("test")), "ifexists")
		return isRequired && (variable == "ec2:createaction" || strings.HasPrefix(variable, "aws:requesttag/"))
	})
}

// tagCondition returns the index of a statement's condition that allows only other tags; -1 if there is none.
func tagCondition(statement *model.Value, tag string) int {
	return slices.IndexFunc(statement.List("conditions"), func(c *model.Value) bool {
		values := c.Get("values")
		if !strings.EqualFold(c.Str("variable"), "aws:TagKeys") || !strings.HasPrefix(c.Str("test"), "ForAllValues:String") || !values.IsWholeList() {
			return false
		}
		return !slices.ContainsFunc(values.Items, func(v *model.Value) bool { return v.Kind != model.String || globs(v.Text, tag) })
	})
}

// permissionsModule returns the row of a module that makes a role for the controller; nil for any other call.
func permissionsModule(call *survey.Resource) *facts.PermissionsModule {
	modules := facts.Permissions().Modules
	for i := range modules {
		if modules[i].Repository == call.Value.Str("module") {
			return &modules[i]
		}
	}
	return nil
}

// argument returns the argument of a call at a dotted path.
func argument(call *survey.Resource, path string) *model.Value {
	return call.Value.Get(model.Join([]any{"arguments"}, model.Keys(path)...)...)
}

// makesRole reports whether the module certainly makes the role.
func makesRole(row *facts.PermissionsModule, call *survey.Resource) bool {
	if row.Enable != "" && !argument(call, row.Enable).IsTrue() {
		return false
	}
	return !slices.ContainsFunc(row.Without, func(s facts.ModuleSwitch) bool {
		v := argument(call, s.Argument)
		return !v.IsAbsent() && !v.IsTrue() && call.Versions.Overlaps(versions.Of(s.Releases))
	})
}

// moduleLacks returns the permissions that the role of a module certainly lacks. known is false if that cannot be decided.
func (g *grants) moduleLacks(row *facts.PermissionsModule, call *survey.Resource) (lacks []Lack, known bool) {
	allowed, known := g.added(row, call)
	if !known {
		return nil, false
	}
	for name, permission := range facts.Permissions().Permissions {
		lack := Lack{Permission: name, Actions: missing(permission, allowed)}
		if has(allowed, permission) || mayGive(row, call, &lack) {
			continue
		}
		lacks = append(lacks, lack)
	}
	sortLacks(lacks)
	return lacks, true
}

// has reports whether all that a permission consists of is allowed.
func has(allowed abilities, permission facts.Permission) bool {
	switch {
	case permission.Tag != "":
		return allowed.has(toTag(permission.Tag))
	case permission.Untagged != "":
		return allowed.has(toLaunchWithout(permission.Untagged))
	}
	return len(missing(permission, allowed)) == 0
}

// mayGive reports whether a module version that the call admits may grant a permission. If none does, it records in lack how other
// versions or arguments grant it.
func mayGive(row *facts.PermissionsModule, call *survey.Resource, lack *Lack) bool {
	for _, given := range row.Allows[lack.Permission] {
		if lack.Since == "" {
			lack.Since, lack.SinceInput = given.Since, given.Input
		}
		if !call.Versions.Overlaps(versions.Of(given.Releases)) {
			continue
		}
		input := argument(call, given.Input)
		switch {
		case given.Unless != "" && argument(call, given.Unless).IsTrue():
			continue
		case given.Input == "", input.IsAbsent() && given.Default, !input.IsAbsent() && !input.IsFalse():
			return true
		}
		lack.Input = given.Input
	}
	isFaded := facts.Permissions().Permissions[lack.Permission].Until != "" // no later version allows it again
	known := versions.ParseTerraform("<= " + row.Newest)
	return lack.Input == "" && !isFaded && !call.Versions.IsWithin(known)
}

// added returns what a call and other policies in the project allow in addition to the statements of the module. known is false if the
// call adds policies from outside of the project.
func (g *grants) added(row *facts.PermissionsModule, call *survey.Resource) (allowed abilities, known bool) {
	for _, name := range row.More {
		v := argument(call, name)
		if v.IsAbsent() {
			continue
		}
		if v.IsUnknown() || v.Open {
			return 0, false
		}
		for _, item := range v.Children() {
			switch {
			case item.IsMap():
				allowed |= abilitiesOf(item)
			case !g.isInProject(item):
				return 0, false
			}
		}
	}
	has := g.ofRole(call)
	return allowed | has.allowed, !has.hidden
}
