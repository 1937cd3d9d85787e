// Package eval evaluates the expressions of a tree of modules: references, instances of blocks, operators, templates. Each value
// keeps the place of the literal from which it comes.
package eval

import (
	"strconv"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/funcs"
	"github.com/karplint/karplint/terraform/located"
	"github.com/karplint/karplint/terraform/modules"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/karplint/karplint/model"
)

// maxDeep bounds nested expressions and references. Values beyond it are Unknown.
const maxDeep = 5000

// Evaluator is shared by the evaluation of one root.
type Evaluator struct {
	*located.Evaluation
	tree   *modules.Tree
	reader *funcs.Reader // of the files that functions name

	depth   int
	tooDeep bool // maxDeep was reported
	guards  int  // number of enclosing expressions that Terraform may skip, or whose errors it may drop
}

// New returns the evaluator of a root.
func New(t *modules.Tree) *Evaluator {
	v := located.NewEvaluation(t.Limit)
	return &Evaluator{Evaluation: v, tree: t, reader: funcs.NewReader(t, v)}
}

// FilesRead returns the paths of the files that functions read.
func (ev *Evaluator) FilesRead() []string { return ev.reader.Paths() }

// ReadsFiles reports whether a function has named a file so far.
func (ev *Evaluator) ReadsFiles() bool { return ev.reader.Used() }

// scope contains the names that an expression can use.
type scope struct {
	*Instance
	located.Maker
	outer *scope
	names map[string]*model.Value        // variables of for expressions, iterators, each, count; variables of a template
	item  *hclsyntax.AnonSymbolExpr      // of a splat expression,
	value *model.Value                   // and its value
	self  func(name string) *model.Value // attributes of the resource around a provisioner
	bare  bool                           // the scope of a template: only names are visible
}

// withNames returns a scope within s that also sees names.
func (s *scope) withNames(names map[string]*model.Value) *scope {
	return &scope{Instance: s.Instance, Maker: s.Maker, outer: s, names: names}
}

// inFile returns s for the expressions of another file.
func (s *scope) inFile(f *model.File) *scope {
	if f == nil || f == s.File {
		return s
	}
	return &scope{Instance: s.Instance, Maker: s.makerIn(f), outer: s}
}

// lookup returns the value of a name. hidden means that the search ended at the scope of a template, which cannot
// use names from outside.
func (s *scope) lookup(name string) (v *model.Value, hidden bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v, false
		}
		if s.bare {
			return nil, true
		}
	}
	return nil, false
}

// eval returns the value of an expression, never nil. Its depth is bounded.
func (s *scope) eval(e hclsyntax.Expression) *model.Value {
	limit.Point()
	ev := s.ev
	ev.depth++
	defer func() { ev.depth-- }()
	if ev.depth > maxDeep {
		if !ev.tooDeep {
			ev.tooDeep = true
			s.Cut(e, "expressions and references are nested more than %d deep here", maxDeep)
		}
		return s.Unknown(e, ev.Unique())
	}
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return s.literal(e)
	case *hclsyntax.TemplateExpr:
		return s.template(e)
	case *hclsyntax.TemplateWrapExpr:
		return s.eval(e.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		return s.join(e)
	case *hclsyntax.ParenthesesExpr:
		return s.eval(e.Expression)
	case *hclsyntax.ObjectConsExpr:
		return s.object(e)
	case *hclsyntax.ObjectConsKeyExpr:
		return s.objectKey(e)
	case *hclsyntax.TupleConsExpr:
		return s.tuple(e)
	case *hclsyntax.ScopeTraversalExpr:
		return s.reference(e)
	case *hclsyntax.RelativeTraversalExpr:
		return s.traverse(e, s.eval(e.Source), e.Traversal)
	case *hclsyntax.IndexExpr:
		return s.index(e, s.eval(e.Collection), s.eval(e.Key))
	case *hclsyntax.SplatExpr:
		return s.splat(e)
	case *hclsyntax.AnonSymbolExpr:
		return s.symbol(e)
	case *hclsyntax.ForExpr:
		return s.forEach(e)
	case *hclsyntax.ConditionalExpr:
		return s.conditional(e)
	case *hclsyntax.BinaryOpExpr:
		return s.binary(e)
	case *hclsyntax.UnaryOpExpr:
		return s.unary(e)
	case *hclsyntax.FunctionCallExpr:
		return s.call(e)
	}
	return s.Fail(e, s.Source(e))
}

func (s *scope) literal(e *hclsyntax.LiteralValueExpr) *model.Value {
	v := s.Written(e, model.Plain)
	switch {
	case !e.Val.IsKnown():
		v.Kind, v.Text = model.Unknown, s.Source(e)
	case e.Val.IsNull():
		v.Kind = model.Null
	case e.Val.Type() == cty.String:
		v.Kind, v.Text = model.String, e.Val.AsString()
	case e.Val.Type() == cty.Bool:
		v.Kind, v.Text = model.Bool, strconv.FormatBool(e.Val.True())
	case e.Val.Type() == cty.Number:
		v.Kind, v.Text = model.Number, s.Source(e)
		if _, err := cty.ParseNumberVal(v.Text); err != nil {
			v.Text = hcl.NumberText(e.Val)
		}
	}
	return v
}

