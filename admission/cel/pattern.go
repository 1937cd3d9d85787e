package cel

import (
	"regexp"
	"sync"
)

// patterns are the compiled patterns by their text. The rules have four of them, one of which occurs in half of the rules.
var patterns sync.Map

func compiled(text string) (*regexp.Regexp, error) {
	if known, ok := patterns.Load(text); ok {
		return known.(*regexp.Regexp), nil
	}
	pattern, err := regexp.Compile(text)
	if err == nil {
		patterns.Store(text, pattern)
	}
	return pattern, err
}
