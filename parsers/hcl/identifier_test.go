package hcl_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/parsers/hcl"
)

// TestIsIdentifier: the short rule is that of the scanner, for all texts of two ASCII characters between others.
func TestIsIdentifier(t *testing.T) {
	texts := []string{"", "ä", "aä", "-ä", "a b", "naïve-1", "１", "a１", "𝒳", "a\u0301", "\u0301", "\xff", "a\xff"}
	for a := range rune(0x80) {
		texts = append(texts, string(a))
		for b := range rune(0x80) {
			texts = append(texts, string(a)+string(b), "x"+string(a)+string(b)+"9")
		}
	}
	for _, text := range texts {
		if got, want := hcl.IsIdentifier(text), hclsyntax.ValidIdentifier(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzIsIdentifier(f *testing.F) {
	f.Add("aä-1")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := hcl.IsIdentifier(text), hclsyntax.ValidIdentifier(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}
