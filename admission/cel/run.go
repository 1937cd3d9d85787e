package cel

import (
	"slices"
	"sync"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// run is one evaluation of a rule.
type run struct {
	in       Input
	self     *node
	assumed  []*node // parts that count as rendered in this evaluation
	doubtful []*node // values that may be absent
	steps    int
	nodes    []node // of this run, made ahead
}

// Bounds of the steps of an evaluation, and of how many values are tried as rendered.
const (
	maxSteps    = 200_000
	maxDoubtful = 64
)

// runs keeps finished evaluations, so that later ones reuse their memory.
var runs = sync.Pool{New: func() any { return &run{} }}

func newRun(in Input) *run {
	r := runs.Get().(*run)
	r.in, r.steps = in, 0
	r.self = r.node(in.Self, nil, nil)
	r.assumed, r.doubtful = r.assumed[:0], r.doubtful[:0]
	return r
}

// release returns the run to the pool. Its results do not refer to it.
func (r *run) release() {
	r.in = Input{}
	clear(r.nodes)
	r.nodes = r.nodes[:0]
	runs.Put(r)
}

// node returns a node, which is valid until the run ends.
func (r *run) node(v *model.Value, parent *node, step any) *node {
	if len(r.nodes) == cap(r.nodes) {
		r.nodes = make([]node, 0, max(16, min(2*cap(r.nodes), 1024))) // the old nodes stay valid in their own array
	}
	r.nodes = append(r.nodes, node{value: v, parent: parent, step: step})
	return &r.nodes[len(r.nodes)-1]
}

// suppose starts an evaluation in which a part counts as rendered, with everything that contains it.
func (r *run) suppose(n *node) *run {
	supposed := newRun(r.in)
	supposed.steps = r.steps
	for ; n.parent != nil; n = n.parent {
		supposed.assumed = append(supposed.assumed, n)
	}
	return supposed
}

// scope binds a name to a value, inside another scope. A nil scope has only self.
type scope struct {
	name  string
	value result
	outer *scope
}

func (r *run) lookup(name string, s *scope) result {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.value
		}
	}
	if name == "self" {
		return partOf(r.self)
	}
	return result{may: isAny}
}

func (r *run) truth(root *expr) known.Truth { return r.outcomes(root, nil).truth() }

// outcomes evaluates an expression of type bool.
func (r *run) outcomes(e *expr, s *scope) outcomes { return r.scalar(r.eval(e, s)).may }

// present returns whether a part is in the object. A doubtful part is in it if this evaluation assumes so, see suppose.
func (r *run) present(n *node, t known.Truth) known.Truth {
	if t == known.Maybe && slices.ContainsFunc(r.assumed, n.is) {
		return known.Yes
	}
	return t
}

// doubt records a part that may be absent. It skips unknown values, because their presence does not make an answer certain.
func (r *run) doubt(n *node, present known.Truth) {
	if present == known.Maybe && !n.value.IsUnknown() && len(r.doubtful) < maxDoubtful {
		r.doubtful = append(r.doubtful, n)
	}
}

// eval returns the possible results of an expression.
func (r *run) eval(e *expr, s *scope) result {
	if r.steps++; r.steps > maxSteps {
		return result{may: isAny}
	}
	switch e.op {
	case opText:
		return textOf(e.text)
	case opInteger:
		return integerOf(e.number, e.number)
	case opBool:
		return truthOf(ofBool(e.number == 1))
	case opTexts:
		return result{may: isValue, kind: texts, texts: e.texts}
	case opName:
		return r.lookup(e.text, s)
	case opField:
		child, _ := r.field(r.eval(e.args[0], s), e.text)
		return child
	case opHas:
		return r.has(r.eval(e.args[0], s), e.text)
	case opIndex:
		return r.index(r.eval(e.args[0], s), r.scalar(r.eval(e.args[1], s)))
	}
	return r.operate(e, s)
}

func (r *run) operate(e *expr, s *scope) result {
	switch e.op {
	case opNot:
		return truthOf(r.outcomes(e.args[0], s).not())
	case opAnd:
		return truthOf(r.and(e, s))
	case opOr:
		return truthOf(r.or(e, s))
	case opIf:
		return r.choose(e, s)
	case opAll:
		return truthOf(r.all(e, s))
	case opExists:
		return truthOf(r.exists(e, s))
	case opFilter:
		return r.filter(e, s)
	}
	return r.apply(e, s)
}

func (r *run) and(e *expr, s *scope) outcomes {
	left := r.outcomes(e.args[0], s)
	if left == isFalse {
		return left
	}
	return left.and(r.outcomes(e.args[1], s))
}

func (r *run) or(e *expr, s *scope) outcomes {
	left := r.outcomes(e.args[0], s)
	if left == isTrue {
		return left
	}
	return left.or(r.outcomes(e.args[1], s))
}

// choose joins the results of the branches that may be taken.
func (r *run) choose(e *expr, s *scope) result {
	condition := r.outcomes(e.args[0], s)
	var then, otherwise result
	if condition&isTrue != 0 {
		then = r.eval(e.args[1], s)
	}
	if condition&isFalse != 0 {
		otherwise = r.eval(e.args[2], s)
	}
	return either(then, otherwise).orError(condition)
}
