package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// isStatement says whether v is a statement of an IAM policy with conditions.
func isStatement(v *model.Value) bool {
	conditions := v.Get("Condition")
	return conditions != nil && conditions.Kind == model.Map && (v.Entry("Effect") != nil || v.Entry("Action") != nil)
}

// tagUse is a place in the conditions of a statement that names a tag of the alpha API.
type tagUse struct {
	path     []any // from the statement: Condition, StringLike, aws:RequestTag/…; for one of several values its index as well
	test     *model.Value
	variable *model.Entry
	old, new string // the variable, or the value
	value    bool   // it is a value of aws:TagKeys
	absent   bool   // the test is met by what has no such tag
}

var (
	tagVariable = pattern.New(`(?i)^((?:aws|ec2):(?:Request|Resource)Tag/)(.+)$`)
	metAbsent   = pattern.New(`(?i)not|ifexists$|^forallvalues:`)
)

// tagUses returns the uses of old tags in the conditions of a statement.
func (o *object) tagUses(statement *model.Value) []tagUse {
	var uses []tagUse
	conditions := statement.Get("Condition")
	if conditions == nil || conditions.Alias != "" || statement.Alias != "" {
		return nil
	}
	for _, test := range conditions.Entries {
		if test.Value.Alias != "" {
			continue
		}
		for _, variable := range test.Value.Entries {
			use := tagUse{path: []any{"Condition", test.Key.Text, variable.Key.Text}, test: test.Value, variable: variable}
			use.absent = metAbsent().MatchString(test.Key.Text) || strings.EqualFold(test.Key.Text, "Null") && variable.Value.Text == "true"
			if m := tagVariable().FindStringSubmatch(variable.Key.Text); m != nil && variable.Key.Kind == model.String {
				if n := o.names.label(m[2]); n != nil && n.New != "" {
					use.old, use.new = variable.Key.Text, m[1]+n.New
					uses = append(uses, use)
				}
			}
			if strings.EqualFold(variable.Key.Text, "aws:TagKeys") {
				uses = append(uses, o.tagValues(use)...)
			}
		}
	}
	return uses
}

// repeats says whether a key stands twice in a map of v.
func repeats(v *model.Value) bool {
	seen := map[string]bool{}
	for _, e := range v.Entries {
		if seen[e.Key.Text] || repeats(e.Value) {
			return true
		}
		seen[e.Key.Text] = true
	}
	return slices.ContainsFunc(v.Items, repeats)
}

// tagValues returns the old tags among the values of aws:TagKeys.
func (o *object) tagValues(use tagUse) []tagUse {
	var uses []tagUse
	add := func(v *model.Value, path []any) {
		if n := o.names.label(v.Text); v.Kind == model.String && n != nil && n.New != "" {
			use := use
			use.path, use.old, use.new, use.value = path, n.Old, n.New, true
			uses = append(uses, use)
		}
	}
	add(use.variable.Value, use.path)
	for i, item := range use.variable.Value.Items {
		add(item, at(use.path, i))
	}
	return uses
}

// statement converts a statement that stands alone.
func (o *object) statement(path []any, v *model.Value) {
	if _, isItem := last(path).(int); isItem || !isStatement(v) {
		return
	}
	uses := o.tagUses(v)
	switch {
	case len(uses) == 0 || o.covered(v, []*model.Value{v}):
	case repeats(v):
		o.decide(at(path, uses[0].path...), seePermissions, "a key stands twice in the statement, and only the last one counts; remove the others")
	case !o.bothAPIs():
		o.renameTags(path, uses)
		o.permissions(path, v)
	case o.addTags(path, uses):
		o.decide(at(path, uses[0].path...), seePermissions, "Karpenter %s also needs what the statement allows with %q; make it a list of two statements", o.target, uses[0].new)
	}
}

func last(path []any) any {
	if len(path) == 0 {
		return nil
	}
	return path[len(path)-1]
}

// statements converts the statements of a policy that are for nodes of the alpha API. While both APIs are served, a statement with
// the new tags is added: the conditions within one must all be met.
func (o *object) statements(path []any, v *model.Value) {
	for i := len(v.Items) - 1; i >= 0; i-- {
		s := v.Items[i]
		if !isStatement(s) {
			continue
		}
		uses := o.tagUses(s)
		place := at(path, i)
		beside := ""
		if len(uses) > 0 {
			beside = o.coveredBeside(s)
		}
		switch {
		case len(uses) == 0:
		case repeats(s):
			o.decide(at(place, uses[0].path...), seePermissions, "a key stands twice in the statement, and only the last one counts; remove the others")
		case o.migrates(s):
			o.warn(at(place, "Condition"), seePermissions, "the statement is for the migration to Machines, which ended with 0.31; delete it")
		case o.covered(s, v.Items):
			o.info(at(place, uses[0].path...), seePermissions, "the statement is for nodes of a Provisioner, and others allow the same for those of a NodePool; delete it when no old node is left")
		case beside != "":
			o.warn(at(place, uses[0].path...), seePermissions, "the statement is for nodes of a Provisioner, and %s allows the same for those of a NodePool, so it stays; delete it when no old node is left, or use %q if the other policy is for another controller", beside, uses[0].new)
		case !o.bothAPIs():
			o.renameTags(place, uses)
			o.permissions(place, v)
		case o.addTags(place, uses):
			o.addStatement(path, i, v, uses)
			o.permissions(place, v)
		}
	}
}

