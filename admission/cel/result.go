package cel

import (
	"math"

	"github.com/karplint/karplint/model"
)

// kind is what is known of a result that is no error.
type kind uint8

const (
	anything kind = iota
	truth         // may
	integer       // low to high
	text          // text
	texts         // texts
	sized         // a list of low to high items
	part          // node
)

// result is what an expression can come to.
type result struct {
	may       outcomes
	kind      kind
	low, high int64
	text      string
	texts     []string
	node      *node // of a part of the object, and of an error because of one; nil if there is none
}

// unlimited is the high of a list that may have any number of items.
const unlimited = math.MaxInt64

var unknown = result{may: isValue}

func truthOf(o outcomes) result { return result{may: o, kind: truth} }
func textOf(s string) result    { return result{may: isValue, kind: text, text: s} }
func integerOf(low, high int64) result {
	return result{may: isValue, kind: integer, low: low, high: high}
}
func partOf(n *node) result { return result{may: isValue, kind: part, node: n} }

// failed returns an error, for which a node is the reason.
func failed(n *node) result { return result{may: isError, node: n} }

// orError returns the result, which is also an error if the outcomes have that.
func (r result) orError(o outcomes) result {
	r.may |= o & isError
	return r
}

// fails reports whether it is certainly an error.
func (r result) fails() bool { return r.may == isError }

// either returns what is known if it is one of both.
func either(a, b result) result {
	switch {
	case a.may == 0:
		return b
	case b.may == 0:
		return a
	case a.kind == truth && b.kind == truth:
		return truthOf(a.may | b.may)
	}
	return result{may: a.may | b.may}
}

// node is a part of the object, or a field that is missing.
type node struct {
	value  *model.Value // nil if it is missing
	parent *node        // nil for self
	step   any          // from the parent
	absent bool
}

// is reports whether two nodes are one part of the object. An alias has the value of its anchor, in another parent.
func (n *node) is(other *node) bool {
	return n.value == other.value && n.step == other.step && n.parent.value == other.parent.value
}

// path returns the path of the node below self.
func (n *node) path() []any {
	if n.parent == nil {
		return nil
	}
	return append(n.parent.path(), n.step)
}

// scalar returns a part that is a scalar as what it is for a rule, and anything else as it is.
func (r *run) scalar(of result) result {
	if of.kind != part {
		return of
	}
	scalar := r.read(of.node.value)
	scalar.node = of.node
	return scalar.orError(of.may)
}

func (r *run) read(v *model.Value) result {
	if s, ok := r.in.Text(v); ok {
		return textOf(s)
	}
	if b, ok := r.in.Bool(v); ok {
		return truthOf(ofBool(b))
	}
	if n, ok := r.in.Number(v); ok && n.IsInt {
		return integerOf(n.Int, n.Int)
	}
	return unknown
}
