package iam

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// isAllow reports whether a statement certainly has the effect Allow.
func isAllow(statement *model.Value) bool {
	effect := statement.Get("effect")
	return statement.IsMap() && (effect.IsAbsent() || strings.EqualFold(effect.Text, "Allow"))
}

// names reports whether a statement lists an action without a wildcard.
func names(statement *model.Value, action string) bool {
	return slices.ContainsFunc(statement.List("actions"), func(v *model.Value) bool {
		return v.Kind == model.String && strings.EqualFold(v.Text, action)
	})
}

// mayAllow reports whether a statement may allow the action.
func mayAllow(statement *model.Value, action string) bool {
	if !statement.IsMap() {
		return true
	}
	if effect := statement.Get("effect"); !effect.IsAbsent() && effect.Kind == model.String && !strings.EqualFold(effect.Text, "Allow") {
		return false
	}
	actions := statement.Get("actions")
	if actions.IsString() {
		actions = model.NewList(actions)
	}
	if !actions.IsWholeList() {
		return true
	}
	return slices.ContainsFunc(actions.Items, func(v *model.Value) bool { return v.Kind != model.String || globs(v.Text, action) })
}

// mayBeFor reports whether a statement may be for a type of resources, such as placement-group. Each is for "".
func mayBeFor(statement *model.Value, kind string) bool {
	list := statement.Get("resources")
	if list.IsString() {
		list = model.NewList(list)
	}
	if kind == "" || !list.IsWholeList() {
		return true
	}
	return slices.ContainsFunc(list.Items, func(v *model.Value) bool {
		arn := strings.Trim(v.Text, `"`)
		if v.Kind != model.String && !strings.HasPrefix(arn, "arn:") {
			return true
		}
		name := arn[strings.LastIndex(arn, ":")+1:]
		return strings.Contains(name, "${") || strings.HasPrefix(name, kind+"/") || globs(name, kind+"/x")
	})
}

// mayLaunch reports whether a statement may allow launching instances, and not only with the images, networks or templates of its resources.
func mayLaunch(statement *model.Value) bool {
	return mayAllow(statement, "ec2:RunInstances") && mayBeFor(statement, "instance")
}

// requestCondition returns the index of a statement's condition that requires a tag in each request; -1 if there is none.
func requestCondition(statement *model.Value, tag string) int {
	return slices.IndexFunc(statement.List("conditions"), func(c *model.Value) bool {
		test := strings.ToLower(c.Str("test"))
		isRequired := strings.HasPrefix(test, "string") && !strings.Contains(test, "not") && !strings.HasSuffix(test, "ifexists")
		return isRequired && strings.EqualFold(c.Str("variable"), "aws:RequestTag/"+tag)
	})
}

// globs reports whether a policy text, with the wildcards * and ?, matches another text. Case does not matter.
func globs(written, text string) bool {
	if !strings.ContainsAny(written, "*?") {
		return strings.EqualFold(written, text)
	}
	return matchesGlob([]rune(strings.ToLower(written)), []rune(strings.ToLower(text)))
}

// matchesGlob reports whether a glob matches a text. After a mismatch it goes back to the last * only, and lets that match one letter more.
func matchesGlob(glob, text []rune) bool {
	g, t, star, resume := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case g < len(glob) && glob[g] == '*':
			star, resume = g, t
			g++
		case g < len(glob) && (glob[g] == '?' || glob[g] == text[t]):
			g++
			t++
		case star >= 0:
			resume++
			g, t = star+1, resume
		default:
			return false
		}
	}
	return len(slices.DeleteFunc(glob[g:], func(r rune) bool { return r == '*' })) == 0
}

var (
	managedPolicy   = pattern.New(`:policy/(?:[\w-]+/)*([\w-]+)"?$`)
	policyReference = pattern.New(`^(?:module\.[\w-]+(?:\[[^\]]*\])?\.)*aws_iam_policy\.[\w-]+(?:\[[^\]]*\])?\.(?:arn|id)$`)
	moduleOutput    = pattern.New(`^((?:module\.[\w-]+)(?:\.module\.[\w-]+)*)(?:\[[^\]]*\])?\.[\w-]+$`)
)

// isInProject reports whether the permissions of an attached policy are known: it is a policy in the project, or a policy of AWS
// without permissions that Karpenter needs.
func (g *grants) isInProject(arn *model.Value) bool {
	if arn.IsAbsent() {
		return true
	}
	if match := managedPolicy().FindStringSubmatch(arn.Text); match != nil {
		return slices.Contains(facts.Permissions().Harmless, match[1])
	}
	if policyReference().MatchString(arn.Text) {
		return true
	}
	match := moduleOutput().FindStringSubmatch(arn.Text)
	return match != nil && g.policyBlocks[match[1]]
}

// AllowsAll reports whether the statements of a policy allow all actions on a resource whose ARN contains the text.
func AllowsAll(policy *survey.Resource, actions []string, resource string) bool {
	var allowed []string
	for _, statement := range policy.Value.List("statements") {
		if strings.EqualFold(statement.Str("effect"), "Deny") || !isAbout(statement, resource) {
			continue
		}
		for _, action := range statement.List("actions") {
			allowed = append(allowed, strings.ToLower(action.Text))
		}
	}
	return !slices.ContainsFunc(actions, func(action string) bool {
		return !slices.ContainsFunc(allowed, func(pattern string) bool {
			matched, err := path.Match(pattern, strings.ToLower(action))
			return err == nil && matched
		})
	})
}

// isAbout reports whether a statement is about a resource whose ARN contains the text, or about all resources.
func isAbout(statement *model.Value, resource string) bool {
	resources := statement.List("resources")
	return resource == "" || len(resources) == 0 || slices.ContainsFunc(resources, func(r *model.Value) bool {
		isForAll := r.Text == "*" || strings.HasSuffix(r.Text, ":*")
		return isForAll || r.IsUnknown() || strings.Contains(r.Text, resource)
	})
}
