package runbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// allow returns a step with the permissions that the release asks for and no file shows; nil where policies are in the files, because lint compares those.
func (s site) allow() *Step {
	if s.stop.Installed() || s.showsPermissions() {
		return nil
	}
	step := s.step("permissions", "Allow the controller what this release asks for")
	step.Why = []string{"No file has its policy."}
	for _, name := range permissionNames() {
		p := facts.Permissions().Permissions[name]
		if !s.crosses(p.Since) || p.For != "" && !s.usesField(p.For) {
			continue
		}
		what := strings.Join(p.Actions, ", ")
		if p.Tag != "" {
			what = "ec2:CreateTags for the tag " + p.Tag + " on instances"
		}
		step.Items = append(step.Items, Item{Text: fmt.Sprintf("%s; otherwise %s", what, p.Effect)})
	}
	if len(step.Items) == 0 {
		return nil
	}
	return step
}

// permissionNames returns the names of the permissions, in the order of the releases that ask for them.
func permissionNames() []string {
	all := facts.Permissions().Permissions
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(versionKey(all[a].Since)+a, versionKey(all[b].Since)+b) })
	return names
}

// versionKey returns a text by which releases are sorted as texts.
func versionKey(release string) string {
	var parts []string
	for part := range strings.SplitSeq(release, ".") {
		parts = append(parts, fmt.Sprintf("%03s", part))
	}
	return strings.Join(parts, ".")
}

// showsPermissions reports whether the project has something that gives the controller its permissions.
func (s site) showsPermissions() bool {
	return slices.ContainsFunc(s.after.project.Resources, func(r *survey.Resource) bool {
		return r.Kind == survey.IAMPolicy || r.Kind == survey.PolicyAttachment || r.Kind == survey.ModuleCall
	})
}

// usesField reports whether a class has a field for which Karpenter asks for a permission.
func (s site) usesField(field string) bool {
	return slices.ContainsFunc(s.after.project.Resources, func(r *survey.Resource) bool {
		uses := slices.ContainsFunc(r.Value.List("uses"), func(use *model.Value) bool { return use.Text == field })
		return r.Kind == survey.Object && (uses || survey.IsGiven(r.Value.Get(field)))
	})
}
