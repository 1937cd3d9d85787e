package hcl

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// attribute returns v.name.
func (s *scope) attribute(e hclsyntax.Expression, v *model.Value, name string) *model.Value {
	switch {
	case v.Kind == model.Unknown:
		return s.unknown(e, operand(v)+"."+name)
	case v.Kind != model.Map:
		return s.fail(e, s.source(e))
	}
	if found := entry(v, name); found != nil {
		return found.Value
	}
	if v.Open {
		return s.unknown(e, operand(v)+"."+name)
	}
	return s.fail(e, s.source(e))
}

// index returns v[key].
func (s *scope) index(e hclsyntax.Expression, v, key *model.Value) *model.Value {
	switch {
	case v.Kind == model.Unknown || key.Kind == model.Unknown:
		if key.Kind == model.String && hclsyntax.ValidIdentifier(key.Text) {
			return s.unknown(e, operand(v)+"."+key.Text)
		}
		return s.unknown(e, operand(v)+"["+text(key)+"]")
	case !key.IsScalar():
		return s.fail(e, s.source(e))
	case v.Kind == model.Map:
		return s.attribute(e, v, stringOf(key))
	case v.Kind != model.List || isSet(v):
		return s.fail(e, s.source(e))
	}
	i, err := strconv.Atoi(stringOf(key))
	switch {
	case err != nil:
		return s.fail(e, s.source(e))
	case v.Open:
		return s.unknown(e, operand(v)+"["+stringOf(key)+"]")
	case i < 0 || i >= len(v.Items):
		return s.fail(e, s.source(e))
	}
	return v.Items[i]
}

// splat returns v[*] with what follows it: one result for each element, and for a value that is no list, one or none.
func (s *scope) splat(e *hclsyntax.SplatExpr) *model.Value {
	from := s.eval(e.Source)
	items := []*model.Value{from}
	result := s.computed(e, model.List)
	switch from.Kind {
	case model.Null:
		return result
	case model.Unknown:
		each := s.scoped(e.Item, s.unknown(e.Source, operand(from)+"[*]")).guarded(e.Each)
		return s.unknown(e, text(each))
	case model.List:
		items, result.Open = from.Items, from.Open
		if result.Open {
			result.Text = operand(from) + "[*]…" + s.source(e.Each)
		}
	}
	for _, item := range items {
		result.Items = append(result.Items, s.scoped(e.Item, item).eval(e.Each))
	}
	return result
}

func (s *scope) scoped(item *hclsyntax.AnonSymbolExpr, v *model.Value) *scope {
	return &scope{instance: s.instance, maker: s.maker, outer: s, item: item, value: v}
}

// forEach returns the value of [for …] and {for …}.
func (s *scope) forEach(e *hclsyntax.ForExpr) *model.Value {
	from := s.eval(e.CollExpr)
	if from.Kind == model.Unknown {
		return s.unknown(e, s.forText(e, from))
	}
	all, ok := s.pairs(e.CollExpr, from)
	if !ok {
		return s.fail(e, s.source(e))
	}
	kind := model.List
	if e.KeyExpr != nil {
		kind = model.Map
	}
	l := &loop{s: s, e: e, result: s.computed(e, kind), groups: map[string]*model.Value{}}
	l.result.Open = from.Open
	if len(all) == 0 && e.CondExpr != nil && s.neverBool(e) {
		return s.fail(e, s.source(e))
	}
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	for _, p := range all {
		if s.steps > s.ev.until {
			return s.exhausted(e)
		}
		l.add(s.loopScope(e, p))
		if l.undecided {
			return s.unknown(e, s.forText(e, from))
		}
	}
	if l.result.Open {
		l.result.Text = s.forText(e, from)
	}
	return l.result
}

// neverBool says whether the condition of a for expression gives no bool whatever it is asked about. Terraform refuses that even where
// there is nothing to ask about.
func (s *scope) neverBool(e *hclsyntax.ForExpr) bool {
	in := s.loopScope(e, pair{key: s.unknown(e, e.KeyVar), value: s.unknown(e, e.ValVar)})
	failures := s.failures
	defer func() { s.failures = failures }()
	condition := toBool(in.guarded(e.CondExpr))
	return s.failures > failures || condition == nil || condition.Kind == model.Null
}

// loop is a for expression that is evaluated.
type loop struct {
	s         *scope
	e         *hclsyntax.ForExpr
	result    *model.Value
	groups    map[string]*model.Value
	undecided bool // what it gives cannot be said
}

func (s *scope) loopScope(e *hclsyntax.ForExpr, p pair) *scope {
	names := map[string]*model.Value{e.ValVar: p.value}
	if e.KeyVar != "" {
		names[e.KeyVar] = p.key
	}
	return s.with(names)
}

// add evaluates the body for one element.
func (l *loop) add(in *scope) {
	if l.e.CondExpr != nil {
		condition := toBool(in.eval(l.e.CondExpr))
		switch {
		case condition == nil || condition.Kind == model.Null:
			in.fail(l.e, "")
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
	key, ok := in.keyOf(l.e.KeyExpr, in.eval(l.e.KeyExpr))
	value := in.eval(l.e.ValExpr)
	if !ok {
		l.result.Open = true
		return
	}
	have := l.groups[key.Text]
	switch {
	case have == nil && l.e.Group:
		group := in.computed(l.e, model.List)
		group.Items = []*model.Value{value}
		l.groups[key.Text] = group
		l.result.Entries = append(l.result.Entries, &model.Entry{Key: key, Value: group})
	case have == nil:
		l.groups[key.Text] = value
		l.result.Entries = append(l.result.Entries, &model.Entry{Key: key, Value: value})
	case l.e.Group:
		have.Items = append(have.Items, value)
	default:
		in.fail(l.e, "") // Terraform refuses a key that stands twice
		l.undecided = true
	}
}

// forText returns a for expression over what is not known, with the parts of its body in canonical form.
func (s *scope) forText(e *hclsyntax.ForExpr, from *model.Value) string {
	failures := s.failures
	s.ev.guards++
	defer func() { s.failures, s.ev.guards = failures, s.ev.guards-1 }()
	body := s.loopScope(e, pair{key: s.unknown(e, e.KeyVar), value: s.unknown(e, e.ValVar)})
	variables := e.ValVar
	if e.KeyVar != "" {
		variables = e.KeyVar + ", " + variables
	}
	out := "for " + variables + " in " + text(from) + " : "
	if e.KeyExpr != nil {
		out += text(body.eval(e.KeyExpr)) + " => "
	}
	out += text(body.eval(e.ValExpr))
	if e.Group {
		out += "..."
	}
	if e.CondExpr != nil {
		out += " if " + text(body.eval(e.CondExpr))
	}
	if e.KeyExpr != nil {
		return "{" + out + "}"
	}
	return "[" + out + "]"
}
