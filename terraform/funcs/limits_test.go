package funcs

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestModestCalls: a function is not called with texts for which it would take long.
func TestModestCalls(t *testing.T) {
	for name, limit := range map[string]int{"parseint": maxDigits, "split": maxSplit, "upper": maxArgument} {
		for size, want := range map[int]bool{limit: true, limit + 1: false} {
			if got := isModestCall(name, []*model.Value{model.NewString(strings.Repeat("1", size))}); got != want {
				t.Errorf("%s of %d bytes: got %t", name, size, got)
			}
		}
	}
}
