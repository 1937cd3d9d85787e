// Package regocode writes compiled Rego modules as bytes and reads them back.
//
// Parsing and compiling the built-in rules would take longer than the whole of a small run. What OPA's compiler
// leaves of them, expressions that are rewritten, ordered and checked, depends on nothing but their source, so it is done
// ahead: Encode when a rule changes, Decode in each run.
package regocode

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Encode returns the modules of a compiler (after Compile, without errors) as bytes; equal modules give equal
// bytes. It keeps what evaluation needs: no comments, annotations or positions.
func Encode(modules map[string]*ast.Module) ([]byte, error) {
	w := &writer{index: map[string]uint64{}, refs: map[string]uint64{}}
	names := make([]string, 0, len(modules))
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	w.number(uint64(len(names)))
	for _, name := range names {
		w.text(name)
		w.module(modules[name])
	}
	if w.err != nil {
		return nil, w.err
	}
	var head []byte
	head = binary.AppendUvarint(head, uint64(len(w.texts)))
	for _, text := range w.texts {
		head = binary.AppendUvarint(head, uint64(len(text)))
	}
	head = append(head, strings.Join(w.texts, "")...)
	head = binary.AppendUvarint(head, uint64(len(w.refs)))
	return slices.Concat(head, w.table, w.out), nil
}

// The kinds of a value in the bytes.
const (
	nullValue = iota
	falseValue
	trueValue
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

// The kinds of an expression's terms.
const (
	oneTerm = iota
	manyTerms
	everyTerms
)

type writer struct {
	out   []byte
	texts []string
	index map[string]uint64 // of texts
	table []byte            // the references, each once: those in another one stand before it
	refs  map[string]uint64 // by their bytes in the table
	err   error
}

func (w *writer) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

func (w *writer) flag(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *writer) text(s string) {
	n, known := w.index[s]
	if !known {
		n = uint64(len(w.texts))
		w.index[s] = n
		w.texts = append(w.texts, s)
	}
	w.number(n)
}

func (w *writer) module(m *ast.Module) {
	w.terms(m.Package.Path)
	w.number(uint64(len(m.Rules)))
	for _, r := range m.Rules {
		w.rule(r)
	}
}

func (w *writer) rule(r *ast.Rule) {
	w.flag(r.Default)
	w.text(string(r.Head.Name))
	w.terms(r.Head.Reference)
	w.terms(r.Head.Args)
	w.optional(r.Head.Key)
	w.optional(r.Head.Value)
	w.flag(r.Head.Assign)
	w.body(r.Body)
	w.flag(r.Else != nil)
	if r.Else != nil {
		w.rule(r.Else)
	}
}

func (w *writer) body(b ast.Body) {
	w.number(uint64(len(b)))
	for _, e := range b {
		w.expr(e)
	}
}

func (w *writer) expr(e *ast.Expr) {
	w.number(uint64(e.Index))
	w.flag(e.Generated)
	w.flag(e.Negated)
	w.number(uint64(len(e.With)))
	for _, with := range e.With {
		w.term(with.Target)
		w.term(with.Value)
	}
	switch t := e.Terms.(type) {
	case *ast.Term:
		w.number(oneTerm)
		w.term(t)
	case []*ast.Term:
		w.number(manyTerms)
		w.terms(t)
	case *ast.Every:
		w.number(everyTerms)
		w.optional(t.Key)
		w.term(t.Value)
		w.term(t.Domain)
		w.body(t.Body)
	default:
		w.fail("expression", e.Terms)
	}
}

func (w *writer) optional(t *ast.Term) {
	w.flag(t != nil)
	if t != nil {
		w.term(t)
	}
}

func (w *writer) terms(list []*ast.Term) {
	w.number(uint64(len(list)))
	for _, t := range list {
		w.term(t)
	}
}

func (w *writer) term(t *ast.Term) {
	switch v := t.Value.(type) {
	case ast.Null:
		w.number(nullValue)
	case ast.Boolean:
		if v {
			w.number(trueValue)
		} else {
			w.number(falseValue)
		}
	case ast.Number:
		w.number(numberValue)
		w.text(string(v))
	case ast.String:
		w.number(stringValue)
		w.text(string(v))
	case ast.Var:
		w.number(varValue)
		w.text(string(v))
	case ast.Ref:
		w.ref(v)
	case ast.Call:
		w.number(callValue)
		w.terms(v)
	case *ast.Array:
		w.number(arrayValue)
		w.number(uint64(v.Len()))
		v.Foreach(w.term)
	case ast.Set:
		w.number(setValue)
		w.terms(v.Slice())
	case ast.Object:
		w.number(objectValue)
		w.number(uint64(v.Len()))
		v.Foreach(func(key, value *ast.Term) { w.term(key); w.term(value) })
	case *ast.ArrayComprehension:
		w.number(arrayComprehension)
		w.term(v.Term)
		w.body(v.Body)
	case *ast.SetComprehension:
		w.number(setComprehension)
		w.term(v.Term)
		w.body(v.Body)
	case *ast.ObjectComprehension:
		w.number(objectComprehension)
		w.term(v.Key)
		w.term(v.Value)
		w.body(v.Body)
	default:
		w.fail("value", v)
	}
}

// ref writes the number of a reference. Rules say the same ones over and over.
func (w *writer) ref(v ast.Ref) {
	before := w.out
	w.out = nil
	w.terms(v)
	bytes := w.out
	w.out = before
	n, known := w.refs[string(bytes)]
	if !known {
		n = uint64(len(w.refs))
		w.refs[string(bytes)] = n
		w.table = append(w.table, bytes...)
	}
	w.number(refValue)
	w.number(n)
}

func (w *writer) fail(what string, v any) {
	if w.err == nil {
		w.err = fmt.Errorf("a compiled module holds the %s %T, which cannot be written", what, v)
	}
}
