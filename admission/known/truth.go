package known

// Truth is the answer to a question about an object of which parts are unknown.
type Truth int8

// The answers. Maybe: it depends on a part that is unknown.
const (
	No Truth = iota
	Maybe
	Yes
)

// Of returns Yes or No.
func Of(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// And returns whether both hold; No if one does certainly not.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or returns whether one of both holds; Yes if one certainly does.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// Not returns whether it does not hold.
func (t Truth) Not() Truth { return Yes - t }
