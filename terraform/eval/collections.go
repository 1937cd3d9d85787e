package eval

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
)

// attribute returns v.name.
func (s *scope) attribute(e hclsyntax.Expression, v *model.Value, name string) *model.Value {
	switch {
	case v.Kind == model.Unknown:
		return s.Unknown(e, s.Operand(v)+"."+name)
	case v.Kind != model.Map:
		return s.Fail(e, s.Source(e))
	}
	if member := located.Entry(v, name); member != nil {
		return member.Value
	}
	if v.Open {
		return s.Unknown(e, s.Operand(v)+"."+name)
	}
	return s.Fail(e, s.Source(e))
}

// index returns v[key].
func (s *scope) index(e hclsyntax.Expression, v, key *model.Value) *model.Value {
	switch {
	case v.Kind == model.Unknown || key.Kind == model.Unknown:
		if key.Kind == model.String && hcl.IsIdentifier(key.Text) {
			return s.Unknown(e, s.Operand(v)+"."+key.Text)
		}
		return s.anyOf(e, v, s.Operand(v)+"["+s.Form(key)+"]")
	case !key.IsScalar():
		return s.Fail(e, s.Source(e))
	case v.Kind == model.Map:
		return s.attribute(e, v, located.StringOf(key))
	case v.Kind != model.List || located.IsSet(v):
		return s.Fail(e, s.Source(e))
	}
	i, err := strconv.Atoi(located.StringOf(key))
	switch {
	case err != nil:
		return s.Fail(e, s.Source(e))
	case v.Open:
		return s.Unknown(e, s.Operand(v)+"["+located.StringOf(key)+"]")
	case i < 0 || i >= len(v.Items):
		return s.Fail(e, s.Source(e))
	}
	return v.Items[i]
}

// anyOf returns the element of a collection at an unknown key, which must exist, because Terraform rejects a missing one. text is
// the expression.
func (s *scope) anyOf(e hclsyntax.Expression, v *model.Value, text string) *model.Value {
	if v.Open || !located.IsCollection(v) || located.IsSet(v) {
		return s.Unknown(e, text)
	}
	return s.Choice(e, text, append(located.ValuesIn(v), v.Items...))
}

// splat returns v[*] followed by further steps: one result for each element. A value that is not a list counts as a list
// of one, and null as an empty list.
func (s *scope) splat(e *hclsyntax.SplatExpr) *model.Value {
	source := s.eval(e.Source)
	items := []*model.Value{source}
	result := s.Computed(e, model.List)
	switch source.Kind {
	case model.Null:
		return result
	case model.Unknown:
		result := s.scoped(e.Item, s.Unknown(e.Source, s.Operand(source)+"[*]")).guarded(e.Each)
		return s.Unknown(e, s.Form(result))
	case model.List:
		items, result.Open = source.Items, source.Open
		if result.Open {
			result.Text = s.Operand(source) + "[*]…" + s.Source(e.Each)
		}
	}
	for _, item := range items {
		result.Items = append(result.Items, s.scoped(e.Item, item).eval(e.Each))
	}
	return result
}

func (s *scope) scoped(item *hclsyntax.AnonSymbolExpr, v *model.Value) *scope {
	return &scope{Instance: s.Instance, Maker: s.Maker, outer: s, item: item, value: v}
}

// forEach returns the value of [for …] and {for …}.
func (s *scope) forEach(e *hclsyntax.ForExpr) *model.Value {
	collection := s.eval(e.CollExpr)
	if collection.Kind == model.Unknown {
		return s.Unknown(e, s.forText(e, collection))
	}
	pairs, ok := s.Pairs(e.CollExpr, collection)
	if !ok {
		return s.Fail(e, s.Source(e))
	}
	kind := model.List
	if e.KeyExpr != nil {
		kind = model.Map
	}
	l := &loop{s: s, e: e, result: s.Computed(e, kind), groups: map[string]*model.Value{}}
	l.result.Open = collection.Open
	if len(pairs) == 0 && e.CondExpr != nil && s.neverBool(e) {
		return s.Fail(e, s.Source(e))
	}
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	for _, p := range pairs {
		l.add(s.loopScope(e, p))
		if l.undecided {
			return s.Unknown(e, s.forText(e, collection))
		}
	}
	if l.result.Open {
		l.result.Text = s.forText(e, collection)
	}
	return l.result
}

