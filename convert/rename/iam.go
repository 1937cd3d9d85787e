package rename

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// isStatement reports whether v is a statement of an IAM policy with conditions.
func isStatement(v *model.Value) bool {
	if v.Entry("Effect") == nil && v.Entry("Action") == nil {
		return false
	}
	conditions := v.Get("Condition")
	return conditions != nil && conditions.Kind == model.Map
}

// isPolicyTest reports whether v is a condition of a statement in Terraform's aws_iam_policy_document: {test, variable, values}.
func isPolicyTest(v *model.Value) bool {
	return v.Entry("test") != nil && v.Entry("variable") != nil && v.Entry("values") != nil
}

// condition is a condition of a statement: in JSON an entry below a test, Condition: {StringLike: {variable: values}}; in an
// aws_iam_policy_document a block.
type condition struct {
	path     []any        // from the statement
	test     string       // StringLike
	variable *model.Value // aws:RequestTag/…; in JSON a key
	values   *model.Value // a list, or one
	holder   *model.Value // of JSON the map that the variable is a key of; nil for a block
	block    *model.Value // of Terraform
}

// conditionsOf returns the conditions of a statement that stand in it, and not behind an alias.
func conditionsOf(statement *model.Value) (conditions []condition) {
	tests, blocks := statement.Get("Condition"), statement.Get("condition")
	if tests != nil && tests.Alias() == "" && statement.Alias() == "" {
		for _, test := range tests.Entries {
			for _, e := range test.Value.Entries {
				if test.Value.Alias() == "" {
					conditions = append(conditions, condition{path: []any{"Condition", test.Key.Text, e.Key.Text}, test: test.Key.Text, variable: e.Key,
						values: e.Value, holder: test.Value})
				}
			}
		}
	}
	for i, c := range blocks.List() {
		if isPolicyTest(c) {
			conditions = append(conditions, condition{path: []any{"condition", i}, test: c.Str("test"), variable: c.Get("variable"), values: c.Get("values"),
				block: c})
		}
	}
	return conditions
}

// tagUse is a place in the conditions of a statement that names a tag of the alpha API.
type tagUse struct {
	condition
	path     []any        // of the name, from the statement
	named    *model.Value // the variable, or a value
	old, new string
	value    bool // it is a value of aws:TagKeys
	absent   bool // a resource without the tag meets the test

	listed func() map[string]bool // the values of the condition
}

var (
	tagVariable = pattern.New(`(?i)^((?:aws|ec2):(?:Request|Resource)Tag/)(.+)$`)
	metAbsent   = pattern.New(`(?i)not|ifexists$|^forallvalues:`)
)

// tagUses returns the uses of old tags in the conditions of a statement.
func tagUses(names apis.Names, statement *model.Value) (uses []tagUse) {
	for _, c := range conditionsOf(statement) {
		listed := sync.OnceValue(func() map[string]bool { return setOf(textsOf(c.values)) })
		absent := metAbsent().MatchString(c.test) || strings.EqualFold(c.test, "Null") && slices.Equal(textsOf(c.values), []string{"true"})
		add := func(named *model.Value, prefix, label string, isValue bool, path ...any) {
			if name := names.NewLabel(label); name != "" && named.Kind == model.String {
				uses = append(uses, tagUse{c, model.Join(c.path, path...), named, named.Text, prefix + name, isValue, absent, listed})
			}
		}
		variable, values := []any{}, []any{}
		if c.block != nil {
			variable, values = []any{"variable"}, []any{"values"}
		}
		if m := tagVariable().FindStringSubmatch(c.variable.Text); m != nil {
			add(c.variable, m[1], m[2], false, variable...)
		}
		if strings.EqualFold(c.variable.Text, "aws:TagKeys") {
			add(c.values, "", c.values.Text, true, values...)
			for i, item := range c.values.Items {
				add(item, "", item.Text, true, model.Join(values, i)...)
			}
		}
	}
	return uses
}