func (s *scope) symbol(e *hclsyntax.AnonSymbolExpr) *model.Value {
	for frame := s; frame != nil; frame = frame.outer {
		if frame.item == e {
			return frame.value
		}
	}
	return s.Fail(e, "*")
}

func (s *scope) object(e *hclsyntax.ObjectConsExpr) *model.Value {
	v := s.Written(e, model.Flow)
	v.Kind = model.Map
	for _, item := range e.Items {
		key := s.eval(item.KeyExpr)
		value := s.eval(item.ValueExpr)
		if text, ok := s.KeyOf(item.KeyExpr, key); ok {
			v.Entries = append(v.Entries, &model.Entry{Key: text, Value: value})
			continue
		}
		v.Open = true
	}
	if v.Entries = located.LastOfEach(v.Entries); v.Open {
		v.Text = s.Source(e)
	}
	return v
}

func (s *scope) objectKey(e *hclsyntax.ObjectConsKeyExpr) *model.Value {
	if word := keyword(e); word != "" {
		v := s.Written(e, model.Plain)
		v.Kind, v.Text = model.String, word
		return v
	}
	return s.eval(e.Wrapped)
}

func (s *scope) tuple(e *hclsyntax.TupleConsExpr) *model.Value {
	v := s.Written(e, model.Flow)
	v.Kind = model.List
	for _, item := range e.Exprs {
		v.Items = append(v.Items, s.eval(item))
	}
	return v
}

// conditional picks the branch of a known condition. If the condition is unknown, the result is known only if both
// branches give the same.
func (s *scope) conditional(e *hclsyntax.ConditionalExpr) *model.Value {
	condition := located.ToBool(s.eval(e.Condition))
	failed := s.Failures
	switch {
	case condition == nil || condition.Kind == model.Null:
		return s.Fail(e, s.Source(e))
	case condition.Kind == model.Bool:
		branch, alternative := e.TrueResult, e.FalseResult
		if condition.Text == "false" {
			branch, alternative = alternative, branch
		}
		v := s.guarded(branch)
		failures := s.Failures
		w := s.guarded(alternative)
		isFailed := s.Failures > failures
		s.Failures = failures
		if isFailed {
			return v
		}
		if v = s.unified(e, v, w); v == nil {
			return s.Fail(e, s.Source(e))
		}
		return located.WithOtherwise(v, w)
	}
	left, no := s.guarded(e.TrueResult), s.guarded(e.FalseResult)
	s.Failures = failed // failures do not count, because Terraform may not take the branch
	if s.Form(left) == s.Form(no) {
		return left
	}
	return s.Choice(e, s.Operand(condition)+" ? "+s.Operand(left)+" : "+s.Operand(no), []*model.Value{left, no})
}

// unified converts v to the common type of both branches of a conditional: a number and a string become strings. It returns
// nil if there is no common type.
func (s *scope) unified(e hclsyntax.Expression, v, w *model.Value) *model.Value {
	switch {
	case v.Kind == model.Null || v.Kind == model.Unknown || w.Kind == model.Null || w.Kind == model.Unknown:
		return v
	case located.IsCollection(v) != located.IsCollection(w) || located.IsCollection(v) && v.Kind != w.Kind:
		return nil
	case v.Kind == model.String:
		return v
	case located.IsCollection(v):
		return s.unifiedCollection(e, v, w)
	case !w.IsScalar() || w.Kind == v.Kind:
		return v
	case w.Kind == model.String:
		return located.AsString(v)
	}
	return nil
}

// unifiedCollection converts the elements of v to the types that they have in common with the other branch: {a
// = 1} with the alternative {a = "x"} becomes {a = "1"}.
func (s *scope) unifiedCollection(e hclsyntax.Expression, v, w *model.Value) *model.Value {
	if !located.IsCollection(w) {
		return v
	}
	value, ok := s.ToCty(v)
	alternative, otherKnown := s.ToCty(w)
	if !ok || !otherKnown || len(v.Items)+len(v.Entries) == 0 {
		return v
	}
	ty, _ := convert.UnifyUnsafe([]cty.Type{value.Type(), alternative.Type()})
	if ty == cty.NilType {
		return nil
	}
	converted, err := convert.Convert(value, ty)
	if err != nil {
		return nil
	}
	return s.Retyped(v, s.FromCty(e, converted))
}

// keyword returns the key of an object's item if it is a bare word, otherwise "".
func keyword(e *hclsyntax.ObjectConsKeyExpr) string {
	if e.ForceNonLiteral {
		return ""
	}
	return hcl2.ExprAsKeyword(e.Wrapped)
}
