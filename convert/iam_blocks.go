package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// isPolicyTest says whether v is a condition of a statement in Terraform's aws_iam_policy_document: {test, variable, values}.
func isPolicyTest(v *model.Value) bool {
	return v.Kind == model.Map && v.Entry("test") != nil && v.Entry("variable") != nil && v.Entry("values") != nil
}

// blockUses returns the uses of old tags in the conditions of a statement of an aws_iam_policy_document. Their paths start at the
// statement.
func (o *object) blockUses(statement *model.Value) []tagUse {
	var uses []tagUse
	conditions := statement.Get("condition")
	if conditions == nil {
		return nil
	}
	for i, c := range conditions.Items {
		test, variable := c.Str("test"), c.Get("variable")
		if !isPolicyTest(c) || variable.Kind != model.String {
			continue
		}
		use := tagUse{path: []any{"condition", i, "variable"}, test: c}
		use.absent = metAbsent().MatchString(test) || strings.EqualFold(test, "Null") && slices.Equal(texts(c.Get("values")), []string{"true"})
		if m := tagVariable().FindStringSubmatch(variable.Text); m != nil && o.newLabel(m[2]) != "" {
			use.old, use.new = variable.Text, m[1]+o.newLabel(m[2])
			uses = append(uses, use)
		}
		if strings.EqualFold(variable.Text, "aws:TagKeys") {
			for j, item := range c.Get("values").Items {
				if name := o.newLabel(item.Text); item.Kind == model.String && name != "" {
					use.path, use.old, use.new, use.value = []any{"condition", i, "values", j}, item.Text, name, true
					uses = append(uses, use)
				}
			}
		}
	}
	return uses
}

// policyBlocks converts the statements of an aws_iam_policy_document, as statements does those of JSON.
func (o *object) policyBlocks(path []any, v *model.Value) {
	for i := len(v.Items) - 1; i >= 0; i-- {
		s := v.Items[i]
		uses := o.blockUses(s)
		place := at(path, i)
		another := slices.ContainsFunc(uses, func(u tagUse) bool { return !u.value && !u.absent })
		switch {
		case len(uses) == 0:
		case o.coveredByBlock(s, v.Items):
			o.info(at(place, uses[0].path...), seePermissions, "the statement is for nodes of a Provisioner, and others allow the same for those of a NodePool; delete it when no old node is left")
		case !o.bothAPIs():
			o.renameInBlock(place, s, uses)
		case another && slices.ContainsFunc(uses, func(u tagUse) bool { return u.absent && !u.value }):
			o.decide(place, seePermissions, "the statement tests %q in two ways; add one for %q by hand, for Karpenter %s serves both APIs", uses[0].old, uses[0].new, o.target)
		case another:
			o.insert(path, i+1, fresh(s))
			if sid := s.Get("sid"); sid != nil && sid.Kind == model.String {
				o.set(at(path, i+1, "sid"), model.NewString(sid.Text+"NodePool"))
			}
			o.renameInBlock(at(path, i+1), s, uses)
			o.info(place, seePermissions, "a statement with %q is added beside the one with %q, for Karpenter %s serves both APIs", uses[0].new, uses[0].old, o.target)
		default:
			o.addToBlock(place, s, uses)
		}
	}
}

// renameInBlock renames the tags in a statement.
func (o *object) renameInBlock(path []any, s *model.Value, uses []tagUse) {
	for _, u := range slices.Backward(uses) {
		place := at(path, u.path...)
		if u.value && slices.Contains(texts(u.test.Get("values")), u.new) {
			o.remove(place)
		} else {
			o.set(place, like(s.Get(u.path...), u.new))
		}
	}
}

// addToBlock adds the new tags beside the old ones where both may stand in one statement.
func (o *object) addToBlock(path []any, s *model.Value, uses []tagUse) {
	before := len(o.ops)
	for _, u := range slices.Backward(uses) {
		place := at(path, u.path...)
		switch {
		case !u.value:
			added := fresh(u.test)
			added.Entry("variable").Value = model.NewString(u.new)
			o.insert(at(path, "condition"), u.path[1].(int)+1, added)
		case !slices.Contains(texts(u.test.Get("values")), u.new):
			o.insert(place[:len(place)-1], u.path[3].(int)+1, like(s.Get(u.path...), u.new))
		}
	}
	if len(o.ops) > before {
		o.info(at(path, uses[0].path...), seePermissions, "%s is added beside %s, for Karpenter %s serves both APIs", uses[0].new, uses[0].old, o.target)
	}
}

// coveredByBlock says whether another statement has the same actions and tests the new tags.
func (o *object) coveredByBlock(s *model.Value, all []*model.Value) bool {
	uses := o.blockUses(s)
	return slices.ContainsFunc(all, func(other *model.Value) bool {
		if other == s || len(o.blockUses(other)) > 0 || !model.Equal(other.Get("actions"), s.Get("actions")) {
			return false
		}
		conditions := other.Get("condition")
		return conditions != nil && slices.ContainsFunc(conditions.Items, func(c *model.Value) bool {
			return c.Str("variable") == uses[0].new || uses[0].value && slices.Contains(texts(c.Get("values")), uses[0].new)
		})
	})
}
