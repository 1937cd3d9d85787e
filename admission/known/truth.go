package known

// Truth is the answer to a question about an object with unknown parts.
type Truth int8

// The answers. Maybe means that it depends on an unknown part.
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

// And returns whether both are true. It is No if one is certainly false.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or returns whether one of them is true. It is Yes if one is certainly true.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// Not returns No for Yes, Yes for No, and Maybe for Maybe.
func (t Truth) Not() Truth { return Yes - t }
