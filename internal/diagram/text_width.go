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

func runeWidth(r rune) float64 {
	switch {
	case r == 'i' || r == 'l' || r == 'j' || r == '.' || r == ',' || r == ':' || r == '\'' || r == '|':
		return 4.2
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

// shorten leaves out the middle of a text that is wider than a number of pixels.
func shorten(text string, width float64) string {
	if textWidth(text) <= width {
		return text
	}
	runes := []rune(text)
	from, to := len(runes)/2, len(runes)/2
	for textWidth(string(runes[:from]))+textWidth(string(runes[to:]))+textWidth("…") > width {
		if len(runes[:from]) > len(runes[to:]) {
			from--
		} else {
			to++
		}
	}
	return string(runes[:from]) + "…" + string(runes[to:])
}
