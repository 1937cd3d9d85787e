package rename

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// covered says whether all that a statement allows is allowed by others without the old tags: it is there for old nodes only.
func (o *Object) covered(s *model.Value, all []*model.Value) bool {
	if o.hasTwin(s, all) {
		return true
	}
	actions, kinds := listed(s, "Action"), resourceKinds(s)
	for _, action := range actions {
		for _, kind := range kinds {
			if !slices.ContainsFunc(all, func(other *model.Value) bool { return o.covers(other, s, action, kind) }) {
				return false
			}
		}
	}
	return len(actions) > 0
}

// hasTwin says whether a policy has a statement that equals s but for its tags and its id. What a statement without a list of
// actions allows is not compared in another way.
func (o *Object) hasTwin(s *model.Value, all []*model.Value) bool {
	want := withoutSid(record.Fresh(s))
	for _, c := range conditionsOf(want) {
		if m := tagVariable().FindStringSubmatch(c.variable.Text); m != nil && o.Names.NewLabel(m[2]) != "" {
			c.variable.Text = m[1] + o.Names.NewLabel(m[2])
		}
		for _, v := range append([]*model.Value{c.values}, c.values.Items...) {
			if strings.EqualFold(c.variable.Text, "aws:TagKeys") && o.Names.NewLabel(v.Text) != "" {
				v.Text = o.Names.NewLabel(v.Text)
			}
		}
	}
	return slices.ContainsFunc(all, func(other *model.Value) bool { return model.Equal(withoutSid(record.Fresh(other)), want) })
}

func withoutSid(statement *model.Value) *model.Value {
	statement.Entries = slices.DeleteFunc(statement.Entries, func(e *model.Entry) bool { return strings.EqualFold(e.Key.Text, "sid") })
	return statement
}

func (o *Object) covers(other, s *model.Value, action, kind string) bool {
	if other.Kind != model.Map || other.Str("Effect")+other.Str("effect") != s.Str("Effect")+s.Str("effect") || len(tagUses(o.Names, other)) > 0 {
		return false
	}
	kinds := resourceKinds(other)
	return (slices.Contains(kinds, "*") || slices.Contains(kinds, kind)) &&
		slices.ContainsFunc(listed(other, "Action"), func(wider string) bool { return matchesAction(wider, action) })
}

func matchesAction(wider, action string) bool {
	matched, err := path.Match(strings.ToLower(wider), strings.ToLower(action))
	return err == nil && matched
}

// listed returns what a statement lists under Action or Resource, which an aws_iam_policy_document calls actions and resources.
func listed(statement *model.Value, key string) []string {
	return slices.Concat(texts(statement.Get(key)), texts(statement.Get(strings.ToLower(key)+"s")))
}

// texts returns the items of a list, or the one that stands in its place.
func texts(v *model.Value) []string {
	switch {
	case v == nil:
		return nil
	case v.Kind != model.List:
		return []string{v.Text}
	}
	var all []string
	for _, item := range v.Items {
		all = append(all, item.Text)
	}
	return all
}

// resourceKinds returns instance, launch-template and so on of the ARNs that a statement is for, "*" for all or unknown ones.
func resourceKinds(s *model.Value) []string {
	var kinds []string
	for _, arn := range listed(s, "Resource") {
		kind := "*"
		if m := arnKind().FindStringSubmatch(arn); m != nil {
			kind = m[1]
		}
		kinds = append(kinds, kind)
	}
	if kinds == nil {
		return []string{"*"}
	}
	return kinds
}

var arnKind = pattern.New(`:([a-z][a-z-]*)/[^:]*$`)

// permissions says once for each policy that the new API needs more of it than other tags.
func (o *Object) permissions(at []any, statements *model.Value) {
	const message = "Karpenter %s needs more than other tags: iam:CreateInstanceProfile and the like where a class names a role, ec2:CreateTags for karpenter.sh/nodeclaim%s; compare the policy with its own"
	for _, s := range append([]*model.Value{statements}, statements.Items...) {
		if slices.ContainsFunc(listed(s, "Action"), func(a string) bool { return matchesAction(a, newAction) }) {
			return
		}
	}
	if o.permitted || o.inPolicyDocument(at) { // of which others make one policy
		return
	}
	o.permitted = true
	more := ""
	if o.Behaves.TagsCluster {
		more = ", and the tag eks:eks-cluster-name"
	}
	o.See(pages.Permissions).Warn(at, message, o.Release, more)
}

// newAction is one that Karpenter needs for the classes of v1beta1 that name a role.
const newAction = "iam:CreateInstanceProfile"