// hasDuplicateKeys reports whether a key is twice in a map of v.
func hasDuplicateKeys(v *model.Value) bool {
	return v.Any(func(part *model.Value) bool {
		return slices.ContainsFunc(part.Entries, func(e *model.Entry) bool { return !isEffective(part, e) })
	})
}

// convertStatement converts a statement outside of a list.
func (o *Object) convertStatement(path []any, v *model.Value) {
	if endsInItem(path) || !isStatement(v) {
		return
	}
	uses := tagUses(o.Names, v)
	switch {
	case len(uses) == 0 || newPolicy(o.Names, []*model.Value{v}).covers(v):
	case hasDuplicateKeys(v):
		o.See(pages.Permissions).Decide(model.Join(path, uses[0].path...),
			"a key occurs twice in the statement, and only the last one counts; remove the others")
	case !o.BothServed():
		o.renameTags(path, uses)
		o.warnPermissions(path, func() bool { return allowsNew(v) })
	case o.addTags(path, uses):
		o.See(pages.Permissions).Decide(model.Join(path, uses[0].path...),
			"Karpenter %s also needs these permissions with %q; make it a list of two statements", o.Release, uses[0].new)
	}
}

func endsInItem(path []any) bool {
	if len(path) == 0 {
		return false
	}
	_, isItem := path[len(path)-1].(int)
	return isItem
}

// convertStatements converts the statements of a policy that are for nodes of the alpha API. While both APIs are served, a statement with
// the new tags is added: the conditions within one must all be met.
func (o *Object) convertStatements(path []any, v *model.Value) {
	whole := sync.OnceValue(func() *policy { return newPolicy(o.Names, v.Items) })
	isNew := sync.OnceValue(func() bool { return allowsNew(v) })
	ids := &statementIDs{textsByKey{items: v.Items}, map[string]string{}}
	for i := len(v.Items) - 1; i >= 0; i-- {
		s := v.Items[i]
		if !isStatement(s) && !o.isPolicyDocument(path) {
			continue
		}
		uses := tagUses(o.Names, s)
		place := model.Join(path, i)
		covering := ""
		if len(uses) > 0 {
			covering = o.Policies.covering(o.filePath(), s)
		}
		switch {
		case len(uses) == 0:
		case hasDuplicateKeys(s):
			o.See(pages.Permissions).Decide(model.Join(place, uses[0].path...),
				"a key occurs twice in the statement, and only the last one counts; remove the others")
		case o.isForMigration(s):
			o.See(pages.Permissions).Warn(model.Join(place, uses[0].path[0]),
				"the statement is for the migration to Machines, which ended with 0.31; delete it")
		case whole().covers(s):
			o.See(pages.Permissions).Info(model.Join(place, uses[0].path...),
				"the statement is for nodes of a Provisioner, and others allow the same for nodes of a NodePool; delete it when no old node is left")
		case covering != "":
			o.See(pages.Permissions).Warn(model.Join(place, uses[0].path...),
				"the statement is for nodes of a Provisioner, and %s allows the same for nodes of a NodePool, so it is kept; delete it when no old node is "+
					"left, or use %q if the other policy is for another controller", covering, uses[0].new)
		case !o.BothServed():
			o.renameTags(place, uses)
			o.warnPermissions(place, isNew)
		case o.addTags(place, uses):
			o.addStatement(path, i, s, uses, ids)
			o.warnPermissions(place, isNew)
		}
	}
}

// isPolicyDocument reports whether a path is that of the statements of an aws_iam_policy_document.
func (o *Object) isPolicyDocument(path []any) bool {
	return o.Res.Document.Syntax == model.HCL && lastKey(path) == "statement"
}

// isForMigration reports whether a statement is the one for the migration to Machines.
func (o *Object) isForMigration(s *model.Value) bool {
	return slices.ContainsFunc(conditionsOf(s), func(c condition) bool {
		return strings.EqualFold(c.variable.Text, "aws:RequestTag/"+o.Names.MigrationTag.Tag)
	})
}

