package cel

import (
	"regexp"
	"strings"
	"sync"
)

// pattern matches a text, or the start of one.
type pattern interface {
	FindString(text string) string
	MatchString(text string) bool
}

// patterns caches regular expressions by text, because rules of several kinds and releases share them.
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

// before is the pattern ^[^/]+ for any single character: the text before its first occurrence, if not empty. A regular expression
// would take ten times as long.
type before byte

// endOf returns the character of such a pattern.
func endOf(text string) (end byte, ok bool) {
	switch text {
	case "^([^/]+)":
		return '/', true
	case "^[^@]+":
		return '@', true
	}
	return 0, false
}

// FindString returns the text before the character, or the whole text.
func (b before) FindString(text string) string {
	if i := strings.IndexByte(text, byte(b)); i >= 0 {
		return text[:i]
	}
	return text
}

// MatchString reports whether that text is not empty.
func (b before) MatchString(text string) bool { return b.FindString(text) != "" }
