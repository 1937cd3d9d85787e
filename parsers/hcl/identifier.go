package hcl

import "github.com/hashicorp/hcl/v2/hclsyntax"

// IsIdentifier is hclsyntax.ValidIdentifier, which runs the scanner of the whole language. Most texts are ASCII, for which the rule is short.
func IsIdentifier(text string) bool {
	for i := range len(text) {
		c := text[i]
		isStart := c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z'
		switch {
		case c >= 0x80:
			return hclsyntax.ValidIdentifier(text)
		case !isStart && (i == 0 || c != '-' && (c < '0' || c > '9')):
			return false
		}
	}
	return text != ""
}
