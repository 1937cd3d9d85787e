package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// PolicyStatement returns a statement in the form that an IAMPolicy has, at the place of the source statement. It leaves out values
// that are absent or null.
func PolicyStatement(source, sid, effect, actions, resources, conditions *model.Value) *model.Value {
	c := *source
	c.Entries = nil
	add := func(key string, v *model.Value) {
		if !v.IsAbsent() {
			c.Entries = append(c.Entries, model.NewEntry(key, v))
		}
	}
	add("sid", sid)
	add("effect", effect)
	add("actions", actions)
	add("resources", resources)
	add("conditions", conditions)
	return &c
}

// PolicyStatements converts the value of Statement in a JSON policy, a list or one statement, to a list of statements.
func PolicyStatements(list *model.Value) *model.Value {
	if list.Kind == model.Unknown {
		return list
	}
	statements := *list
	statements.Kind, statements.Entries, statements.Items = model.List, nil, nil
	for _, s := range oneOrMore(list) {
		statements.Items = append(statements.Items, jsonStatement(s))
	}
	return &statements
}

// jsonStatement converts a statement of a JSON policy: its conditions, maps by test and variable, become a list.
func jsonStatement(s *model.Value) *model.Value {
	if !s.IsMap() {
		return s
	}
	conditions := s.Get("Condition")
	if conditions.IsMap() {
		conditions = conditionList(conditions)
	}
	return PolicyStatement(s, s.Get("Sid"), s.Get("Effect"), asList(s.Get("Action")), asList(s.Get("Resource")), conditions)
}

func conditionList(condition *model.Value) *model.Value {
	list := model.NewList().PlacedAt(condition)
	list.Open = condition.Open
	for _, test := range condition.Entries {
		if !test.Value.IsMap() {
			list.Open = true
			continue
		}
		for _, variable := range test.Value.Entries {
			list.Items = append(list.Items, model.NewMap(
				model.NewEntry("test", keyText(test.Key, condition)),
				model.NewEntry("variable", keyText(variable.Key, condition)),
				model.NewEntry("values", asList(variable.Value)),
			).PlacedAt(variable.Value))
		}
		list.Open = list.Open || test.Value.Open
	}
	return list
}

// keyText returns a key as a value in the file of its parent.
func keyText(key, parent *model.Value) *model.Value {
	c := *key
	if c.Origin == nil {
		c.Origin = parent.Origin
	}
	return &c
}

// oneOrMore returns the items of a list. Any other value counts as a list of one.
func oneOrMore(v *model.Value) []*model.Value {
	if v.Kind == model.List {
		return v.Items
	}
	return []*model.Value{v}
}

func asList(v *model.Value) *model.Value {
	if v == nil || v.Kind == model.List || v.Kind == model.Null {
		return v
	}
	return model.NewList(v).PlacedAt(v)
}

// IsPolicy reports whether the statements are those of an IAM policy: at least one has an Effect.
func IsPolicy(statements *model.Value) bool {
	return slices.ContainsFunc(oneOrMore(statements), func(s *model.Value) bool { return s.IsMap() && s.Get("Effect") != nil })
}

const serviceAccountPrefix = "system:serviceaccount:"

// TrustedSubjects returns the service accounts that statements allow to assume a role, as they are written in conditions:
// system:serviceaccount:namespace:name.
func TrustedSubjects(statements *model.Value) []*model.Value {
	var subjects []*model.Value
	for _, statement := range statements.Children() {
		for _, condition := range statement.List("conditions") {
			for _, value := range condition.List("values") {
				if strings.HasPrefix(strings.Trim(value.Text, `"`), serviceAccountPrefix) {
					subjects = append(subjects, value)
				}
			}
		}
	}
	return subjects
}

// SplitServiceAccount splits namespace:name, optionally after system:serviceaccount. Unknown parts are Unknown.
func SplitServiceAccount(written *model.Value) (namespace, name *model.Value, ok bool) {
	if written == nil || written.Kind != model.String && written.Kind != model.Unknown {
		return nil, nil, false
	}
	text := strings.TrimPrefix(strings.Trim(written.Text, `"`), serviceAccountPrefix)
	parts := strings.Split(text, ":")
	if len(parts) != 2 {
		return nil, nil, false
	}
	return partOf(written, parts[0]), partOf(written, parts[1]), true
}

// partOf returns a part of a text as a value at the same place; Unknown if it is an expression.
func partOf(text *model.Value, part string) *model.Value {
	if strings.ContainsAny(part, "${}") || text.Kind == model.Unknown && !strings.Contains(text.Text, "${") {
		return model.NewUnknown(strings.Clone(part)).PlacedAt(text)
	}
	return model.NewString(strings.Clone(part)).PlacedAt(text)
}
