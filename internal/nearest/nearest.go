// Package nearest finds the word that somebody meant.
package nearest

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Name returns the one of known that is nearest to word, or "" if none is near: an edit of
// more than a third of the longer word is another word. Case does not count, and of two that
// are equally near the first is taken.
func Name(word string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(k))
		if d <= limit(word, k) && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best
}

// Hint returns `; did you mean "name"?` for the nearest name, or "" if none is near.
func Hint(word string, known []string) string {
	if name := Name(word, known); name != "" {
		return `; did you mean "` + name + `"?`
	}
	return ""
}

func limit(a, b string) int { return max(1, max(len(a), len(b))/3) }
