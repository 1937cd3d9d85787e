package regocode

import (
	"encoding/binary"
	"errors"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Decode returns the modules that Encode wrote.
func Decode(data string) (modules map[string]*ast.Module, err error) {
	defer func() {
		if recover() != nil {
			modules, err = nil, errors.New("the compiled rules are damaged; run make docs")
		}
	}()
	r := &reader{in: data}
	r.strings()
	r.references()
	modules = map[string]*ast.Module{}
	for range r.number() {
		name := r.text()
		modules[name] = r.module(name)
	}
	return modules, nil
}

type reader struct {
	in    string
	texts []string
	at    *ast.Location
	// Terms of the same var, string or reference are shared: evaluation never changes them.
	strs, vars, refs []*ast.Term

	newTerms slab[ast.Term]
	newExprs slab[ast.Expr]
	newLists slab[*ast.Term]
}

// slab gives room for many values at once, which takes less time than to ask for each.
type slab[T any] struct{ free []T }

func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, 512))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

func (r *reader) number() int {
	if len(r.in) > 0 && r.in[0] < 0x80 {
		n := int(r.in[0])
		r.in = r.in[1:]
		return n
	}
	n, size := binary.Uvarint([]byte(r.in[:min(len(r.in), binary.MaxVarintLen64)]))
	if size <= 0 {
		panic("cut short")
	}
	r.in = r.in[size:]
	return int(n)
}

func (r *reader) flag() bool {
	b := r.in[0]
	r.in = r.in[1:]
	return b == 1
}

func (r *reader) strings() {
	n := r.number()
	r.texts = make([]string, n)
	r.strs, r.vars = make([]*ast.Term, n), make([]*ast.Term, n)
	sizes, whole := make([]int, n), 0
	for i := range sizes {
		sizes[i] = r.number()
		whole += sizes[i]
	}
	all, rest := r.in[:whole], r.in[whole:]
	for i, size := range sizes {
		r.texts[i], all = all[:size], all[size:]
	}
	r.in = rest
}

func (r *reader) references() {
	r.at = &ast.Location{Row: 1, Col: 1}
	r.refs = make([]*ast.Term, 0, r.number())
	for range cap(r.refs) {
		r.refs = append(r.refs, r.new(ast.Ref(r.terms())))
	}
}

func (r *reader) text() string { return r.texts[r.number()] }

func (r *reader) module(name string) *ast.Module {
	r.at = &ast.Location{File: name, Row: 1, Col: 1}
	m := &ast.Module{Package: &ast.Package{Path: r.terms(), Location: r.at}}
	m.Rules = make([]*ast.Rule, r.number())
	for i := range m.Rules {
		m.Rules[i] = r.rule(m)
	}
	return m
}

func (r *reader) rule(m *ast.Module) *ast.Rule {
	rule := &ast.Rule{Module: m, Location: r.at, Default: r.flag()}
	rule.Head = &ast.Head{
		Location: r.at, Name: ast.Var(r.text()), Reference: r.terms(), Args: r.terms(),
		Key: r.optional(), Value: r.optional(), Assign: r.flag(),
	}
	rule.Body = r.body()
	if r.flag() {
		rule.Else = r.rule(m)
	}
	return rule
}

func (r *reader) body() ast.Body {
	b := make(ast.Body, r.number())
	for i := range b {
		b[i] = r.expr()
	}
	return b
}

func (r *reader) expr() *ast.Expr {
	e := &r.newExprs.take(1)[0]
	e.Location, e.Index, e.Generated, e.Negated = r.at, r.number(), r.flag(), r.flag()
	for range r.number() {
		e.With = append(e.With, &ast.With{Target: r.term(), Value: r.term(), Location: r.at})
	}
	switch r.number() {
	case oneTerm:
		e.Terms = r.term()
	case manyTerms:
		e.Terms = r.terms()
	case everyTerms:
		e.Terms = &ast.Every{Key: r.optional(), Value: r.term(), Domain: r.term(), Body: r.body(), Location: r.at}
	}
	return e
}

func (r *reader) optional() *ast.Term {
	if !r.flag() {
		return nil
	}
	return r.term()
}

func (r *reader) terms() []*ast.Term {
	n := r.number()
	if n == 0 {
		return nil
	}
	list := r.newLists.take(n)
	for i := range list {
		list[i] = r.term()
	}
	return list
}

func (r *reader) term() *ast.Term {
	kind := r.number()
	switch kind {
	case stringValue:
		n := r.number()
		if r.strs[n] == nil {
			r.strs[n] = r.new(ast.String(r.texts[n]))
		}
		return r.strs[n]
	case varValue:
		n := r.number()
		if r.vars[n] == nil {
			r.vars[n] = r.new(ast.Var(r.texts[n]))
		}
		return r.vars[n]
	case refValue:
		return r.refs[r.number()]
	}
	return r.new(r.value(kind))
}

func (r *reader) new(v ast.Value) *ast.Term {
	t := &r.newTerms.take(1)[0]
	t.Value, t.Location = v, r.at
	return t
}

func (r *reader) value(kind int) ast.Value {
	switch kind {
	case nullValue:
		return ast.Null{}
	case falseValue, trueValue:
		return ast.Boolean(kind == trueValue)
	case numberValue:
		return ast.Number(r.text())
	case callValue:
		return ast.Call(r.terms())
	case arrayValue:
		return ast.NewArray(r.terms()...)
	case setValue:
		return ast.NewSet(r.terms()...)
	case objectValue:
		return r.object()
	case arrayComprehension:
		return &ast.ArrayComprehension{Term: r.term(), Body: r.body()}
	case setComprehension:
		return &ast.SetComprehension{Term: r.term(), Body: r.body()}
	case objectComprehension:
		return &ast.ObjectComprehension{Key: r.term(), Value: r.term(), Body: r.body()}
	}
	panic("unknown value")
}

func (r *reader) object() ast.Object {
	n := r.number()
	pairs := make([][2]*ast.Term, n)
	for i := range pairs {
		pairs[i] = [2]*ast.Term{r.term(), r.term()}
	}
	return ast.NewObject(pairs...)
}
