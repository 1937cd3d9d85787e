// Package nearest finds the name that a misspelled word probably means.
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
	for _, name := range names {
		distance := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(name))
		isNear := distance <= 1+max(len(word), len(name))/4 && distance < min(len(word), len(name))
		if isNear && (best == "" || distance < least) {
			best, least = name, distance
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

// HintOr returns Hint, or if no name is near, the words and all names.
func HintOr(words, word string, names []string) string {
	if hint := Hint(word, names); hint != "" {
		return hint
	}
	return "; " + words + " " + strings.Join(names, ", ")
}
