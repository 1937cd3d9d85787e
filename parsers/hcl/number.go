package hcl

import (
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// ParseNumber returns the number that a text is, if it is one that can be written out in a few hundred digits.
func ParseNumber(text string) (cty.Value, bool) {
	if len(text) > 400 || !ReadableNumber(text) {
		return cty.NilVal, false
	}
	n, err := cty.ParseNumberVal(text)
	return n, err == nil && IsModest(n)
}

// IsModest reports whether a number can be written out in a few hundred digits.
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
	if f.IsInt() && f.MantExp(nil) <= 53 { // most are, and the shortest digits that give a number back take long to find
		i, _ := f.Int64()
		if i != 0 || !f.Signbit() {
			return strconv.FormatInt(i, 10)
		}
	}
	return f.Text('f', -1)
}

// ReadableNumber reports whether a number is one that can be worked with: it may be written out in full later.
func ReadableNumber(text string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	return len(text) <= maxNumber && len(strings.TrimLeft(exponent, "+-0")) <= 3
}
