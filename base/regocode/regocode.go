// Package regocode writes a compiled Rego module as bytes and reads it back.
//
// Parsing and compiling the built-in rules would take longer than a small run as a whole. The output of OPA's
// compiler depends only on the source, so it is made ahead of time:
// Encode when a rule changes, Decode when a run needs the module.
package regocode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Encode returns one of the modules of a compiler (after Compile, without errors) as bytes, with the names of those that it refers to. Equal
// sources give equal bytes, whatever the other modules contain. It leaves out comments, annotations and positions, because evaluation does not
// need them.
func Encode(name string, modules map[string]*ast.Module) ([]byte, error) {
	c := &codec{index: map[string]int{}, refIndex: map[string]int{}, locals: map[string]string{}}
	listOf(c, usedBy(modules[name], modules), c.text)
	uses := c.take()
	c.module(name, modules[name])
	body := c.take()
	if c.err != nil {
		return nil, c.err
	}
	c.number(len(c.texts))
	for _, text := range c.texts {
		c.number(len(text))
	}
	sizes := c.take()
	c.number(len(c.refIndex))
	return slices.Concat(sizes, []byte(strings.Join(c.texts, "")), c.take(), c.table, uses, body), nil
}

// Decode reads the output of Encode.
func Decode(name, data string) (module *ast.Module, uses []string, err error) {
	defer func() { // the codec does not check bounds itself
		if recover() != nil {
			err = fmt.Errorf("the compiled form of %s is damaged; run make docs", name)
		}
	}()
	c := &codec{reading: true, in: data}
	c.readTexts()
	c.readReferences()
	uses = listOf(c, nil, c.text)
	return c.module(name, &ast.Module{Package: &ast.Package{}}), uses, nil
}

// usedBy returns the names of the other modules that a module refers to, sorted.
func usedBy(module *ast.Module, modules map[string]*ast.Module) []string {
	used := map[string]bool{}
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		ground := ref.GroundPrefix()
		for name, m := range modules {
			if path := m.Package.Path; m != module && (ground.HasPrefix(path) || path.HasPrefix(ground)) {
				used[name] = true
			}
		}
		return false
	})
	return slices.Sorted(maps.Keys(used))
}

// codec writes modules or reads them. Each of its methods does both for a part of a module, so that both agree. When writing, it
// takes the part and returns it unchanged; when reading, it ignores its argument and returns the part that it has read.
type codec struct {
	reading bool
	texts   []string

	out      []byte
	index    map[string]int // of texts
	table    []byte         // the references, each once; nested ones precede the outer one
	refIndex map[string]int // by their bytes in the table
	locals   map[string]string
	err      error

	in       string
	location *ast.Location
	// Terms of the same var, string or reference are shared: evaluation never changes them.
	strs, vars, refs []*ast.Term
	slabs
}

// slabs are the values that a decoder makes.
type slabs struct {
	newTerms slab[ast.Term]
	newExprs slab[ast.Expr]
	newLists slab[*ast.Term]
}

// slab allocates many values at once, which is faster than allocating each.
type slab[T any] struct{ free []T }

func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, 128))
	}
	slice := s.free[:n:n]
	s.free = s.free[n:]
	return slice
}

func (c *codec) readTexts() {
	n := c.number(0)
	c.texts = make([]string, n)
	c.strs, c.vars = make([]*ast.Term, n), make([]*ast.Term, n)
	sizes, total := make([]int, n), 0
	for i := range sizes {
		sizes[i] = c.number(0)
		total += sizes[i]
	}
	texts, code := c.in[:total], c.in[total:]
	for i, size := range sizes {
		c.texts[i], texts = texts[:size], texts[size:]
	}
	c.in = code
}

func (c *codec) readReferences() {
	c.location = &ast.Location{Row: 1, Col: 1}
	c.refs = make([]*ast.Term, 0, c.number(0))
	for range cap(c.refs) {
		c.refs = append(c.refs, c.newTerm(ast.Ref(c.terms(nil))))
	}
}

// take returns the bytes written since the last call.
func (c *codec) take() []byte {
	written := c.out
	c.out = nil
	return written
}

func (c *codec) number(n int) int {
	switch {
	case !c.reading:
		c.out = binary.AppendUvarint(c.out, uint64(n))
		return n
	case len(c.in) > 0 && c.in[0] < 0x80:
		n = int(c.in[0])
		c.in = c.in[1:]
		return n
	}
	read, size := binary.Uvarint([]byte(c.in[:min(len(c.in), binary.MaxVarintLen64)]))
	if size <= 0 {
		panic("cut short")
	}
	c.in = c.in[size:]
	return int(read)
}

