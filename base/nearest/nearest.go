// Package nearest finds the word that somebody meant.
package nearest

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Name returns the name that is nearest to word, or "" if none is near: a word of four letters may
// differ in two, because two letters may be swapped, a longer one in more. Case does not count, and
// of two that are equally near the first is taken.
func Name(word string, names []string) string {
	best, least := "", 0
	for _, k := range names {
		d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(k))
		if d <= 1+max(len(word), len(k))/4 && d < min(len(word), len(k)) && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best
}

// Hint returns `; did you mean "name"?` for the nearest name, or "" if none is near.
func Hint(word string, names []string) string {
	if name := Name(word, names); name != "" {
		return `; did you mean "` + name + `"?`
	}
	return ""
}

// HintOr is Hint, or all that is known, behind the words, if none is near.
func HintOr(words, word string, names []string) string {
	if hint := Hint(word, names); hint != "" {
		return hint
	}
	return "; " + words + " " + strings.Join(names, ", ")
}
