package cel

import "github.com/karplint/karplint/admission/known"

// outcomes are what an evaluation can come to, depending on the parts of the object that are unknown.
type outcomes uint8

const (
	isTrue  outcomes = 1 << iota
	isFalse          // also that something of another type has a value
	isError          // a field is absent, a text is no number

	isValue = isTrue | isFalse // any value
	isAny   = isValue | isError
)

// each has every single outcome.
var each = [...]outcomes{isTrue, isFalse, isError}

// truth returns whether the API server takes the result as true.
func (o outcomes) truth() known.Truth {
	switch {
	case o&isTrue == 0:
		return known.No
	case o == isTrue:
		return known.Yes
	}
	return known.Maybe
}

// ofTruth returns the outcomes of a question.
func ofTruth(t known.Truth) outcomes {
	return [...]outcomes{known.No: isFalse, known.Maybe: isValue, known.Yes: isTrue}[t]
}

func ofBool(b bool) outcomes { return ofTruth(known.Of(b)) }

func (o outcomes) not() outcomes {
	negated := o & isError
	if o&isTrue != 0 {
		negated |= isFalse
	}
	if o&isFalse != 0 {
		negated |= isTrue
	}
	return negated
}

// and joins two sides as CEL does: a side that is false decides, also beside an error.
func (o outcomes) and(p outcomes) outcomes { return o.join(p, isFalse, isTrue) }

// or joins two sides as CEL does: a side that is true decides, also beside an error.
func (o outcomes) or(p outcomes) outcomes { return o.join(p, isTrue, isFalse) }

// join returns the outcomes of each combination of an outcome of o with one of p.
func (o outcomes) join(p, deciding, other outcomes) outcomes {
	var joined outcomes
	for _, a := range each {
		for _, b := range each {
			switch {
			case o&a == 0 || p&b == 0:
			case a == deciding || b == deciding:
				joined |= deciding
			case a == isError || b == isError:
				joined |= isError
			default:
				joined |= other
			}
		}
	}
	return joined
}
