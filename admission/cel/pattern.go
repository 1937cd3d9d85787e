package cel

import (
	"regexp"
	"strings"
	"sync"
)

// pattern finds what a text begins with, or whether it matches.
type pattern interface {
	FindString(text string) string
	MatchString(text string) bool
}

// patterns are the compiled patterns by their text. The rules have four of them, one of which occurs in half of the rules.
var patterns sync.Map

func compiled(text string) (pattern, error) {
	if end, ok := endOf(text); ok {
		return before(end), nil
	}
	if known, ok := patterns.Load(text); ok {
		return known.(*regexp.Regexp), nil
	}
	compiled, err := regexp.Compile(text)
	if err == nil {
		patterns.Store(text, compiled)
	}
	return compiled, err
}

// before is the pattern of what is before the first occurrence of a character, if that is not empty: ^[^/]+. A regular expression costs ten times as
// much.
type before byte

// endOf returns the character before which a pattern matches, if it is such a pattern.
func endOf(text string) (end byte, ok bool) {
	switch text {
	case "^([^/]+)":
		return '/', true
	case "^[^@]+":
		return '@', true
	}
	return 0, false
}

// FindString returns the text before the character, or all of it.
func (b before) FindString(text string) string {
	if i := strings.IndexByte(text, byte(b)); i >= 0 {
		return text[:i]
	}
	return text
}

// MatchString reports whether there is such a text.
func (b before) MatchString(text string) bool { return b.FindString(text) != "" }
