package hcl

import (
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// parseNumber returns the number that a text is, if it is one that can be written out in a few hundred digits.
func parseNumber(text string) (cty.Value, bool) {
	if len(text) > 400 || !readableNumber(text) {
		return cty.NilVal, false
	}
	n, err := cty.ParseNumberVal(text)
	return n, err == nil && isModest(n)
}

// isModest says whether a number can be written out in a few hundred digits.
func isModest(n cty.Value) bool {
	f := n.AsBigFloat()
	return !f.IsInf() && f.MantExp(nil) < 1024 && f.MantExp(nil) > -1024
}

// numberText returns a known number in plain decimal notation, as Terraform writes it.
func numberText(n cty.Value) string {
	f := n.AsBigFloat()
	if !isModest(n) {
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

// readableNumber says whether a number is one that can be worked with: it may be written out in full later.
func readableNumber(text string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	return len(text) <= maxNumber && len(strings.TrimLeft(exponent, "+-0")) <= 3
}