// neverBool reports whether the condition of a for expression is never a bool, whatever the element is. Terraform rejects that even if
// the collection is empty.
func (s *scope) neverBool(e *hclsyntax.ForExpr) bool {
	in := s.loopScope(e, located.Pair{Key: s.Unknown(e, e.KeyVar), Value: s.Unknown(e, e.ValVar)})
	failures := s.Failures
	defer func() { s.Failures = failures }()
	condition := located.ToBool(in.guarded(e.CondExpr))
	return s.Failures > failures || condition == nil || condition.Kind == model.Null
}

// loop is the evaluation of a for expression.
type loop struct {
	s         *scope
	e         *hclsyntax.ForExpr
	result    *model.Value
	groups    map[string]*model.Value
	undecided bool // its result is not known
}

func (s *scope) loopScope(e *hclsyntax.ForExpr, p located.Pair) *scope {
	names := map[string]*model.Value{e.ValVar: p.Value}
	if e.KeyVar != "" {
		names[e.KeyVar] = p.Key
	}
	return s.withNames(names)
}

// add evaluates the body for one element.
func (l *loop) add(in *scope) {
	if l.e.CondExpr != nil {
		condition := located.ToBool(in.eval(l.e.CondExpr))
		switch {
		case condition == nil || condition.Kind == model.Null:
			in.Fail(l.e, "")
			l.undecided = true
			return
		case condition.Kind == model.Unknown:
			l.result.Open = true
			return
		case condition.Text == "false":
			return
		}
	}
	if l.e.KeyExpr == nil {
		l.result.Items = append(l.result.Items, in.eval(l.e.ValExpr))
		return
	}
	key, ok := in.KeyOf(l.e.KeyExpr, in.eval(l.e.KeyExpr))
	value := in.eval(l.e.ValExpr)
	if !ok {
		l.result.Open = true
		return
	}
	previous := l.groups[key.Text]
	switch {
	case previous == nil && l.e.Group:
		group := in.Computed(l.e, model.List)
		group.Items = []*model.Value{value}
		l.groups[key.Text] = group
		l.result.Entries = append(l.result.Entries, &model.Entry{Key: key, Value: group})
	case previous == nil:
		l.groups[key.Text] = value
		l.result.Entries = append(l.result.Entries, &model.Entry{Key: key, Value: value})
	case l.e.Group:
		previous.Items = append(previous.Items, value)
	default:
		in.Fail(l.e, "") // Terraform rejects a key that occurs twice
		l.undecided = true
	}
}

// forText returns a for expression over an unknown collection, with the parts of its body in canonical form.
func (s *scope) forText(e *hclsyntax.ForExpr, collection *model.Value) string {
	failures := s.Failures
	s.ev.guards++
	defer func() { s.Failures, s.ev.guards = failures, s.ev.guards-1 }()
	body := s.loopScope(e, located.Pair{Key: s.Unknown(e, e.KeyVar), Value: s.Unknown(e, e.ValVar)})
	variables := e.ValVar
	if e.KeyVar != "" {
		variables = e.KeyVar + ", " + variables
	}
	out := "for " + variables + " in " + s.Form(collection) + " : "
	if e.KeyExpr != nil {
		out += s.Form(body.eval(e.KeyExpr)) + " => "
	}
	out += s.Form(body.eval(e.ValExpr))
	if e.Group {
		out += "..."
	}
	if e.CondExpr != nil {
		out += " if " + s.Form(body.eval(e.CondExpr))
	}
	if e.KeyExpr != nil {
		return "{" + out + "}"
	}
	return "[" + out + "]"
}
