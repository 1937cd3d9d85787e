package edit

import (
	"errors"
	"fmt"
)

// Refusal is the error of a plan that cannot be made because of the way the text is written: the Ops are valid, but a person must
// make the change. An invalid Op, such as one at a path that does not exist, is another error.
type Refusal struct {
	Fact   string // the reason
	Advice string // the remedy; "" if the message around the fact contains one

	Unproved bool // the plan was made, but its result did not parse to the wanted tree
}

// byHand is the usual advice.
const byHand = "change it by hand"

// Error returns the fact and the advice.
func (r *Refusal) Error() string {
	if r.Advice == "" {
		return r.Fact
	}
	return r.Fact + "; " + r.Advice
}

// Refuse returns a Refusal whose fact is formatted as fmt.Sprintf does it, with the usual advice: to change it by hand.
func Refuse(format string, args ...any) *Refusal { return RefuseWith(byHand, format, args...) }

// Unproved is like Refuse, for a plan whose result does not parse to the wanted tree.
func Unproved(format string, args ...any) *Refusal {
	r := Refuse(format, args...)
	r.Unproved = true
	return r
}

// RefuseWith is like Refuse, with other advice.
func RefuseWith(advice, format string, args ...any) *Refusal {
	return &Refusal{Fact: fmt.Sprintf(format, args...), Advice: advice}
}

// Reason returns the text of an error that stopped a plan, without the usual advice of a Refusal, for a message that contains
// other advice.
func Reason(err error) string {
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Advice == byHand {
		return refusal.Fact
	}
	return err.Error()
}
