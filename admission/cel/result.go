package cel

import (
	"math"

	"github.com/karplint/karplint/model"
)

// kind tells which fields have the value of a result that is not an error.
type kind uint8

const (
	anything kind = iota
	truth         // the value is in may
	integer       // from low to high
	text          // the value is in text
	texts         // the value is in texts
	sized         // a list of low to high items
	part          // the part is in node
)

// result holds the possible results of an expression.
type result struct {
	may       outcomes
	kind      kind
	low, high int64
	text      string
	texts     []string
	node      *node // the part of the object, also the one that causes an error; nil if there is none
}

// unlimited is the high of a list without a maximum length.
const unlimited = math.MaxInt64

var unknown = result{may: isValue}

func truthOf(o outcomes) result { return result{may: o, kind: truth} }
func textOf(s string) result    { return result{may: isValue, kind: text, text: s} }
func integerOf(low, high int64) result {
	return result{may: isValue, kind: integer, low: low, high: high}
}
func partOf(n *node) result { return result{may: isValue, kind: part, node: n} }

// failed returns an error caused by a node.
func failed(n *node) result { return result{may: isError, node: n} }

// orError returns the result, which may also be an error if o contains one.
func (r result) orError(o outcomes) result {
	r.may |= o & isError
	return r
}

// fails reports whether the result is certainly an error.
func (r result) fails() bool { return r.may == isError }

// either returns a result for an expression whose result is a or b.
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

// node is a part of the object, or a missing field.
type node struct {
	value  *model.Value // nil if missing
	parent *node        // nil for self
	step   any          // the key or index in parent
	absent bool
}

// is reports whether two nodes are the same part of the object. Comparing their values is not enough, because an alias shares the
// value of its anchor.
func (n *node) is(other *node) bool {
	return n.value == other.value && n.step == other.step && n.parent.value == other.parent.value
}

// path returns the path below self.
func (n *node) path() []any {
	if n.parent == nil {
		return nil
	}
	return append(n.parent.path(), n.step)
}

// scalar converts a node that is a scalar to the value that a rule sees. It returns any other result unchanged.
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
