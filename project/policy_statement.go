package project

import (
	"regexp"
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

// globs reports whether a policy text, with the wildcards * and ?, matches another text. Case does not matter.
func globs(written, text string) bool {
	if !strings.ContainsAny(written, "*?") {
		return strings.EqualFold(written, text)
	}
	quoted := regexp.QuoteMeta(strings.ToLower(written))
	quoted = strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(quoted)
	matched, err := regexp.MatchString("^"+quoted+"$", strings.ToLower(text))
	return err != nil || matched
}

var (
	managedPolicy   = pattern.New(`:policy/(?:[\w-]+/)*([\w-]+)"?$`)
	policyReference = pattern.New(`(?:^|\.)aws_iam_policy\.[\w-]+(?:\[[^\]]*\])?\.(?:arn|id)$`)
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
	return match != nil && slices.ContainsFunc(g.resources, func(r *survey.Resource) bool { return r.Kind == survey.IAMPolicy && r.Block == match[1] })
}