// migrates says whether a statement is the one for the migration to Machines.
func (o *object) migrates(s *model.Value) bool {
	for _, test := range s.Get("Condition").Entries {
		for _, variable := range test.Value.Entries {
			if strings.EqualFold(variable.Key.Text, "aws:RequestTag/"+o.names.MigrationTag.Tag) {
				return true
			}
		}
	}
	return false
}

// renameTags renames the tags in a statement.
func (o *object) renameTags(path []any, uses []tagUse) {
	for _, u := range slices.Backward(uses) {
		place := at(path, u.path...)
		beside := u.test.Entry(u.new)
		switch {
		case u.value && u.has(u.new):
			if u.variable.Value.Kind == model.List {
				o.remove(place)
			}
		case u.value:
			o.set(place, like(u.test.Get(u.path[2:]...), u.new))
		case beside == nil:
			o.rename(place, u.new)
		case model.Equal(beside.Value, u.variable.Value):
			o.remove(place)
			o.info(place, seePermissions, "conditions on %s and %s stand side by side, which nothing meets; %s remains", u.old, u.new, u.new)
		default:
			o.decide(place, seePermissions, "conditions on %s and %s stand side by side with different values; remove one of them", u.old, u.new)
		}
	}
}

// has says whether a tag is among the values of aws:TagKeys.
func (u tagUse) has(tag string) bool {
	v := u.variable.Value
	return v.Text == tag || slices.ContainsFunc(v.Items, func(item *model.Value) bool { return item.Text == tag })
}

// addTags adds the new tags where both may stand in one statement: among the allowed keys, and in tests that are met by what has
// no such tag. It says whether the statement needs a second one beside it, for the others.
func (o *object) addTags(path []any, uses []tagUse) (another bool) {
	another = slices.ContainsFunc(uses, func(u tagUse) bool { return !u.value && !u.absent })
	if another {
		return true // which gets all the new tags
	}
	for _, u := range slices.Backward(uses) {
		place := at(path, u.path...)
		switch {
		case u.value && u.has(u.new), u.test.Entry(u.new) != nil:
		case u.value && u.variable.Value.Kind == model.List:
			o.insert(place[:len(place)-1], place[len(place)-1].(int)+1, like(u.variable.Value.Items[place[len(place)-1].(int)], u.new))
		case u.value:
			o.set(place, model.NewList(model.NewString(u.old), model.NewString(u.new)))
		default:
			o.set(at(place[:len(place)-1], u.new), fresh(u.variable.Value))
		}
	}
	return false
}

// fresh returns a copy of v that stands in no file yet.
func fresh(v *model.Value) *model.Value {
	c := &model.Value{Kind: v.Kind, Style: v.Style, Text: v.Text, Dash: -1}
	for _, item := range v.Items {
		c.Items = append(c.Items, fresh(item))
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, model.NewEntry(e.Key.Text, fresh(e.Value)))
	}
	return c
}

// addStatement adds behind the i-th statement one with the new tags.
func (o *object) addStatement(path []any, i int, v *model.Value, uses []tagUse) {
	s, place := v.Items[i], at(path, i+1)
	if slices.ContainsFunc(uses, func(u tagUse) bool { return u.absent && !u.value }) {
		o.decide(at(path, i), seePermissions, "the statement tests %q in two ways; add one for %q by hand, for Karpenter %s serves both APIs", uses[0].old, uses[0].new, o.target)
		return
	}
	o.insert(path, i+1, s)
	if sid := s.Get("Sid"); sid != nil {
		renamed := *like(sid, "")
		renamed.Kind, renamed.Text = sid.Kind, freeSid(sid.Text, v)
		o.set(at(place, "Sid"), &renamed)
	}
	o.renameTags(place, uses)
	o.info(at(path, i), seePermissions, "a statement with %q is added beside the one with %q, for Karpenter %s serves both APIs", uses[0].new, uses[0].old, o.target)
}

// freeSid returns an id for a twin of a statement; ids are letters and digits, and each stands once in a policy.
func freeSid(sid string, policy *model.Value) string {
	name := sid + "NodePool"
	taken := func(name string) bool {
		return slices.ContainsFunc(policy.Items, func(s *model.Value) bool { return s.Str("Sid") == name })
	}
	free := name
	for i := 2; taken(free); i++ {
		free = fmt.Sprint(name, i)
	}
	return free
}
