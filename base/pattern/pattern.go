// Package pattern keeps regular expressions from being compiled before they are needed: at its start karplint would spend
// a millisecond on those that most runs never use.
package pattern

import (
	"regexp"
	"sync"
)

// New returns a function that compiles the expression on its first call; it panics if the expression is wrong.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
