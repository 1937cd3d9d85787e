package runbook

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project/iam"
	"github.com/karplint/karplint/survey"
)

// givePermissions returns a step with the permissions that are new with the release and that no file gives the controller.
func (s site) givePermissions() *Step {
	if s.stop.Installed() {
		return nil
	}
	step := s.step("permissions", "Give the controller the permissions that this release needs")
	for _, name := range permissionNames() {
		p := facts.Permissions().Permissions[name]
		if p.Since == "" || !s.asksFor(p) || !s.crosses(p.Since) || s.isShown(name) {
			continue
		}
		actions := about(p.Actions, p.Resource)
		if p.Tag != "" {
			actions = "ec2:CreateTags for the tag " + p.Tag + " on instances"
		}
		step.Items = append(step.Items, Item{Text: fmt.Sprintf("%s; otherwise %s", actions, p.Effect)})
	}
	for _, p := range facts.Upgrades().Permissions {
		if s.crosses(p.Since) && !s.isAllowed(p.Actions, p.Resource) {
			step.Items = append(step.Items, Item{Text: fmt.Sprintf("%s; otherwise %s", about(p.Actions, p.Resource), p.Effect)})
		}
	}
	if len(step.Items) == 0 {
		return nil
	}
	step.Why = []string{"No file shows that its role has them: add them where its policy is, and apply that before the controller."}
	return step
}

// asksFor reports whether the classes and the values of the chart make Karpenter ask for a permission.
func (s site) asksFor(p facts.Permission) bool {
	return (p.For == "" || s.usesField(p.For)) && s.after.setsOne(p.With) && (len(p.Without) == 0 || !s.after.setsOne(p.Without))
}

// setsOne reports whether one of these values of the chart is set, and not false, or there are none.
func (i *Installation) setsOne(paths []string) bool {
	return len(paths) == 0 || slices.ContainsFunc(paths, func(path string) bool {
		v := i.Controller.value(path)
		return v != nil && !v.IsFalse()
	})
}

// about names a permission: its actions, and the resources that they are for.
func about(actions []string, resource string) string {
	text := strings.Join(actions, ", ")
	if resource != "" {
		text += " on arn:aws:ec2:*:*:" + resource + "/*"
	}
	return text
}

// permissionRules are lint's rules about permissions of the controller. KL710 reports those of everyRelease, and less often than the others.
var permissionRules, everyRelease = []string{"KL702", "KL703", "KL704", "KL802"}, []string{"cluster", "old-launch-templates", "prices", "queue"}

// isShown reports whether the files give the controller the permission. If lint reports missing permissions, all of them count as shown, because
// its findings list them already.
func (s site) isShown(permission string) bool {
	p, isStrict := facts.Permissions().Permissions[permission], slices.Contains(everyRelease, permission)
	if slices.ContainsFunc(s.taken.Left, func(f lint.Finding) bool {
		return f.Rule == "KL710" || !isStrict && slices.Contains(permissionRules, f.Rule)
	}) {
		return true
	}
	if p.Tag != "" { // lint checks which tags a policy allows
		return s.isAllowed([]string{"ec2:CreateTags"}, p.Resource)
	}
	return s.isAllowed(p.Actions, p.Resource)
}

// isAllowed reports whether a policy in the files allows all actions on a resource whose ARN contains the text. A call of a module that karplint
// knows counts as well, because the module may make the role of the controller. The only installation may have its policies in other projects.
func (s site) isAllowed(actions []string, resource string) bool {
	resources := s.after.project.Resources
	for _, a := range s.access {
		isOnly := len(s.groups) == 1 && len(s.installations) == 1
		if isOnly && slices.ContainsFunc(iam.Controllers(a.project), func(c iam.Controller) bool { return c.Known && c.ID == a.ID }) {
			resources = slices.Concat(resources, a.project.Resources)
		}
	}
	return slices.ContainsFunc(resources, func(r *survey.Resource) bool {
		return r.Kind == survey.ModuleCall || r.Kind == survey.IAMPolicy && iam.AllowsAll(r, actions, resource)
	})
}

// permissionNames returns the names of the permissions, in the order of the releases that ask for them.
func permissionNames() []string {
	permissions := facts.Permissions().Permissions
	since := func(name string) string { return cmp.Or(permissions[name].Since, "0") }
	return slices.SortedFunc(maps.Keys(permissions), func(a, b string) int {
		return cmp.Or(compareVersions(since(a), since(b)), strings.Compare(a, b))
	})
}

// usesField reports whether a class sets a field for which Karpenter needs a permission. A class without an instance profile counts for the field
// role, because it may get one. Classes of an older API do not count beside their successors, which have the instance profile of the settings.
func (s site) usesField(field string) bool {
	isSuccessor := func(r *survey.Resource) bool {
		o := objectOf(r)
		return o != nil && !o.IsPool && o.Generation == s.stop.Writes
	}
	hasSuccessors := slices.ContainsFunc(s.after.project.Resources, isSuccessor)
	return slices.ContainsFunc(s.after.project.Resources, func(r *survey.Resource) bool {
		isClass := r.Kind == survey.Object && survey.IsClass(r.Value.Str("kind"))
		if r.Kind != survey.Object || isClass && hasSuccessors && !isSuccessor(r) {
			return false
		}
		uses := slices.ContainsFunc(r.Value.List("uses"), func(use *model.Value) bool { return use.Text == field })
		mayGetRole := field == roleField && isClass && !survey.IsGiven(r.Value.Get("instanceProfile"))
		return uses || mayGetRole || survey.IsGiven(r.Value.Get(field))
	})
}

// roleField is the field of a class with the role of its nodes.
const roleField = "role"