// renameTags renames the tags in a statement.
func (o *Object) renameTags(path []any, uses []tagUse) {
	for _, u := range slices.Backward(uses) {
		place := model.Join(path, u.path...)
		newEntry := u.holder.Entry(u.new)
		switch {
		case u.value && u.listed()[u.new]:
			if u.values.Kind == model.List {
				o.Remove(place)
			}
		case u.value || u.block != nil:
			o.Set(place, record.Like(u.named, u.new))
		case newEntry == nil:
			o.Rename(place, u.new)
		case model.Equal(newEntry.Value, u.values):
			o.Remove(place)
			o.See(pages.Permissions).Info(place, "no request meets both conditions on %s and %s; %s remains", u.old, u.new, u.new)
		default:
			o.See(pages.Permissions).Decide(place, "there are conditions on both %s and %s with different values; remove one of them", u.old, u.new)
		}
	}
}

// addTags adds the new tags where one statement can have both: to the allowed keys, and to tests that resources without the tag
// meet. It returns true if another statement is needed for the rest.
func (o *Object) addTags(path []any, uses []tagUse) (another bool) {
	if slices.ContainsFunc(uses, func(u tagUse) bool { return !u.value && !u.absent }) {
		return true // which gets all the new tags
	}
	count := len(o.Ops)
	for _, u := range slices.Backward(uses) {
		place := model.Join(path, u.path...)
		last := len(place) - 1
		switch {
		case u.value && u.listed()[u.new], u.holder.Entry(u.new) != nil:
		case u.value && u.values.Kind == model.List:
			o.Insert(place[:last], place[last].(int)+1, record.Like(u.named, u.new))
		case u.value:
			o.Set(place, model.NewList(model.NewString(u.old), model.NewString(u.new)))
		case u.block != nil:
			added := record.Fresh(u.block)
			added.Entry("variable").Value = model.NewString(u.new)
			o.Insert(model.Join(path, "condition"), u.path[1].(int)+1, added)
		default:
			o.Set(model.Join(place[:last], u.new), record.Fresh(u.values))
		}
	}
	if uses[0].block != nil && len(o.Ops) > count {
		o.See(pages.Permissions).Info(model.Join(path, uses[0].path...), "%s is added next to %s, because Karpenter %s serves both APIs", uses[0].new,
			uses[0].old, o.Release)
	}
	return false
}

// addStatement adds behind the i-th statement one with the new tags.
func (o *Object) addStatement(path []any, i int, s *model.Value, uses []tagUse, ids *statementIDs) {
	place := model.Join(path, i+1)
	if slices.ContainsFunc(uses, func(u tagUse) bool { return u.absent && !u.value }) {
		o.See(pages.Permissions).Decide(model.Join(path, i),
			"the statement tests %q in two ways; add one for %q by hand, because Karpenter %s serves both APIs", uses[0].old, uses[0].new, o.Release)
		return
	}
	o.Insert(path, i+1, s)
	for _, key := range []string{"Sid", "sid"} {
		if sid := s.Get(key); sid != nil {
			renamed := *record.Like(sid, "")
			renamed.Kind, renamed.Text = sid.Kind, ids.freeFor(key, sid.Text)
			o.Set(model.Join(place, key), &renamed)
		}
	}
	o.renameTags(place, uses)
	o.See(pages.Permissions).Info(model.Join(path, i), "a statement with %q is added next to the one with %q, because Karpenter %s serves both APIs",
		uses[0].new, uses[0].old, o.Release)
}

// statementIDs are the ids of the statements of a policy.
type statementIDs struct {
	taken textsByKey
	free  map[string]string // for the twin of a statement, by the key and id of that
}

// freeFor returns an id for a twin of a statement; ids are letters and digits, and unique in a policy.
func (s *statementIDs) freeFor(key, sid string) string {
	if free := s.free[key+"\x00"+sid]; free != "" {
		return free
	}
	taken, name := s.taken.of(key), sid+"NodePool"
	free := name
	for i := 2; taken[free]; i++ {
		free = fmt.Sprint(name, i)
	}
	s.free[key+"\x00"+sid] = free
	return free
}