func (c *codec) flag(b bool) bool {
	n := 0
	if b {
		n = 1
	}
	return c.number(n) == 1
}

func (c *codec) text(s string) string { return c.texts[c.textNumber(s)] }

// textNumber is like text, but returns the index of the text.
func (c *codec) textNumber(s string) int {
	n, ok := c.index[s]
	if !c.reading && !ok {
		n = len(c.texts)
		c.index[s] = n
		c.texts = append(c.texts, s)
	}
	return c.number(n)
}

// listOf writes or reads a list of parts.
func listOf[T any](c *codec, list []T, item func(T) T) []T {
	n := c.number(len(list))
	if c.reading && n > 0 {
		list = make([]T, n)
	}
	for i := range list {
		list[i] = item(list[i])
	}
	return list
}

func (c *codec) module(name string, m *ast.Module) *ast.Module {
	if c.reading {
		c.location = &ast.Location{File: name, Row: 1, Col: 1}
		m.Package.Location = c.location
	}
	m.Package.Path = c.terms(m.Package.Path)
	m.Rules = listOf(c, m.Rules, func(r *ast.Rule) *ast.Rule { return c.rule(m, r) })
	return m
}

func (c *codec) rule(m *ast.Module, r *ast.Rule) *ast.Rule {
	if c.reading {
		r = &ast.Rule{Module: m, Location: c.location, Head: &ast.Head{Location: c.location}}
	}
	r.Default = c.flag(r.Default)
	h := r.Head
	h.Name = ast.Var(c.text(string(h.Name)))
	h.Reference, h.Args = c.terms(h.Reference), c.terms(h.Args)
	h.Key, h.Value = c.optional(h.Key), c.optional(h.Value)
	h.Assign = c.flag(h.Assign)
	r.Body = c.body(r.Body)
	if c.flag(r.Else != nil) {
		r.Else = c.rule(m, r.Else)
	}
	return r
}

func (c *codec) body(b ast.Body) ast.Body { return listOf(c, b, c.expr) }

// The kinds of an expression's terms.
const (
	oneTerm = iota
	manyTerms
	everyTerms
)

func (c *codec) expr(e *ast.Expr) *ast.Expr {
	if c.reading {
		e = &c.newExprs.take(1)[0]
		e.Location = c.location
	}
	e.Index = c.number(e.Index)
	e.Generated, e.Negated = c.flag(e.Generated), c.flag(e.Negated)
	e.With = listOf(c, e.With, c.withTarget)
	term, _ := e.Terms.(*ast.Term)
	terms, isList := e.Terms.([]*ast.Term)
	every, isEvery := e.Terms.(*ast.Every)
	kind := oneTerm
	if isList {
		kind = manyTerms
	} else if isEvery {
		kind = everyTerms
	}
	switch c.number(kind) {
	case oneTerm:
		e.Terms = c.term(term)
	case manyTerms:
		e.Terms = c.terms(terms)
	case everyTerms:
		if c.reading {
			every = &ast.Every{Location: c.location}
		}
		every.Key, every.Value, every.Domain = c.optional(every.Key), c.term(every.Value), c.term(every.Domain)
		every.Body = c.body(every.Body)
		e.Terms = every
	}
	return e
}

func (c *codec) withTarget(w *ast.With) *ast.With {
	if c.reading {
		w = &ast.With{Location: c.location}
	}
	w.Target, w.Value = c.term(w.Target), c.term(w.Value)
	return w
}

func (c *codec) optional(t *ast.Term) *ast.Term {
	if !c.flag(t != nil) {
		return nil
	}
	return c.term(t)
}

func (c *codec) terms(list []*ast.Term) []*ast.Term {
	n := c.number(len(list))
	if c.reading && n > 0 {
		list = c.newLists.take(n)
	}
	for i := range list {
		list[i] = c.term(list[i])
	}
	return list
}

// The kinds of a value in the bytes.
const (
	nullValue = iota
	boolValue
	numberValue
	stringValue
	varValue
	refValue
	callValue
	arrayValue
	setValue
	objectValue
	arrayComprehension
	setComprehension
	objectComprehension
)

// kinds are OPA's names of these kinds.
var kinds = []string{
	"null", "boolean", "number", "string", "var", "ref", "call", "array", "set", "object", "arraycomprehension", "setcomprehension",
	"objectcomprehension",
}

