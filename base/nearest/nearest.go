// Package nearest finds the name that a misspelled word probably means.
package nearest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Name returns the name that is nearest to word, or "" if none is near. A word of four letters may differ in two, because two
// letters may be swapped; a longer one in more. Case does not count. Of equally near names it returns the first.
func Name(word string, names []string) string {
	best, least := "", 0
	lower, letters := strings.ToLower(word), utf8.RuneCountInString(word)
	for _, name := range names {
		most := 1 + max(len(word), len(name))/4
		if more := letters - utf8.RuneCountInString(name); max(more, -more) > most { // comparing a word of 1 MB with all names would take seconds
			continue
		}
		distance := levenshtein.ComputeDistance(lower, strings.ToLower(name))
		isNear := distance <= most && distance < min(len(word), len(name))
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

// Slip returns the only name that differs from word by one typo: a missing, extra or wrong letter, two swapped neighbors, or the
// case of letters. It returns "" if there is none or several, or if word is a name.
func Slip(word string, names []string) string {
	meant := ""
	for _, name := range names {
		if name == word {
			return ""
		}
		if !isSlip(strings.ToLower(word), strings.ToLower(name)) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = name
	}
	return meant
}

// isSlip reports whether two lower-case words are equal or differ by one typo. A word of one letter has no typo, and one of two letters no
// wrong letter, because too many other words would be as near.
func isSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	first := 0
	for first < len(a) && a[first] == b[first] {
		first++
	}
	restA, restB := a[first:], b[first:]
	switch {
	case restB == "":
		return true
	case len(a) < 2 || len(b) > len(a)+1:
		return false
	case len(b) == len(a)+1:
		return restA == restB[1:]
	case restA[1:] == restB[1:]:
		return len(a) > 2
	}
	return areSwapped(restA, restB)
}

// areSwapped reports whether two texts differ by the order of their first two bytes.
func areSwapped(a, b string) bool {
	if len(a) < 2 || len(b) < 2 {
		return false
	}
	return a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}

// Only returns the name that is near to word if no other name is; otherwise "".
func Only(word string, names []string) string {
	near := Name(word, names)
	others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == near })
	if near == "" || Name(word, others) != "" {
		return ""
	}
	return near
}
