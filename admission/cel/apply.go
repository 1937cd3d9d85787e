package cel

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// apply evaluates functions and comparisons. They fail if an argument fails.
func (r *run) apply(e *expr, s *scope) result {
	left := r.eval(e.args[0], s)
	if left.fails() {
		return left
	}
	if e.op == opSize {
		return r.size(left)
	}
	left = r.scalar(left)
	if len(e.args) == 1 {
		return toInteger(left)
	}
	right := r.eval(e.args[1], s)
	if right.fails() {
		return right
	}
	applied := r.applyBoth(e, left, right).orError(left.may | right.may)
	if applied.node == nil {
		applied.node = left.node
	}
	return applied
}

func (r *run) applyBoth(e *expr, left, right result) result {
	if e.op == opIn {
		return truthOf(ofTruth(r.contains(right, left)))
	}
	right = r.scalar(right)
	switch e.op {
	case opStartsWith, opEndsWith, opSplit, opFind, opMatches:
		return applyToTexts(e, left, right)
	}
	return truthOf(compare(e.op, left, right))
}

// size returns the length of a text, list or map.
func (r *run) size(of result) result {
	size := integerOf(0, unlimited)
	switch scalar := r.scalar(of); {
	case scalar.kind == text:
		n := int64(utf8.RuneCountInString(scalar.text))
		size = integerOf(n, n)
	case of.kind == texts:
		size = integerOf(int64(len(of.texts)), int64(len(of.texts)))
	case of.kind == sized:
		size = integerOf(of.low, of.high)
	case of.kind == part:
		low, high := r.count(of.node)
		size = integerOf(low, high)
	}
	size.node = of.node
	return size.orError(of.may)
}

// toInteger parses the number in a text.
func toInteger(of result) result {
	switch of.kind {
	case integer:
		return of
	case text:
		n, err := strconv.ParseInt(of.text, 10, 64)
		if err != nil {
			return failed(of.node)
		}
		number := integerOf(n, n)
		number.node = of.node
		return number.orError(of.may)
	}
	number := integerOf(math.MinInt64, math.MaxInt64)
	number.may, number.node = isAny, of.node
	return number
}

// contains returns whether an element is in a list, or among the keys of a map.
func (r *run) contains(in, element result) known.Truth {
	if element.kind != text {
		return known.Maybe
	}
	switch {
	case in.kind == texts:
		return known.Of(slices.Contains(in.texts, element.text))
	case in.kind == part && in.node.value.Kind == model.Map:
		_, present := r.field(in, element.text)
		return present
	}
	return known.Maybe
}

// applyToTexts evaluates methods of texts. A number has no methods, although a quantity may be written as one.
func applyToTexts(e *expr, left, right result) result {
	if left.kind == integer || left.kind == truth {
		return failed(left.node)
	}
	if left.kind != text || right.kind != text {
		return unknown
	}
	switch e.op {
	case opStartsWith:
		return truthOf(ofBool(strings.HasPrefix(left.text, right.text)))
	case opEndsWith:
		return truthOf(ofBool(strings.HasSuffix(left.text, right.text)))
	case opMatches:
		return truthOf(ofBool(e.pattern.MatchString(left.text)))
	case opFind:
		return textOf(e.pattern.FindString(left.text))
	default:
		return result{may: isValue, kind: texts, texts: strings.Split(left.text, right.text)}
	}
}

// orders is a set of possible orders of two values.
type orders uint8

const (
	less orders = 1 << iota
	equal
	more
)

// holds maps a comparison to the orders for which it is true.
var holds = [...]orders{
	opEqual: equal, opUnequal: less | more, opLess: less, opAtMost: less | equal, opMore: more, opAtLeast: more | equal,
}

// compare returns the outcomes of a comparison.
func compare(o op, a, b result) (compared outcomes) {
	possible := ordersOf(a.ordinal(), b.ordinal())
	if possible&holds[o] != 0 {
		compared |= isTrue
	}
	if possible&^holds[o] != 0 {
		compared |= isFalse
	}
	return compared
}

func ordersOf(a, b result) (possible orders) {
	switch {
	case a.kind == text && b.kind == text:
		return [...]orders{less, equal, more}[strings.Compare(a.text, b.text)+1]
	case a.kind != integer || b.kind != integer:
		return less | equal | more
	}
	if a.low < b.high {
		possible |= less
	}
	if a.high > b.low {
		possible |= more
	}
	if a.low <= b.high && b.low <= a.high {
		possible |= equal
	}
	return possible
}

// ordinal returns a bool as 1 or 0, so that bools can be compared.
func (r result) ordinal() result {
	if r.kind != truth {
		return r
	}
	switch r.may & isValue {
	case isTrue:
		return integerOf(1, 1)
	case isFalse:
		return integerOf(0, 0)
	}
	return integerOf(0, 1)
}
