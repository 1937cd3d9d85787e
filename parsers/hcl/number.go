package hcl

import (
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// ParseNumber parses a number. It returns false for other texts, and for a number that needs more than a few
// hundred digits.
func ParseNumber(text string) (cty.Value, bool) {
	if len(text) > 400 || !ReadableNumber(text) {
		return cty.NilVal, false
	}
	n, err := cty.ParseNumberVal(text)
	return n, err == nil && IsModest(n)
}

// IsModest reports whether a number needs at most a few hundred digits in decimal notation.
func IsModest(n cty.Value) bool {
	f := n.AsBigFloat()
	return !f.IsInf() && f.MantExp(nil) < 1024 && f.MantExp(nil) > -1024
}

// NumberText returns a known number in plain decimal notation, as Terraform writes it.
func NumberText(n cty.Value) string {
	f := n.AsBigFloat()
	if !IsModest(n) {
		return "a number of more than 300 digits"
	}
	if f.IsInt() && f.MantExp(nil) <= 53 { // the common case; finding the shortest decimal text of any other number takes long
		i, _ := f.Int64()
		if i != 0 || !f.Signbit() {
			return strconv.FormatInt(i, 10)
		}
	}
	return f.Text('f', -1)
}

// ReadableNumber reports whether the text of a number has a small enough exponent to be parsed and written in
// full.
func ReadableNumber(text string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	return len(text) <= maxNumber && len(strings.TrimLeft(exponent, "+-0")) <= 3
}
