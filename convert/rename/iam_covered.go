package rename

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// covers reports whether statements without the old tags allow everything that a statement allows, so that it is only for old nodes.
func (p *policy) covers(s *model.Value) bool { return p.coversTwin(s, twinOf(p.names, s)) }

// coversTwin is covers for a statement with a known twin.
func (p *policy) coversTwin(s, twin *model.Value) bool {
	if p.hasTwin(twin) {
		return true
	}
	actions, kinds := listOf(s, "Action"), resourceKinds(s)
	for _, action := range actions {
		for _, kind := range kinds {
			if !p.allows(effectOf(s), kind, action) {
				return false
			}
		}
	}
	return len(actions) > 0
}

// twinOf returns the statement with the new tags that otherwise equals s, except for its id. Statements without a list of actions
// can be compared only in this way.
func twinOf(names apis.Names, s *model.Value) *model.Value {
	twin := withoutSid(record.Fresh(s))
	for _, c := range conditionsOf(twin) {
		if m := tagVariable().FindStringSubmatch(c.variable.Text); m != nil && names.NewLabel(m[2]) != "" {
			c.variable.Text = m[1] + names.NewLabel(m[2])
		}
		for _, v := range append([]*model.Value{c.values}, c.values.Items...) {
			if strings.EqualFold(c.variable.Text, "aws:TagKeys") && names.NewLabel(v.Text) != "" {
				v.Text = names.NewLabel(v.Text)
			}
		}
	}
	return twin
}

func withoutSid(statement *model.Value) *model.Value {
	statement.Entries = slices.DeleteFunc(statement.Entries, func(e *model.Entry) bool { return strings.EqualFold(e.Key.Text, "sid") })
	return statement
}

func matchesAction(wider, action string) bool {
	matched, err := path.Match(strings.ToLower(wider), strings.ToLower(action))
	return err == nil && matched
}

// listOf returns the list of a statement under Action or Resource, which are actions and resources in an aws_iam_policy_document.
func listOf(statement *model.Value, key string) []string {
	return slices.Concat(textsOf(statement.Get(key)), textsOf(statement.Get(strings.ToLower(key)+"s")))
}

// textsOf returns the items of a list, or the only item if v is no list.
func textsOf(v *model.Value) []string {
	switch {
	case v == nil:
		return nil
	case v.Kind != model.List:
		return []string{v.Text}
	}
	var patterns []string
	for _, item := range v.Items {
		patterns = append(patterns, item.Text)
	}
	return patterns
}

// resourceKinds returns instance, launch-template and so on of the ARNs that a statement is for, "*" for all or unknown ones.
func resourceKinds(s *model.Value) []string {
	var kinds []string
	for _, arn := range listOf(s, "Resource") {
		kind := "*"
		if m := arnKind().FindStringSubmatch(arn); m != nil {
			kind = m[1]
		}
		kinds = append(kinds, kind)
	}
	if kinds == nil {
		return []string{"*"}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

var arnKind = pattern.New(`:([a-z][a-z-]*)/[^:]*$`)

// allowsNew reports whether statements allow an action that only the new API needs.
func allowsNew(statements *model.Value) bool {
	return slices.ContainsFunc(append([]*model.Value{statements}, statements.Items...), func(s *model.Value) bool {
		return slices.ContainsFunc(listOf(s, "Action"), func(a string) bool { return matchesAction(a, newAction) })
	})
}

// warnPermissions warns once for each policy that the new API needs more permissions, and not only other tags, unless the policy is new.
func (o *Object) warnPermissions(path []any, isNew func() bool) {
	const message = "Karpenter %s needs more than other tags: iam:CreateInstanceProfile and related actions if a class has a role, ec2:CreateTags for " +
		"karpenter.sh/nodeclaim%s; compare the policy with Karpenter's"
	isPart := o.isPolicyDocument(path) // with others it makes one policy
	if o.permitted || isPart || isNew() {
		return
	}
	o.permitted = true
	clusterTag := ""
	if o.Behaves.TagsCluster {
		clusterTag = ", and the tag eks:eks-cluster-name"
	}
	o.See(pages.Permissions).Warn(path, message, o.Release, clusterTag)
}

// newAction is an action that Karpenter needs for classes of v1beta1 with a role.
const newAction = "iam:CreateInstanceProfile"
