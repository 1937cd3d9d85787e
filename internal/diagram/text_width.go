package diagram

import "unicode"

// textWidth returns about how wide a text is in a bold sans-serif font of 12 pixels. Fonts differ; this is one of the wider ones (DejaVu Sans).
func textWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		width += runeWidth(r)
	}
	return width
}

// narrowest is the least width of a rune.
const narrowest = 4.2

func runeWidth(r rune) float64 {
	switch {
	case r == 'i' || r == 'l' || r == 'j' || r == '.' || r == ',' || r == ':' || r == '\'' || r == '|':
		return narrowest
	case r == ' ' || r == 'f' || r == 't' || r == 'r' || r == '-' || r == '/' || r == '(' || r == ')' || r == '[' || r == ']':
		return 5.2
	case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '@' || r == '%':
		return 12.8
	case unicode.IsUpper(r):
		return 9.4
	case r >= 0x1100:
		return 14
	}
	return 8.1
}

// shorten leaves out a part of a text that is wider than a number of pixels. The share, from 0 to 1, tells how much of what stays is the beginning.
func shorten(text string, width, share float64) string {
	if textWidth(text) <= width {
		return text
	}
	runes := []rune(text)
	for kept := min(len(runes)-1, int(width/narrowest)); kept > 0; kept-- {
		head := int(share * float64(kept))
		short := string(runes[:head]) + "…" + string(runes[len(runes)-kept+head:])
		if textWidth(short) <= width {
			return short
		}
	}
	return "…"
}