func (c *codec) term(t *ast.Term) *ast.Term {
	if c.reading {
		return c.readTerm()
	}
	kind := -1
	if t != nil {
		kind = slices.Index(kinds, ast.ValueName(t.Value))
	}
	if kind < 0 {
		c.err = errors.New("a compiled module holds what cannot be written")
		return t
	}
	c.number(kind)
	c.value(kind, t.Value)
	return t
}

func (c *codec) readTerm() *ast.Term {
	kind := c.number(0)
	switch kind {
	case stringValue:
		n := c.textNumber("")
		if c.strs[n] == nil {
			c.strs[n] = c.newTerm(ast.String(c.texts[n]))
		}
		return c.strs[n]
	case varValue:
		n := c.textNumber("")
		if c.vars[n] == nil {
			c.vars[n] = c.newTerm(ast.Var(c.texts[n]))
		}
		return c.vars[n]
	case refValue:
		return c.refs[c.number(0)]
	}
	return c.newTerm(c.value(kind, nil))
}

func (c *codec) newTerm(v ast.Value) *ast.Term {
	t := &c.newTerms.take(1)[0]
	t.Value, t.Location = v, c.location
	return t
}

// value writes or reads the content of a term of the kind. Strings, vars and references are read by
// readTerm instead.
func (c *codec) value(kind int, v ast.Value) ast.Value {
	switch kind {
	case nullValue:
		return ast.Null{}
	case boolValue:
		return ast.Boolean(c.flag(v == ast.Boolean(true)))
	case numberValue:
		number, _ := v.(ast.Number)
		return ast.Number(c.text(string(number)))
	case stringValue:
		c.text(string(v.(ast.String)))
		return v
	case varValue:
		c.text(c.local(string(v.(ast.Var))))
		return v
	case refValue:
		c.writeReference(v.(ast.Ref))
		return v
	case arrayComprehension:
		a := orNew[ast.ArrayComprehension](v)
		a.Term, a.Body = c.term(a.Term), c.body(a.Body)
		return a
	case setComprehension:
		s := orNew[ast.SetComprehension](v)
		s.Term, s.Body = c.term(s.Term), c.body(s.Body)
		return s
	case objectComprehension:
		o := orNew[ast.ObjectComprehension](v)
		o.Key, o.Value, o.Body = c.term(o.Key), c.term(o.Value), c.body(o.Body)
		return o
	}
	return collection(kind, c.terms(items(v)))
}

// orNew returns v as a *T, or an empty T if v is nil.
func orNew[T any](v any) *T {
	if typed, ok := v.(*T); ok {
		return typed
	}
	return new(T)
}

// items returns the terms in a call or a collection; for an object, each key followed by its value.
func items(v ast.Value) (list []*ast.Term) {
	switch v := v.(type) {
	case ast.Call:
		return v
	case *ast.Array:
		v.Foreach(func(item *ast.Term) { list = append(list, item) })
	case ast.Set:
		return v.Slice()
	case ast.Object:
		v.Foreach(func(key, value *ast.Term) { list = append(list, key, value) })
	}
	return list
}

// collection returns a call or collection of the kind with the items.
func collection(kind int, items []*ast.Term) ast.Value {
	switch kind {
	case callValue:
		return ast.Call(items)
	case arrayValue:
		return ast.NewArray(items...)
	case setValue:
		return ast.NewSet(items...)
	case objectValue:
		var pairs [][2]*ast.Term
		for pair := range slices.Chunk(items, 2) {
			pairs = append(pairs, [2]*ast.Term(pair))
		}
		return ast.NewObject(pairs...)
	}
	panic("unknown value")
}

// local returns the name under which a variable is written. The compiler numbers those that it makes through all modules, so a change of one
// module would change the others.
func (c *codec) local(name string) string {
	if !strings.HasPrefix(name, "__local") {
		return name
	}
	if c.locals[name] == "" {
		c.locals[name] = fmt.Sprintf("__local%d__", len(c.locals))
	}
	return c.locals[name]
}

// writeReference writes the number of a reference. They are numbered, because rules repeat the same ones over and over.
func (c *codec) writeReference(v ast.Ref) {
	start := c.take()
	c.terms(v)
	bytes := c.take()
	c.out = start
	n, ok := c.refIndex[string(bytes)]
	if !ok {
		n = len(c.refIndex)
		c.refIndex[string(bytes)] = n
		c.table = append(c.table, bytes...)
	}
	c.number(n)
}
