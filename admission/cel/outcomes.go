package cel

import "github.com/karplint/karplint/admission/known"

// outcomes is a set of possible results of an evaluation. There are several if the result depends on unknown parts of the object.
type outcomes uint8

const (
	isTrue  outcomes = 1 << iota
	isFalse          // also the value of any other type
	isError          // a field is absent, a text is not a number

	isValue = isTrue | isFalse // any value
	isAny   = isValue | isError
)

// each lists every single outcome.
var each = [...]outcomes{isTrue, isFalse, isError}

// truth returns whether the API server accepts the result as true.
func (o outcomes) truth() known.Truth {
	switch {
	case o&isTrue == 0:
		return known.No
	case o == isTrue:
		return known.Yes
	}
	return known.Maybe
}

// ofTruth returns the outcomes for a truth.
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

// and joins two sides as CEL does: one false side decides, even if the other side is an error.
func (o outcomes) and(p outcomes) outcomes { return o.join(p, isFalse, isTrue) }

// or joins two sides as CEL does: one true side decides, even if the other side is an error.
func (o outcomes) or(p outcomes) outcomes { return o.join(p, isTrue, isFalse) }

// join joins each outcome of o with each outcome of p.
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
