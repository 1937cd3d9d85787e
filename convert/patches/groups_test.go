package patches

import (
	"fmt"
	"strings"
	"testing"
)

// TestTouched: the last operation is found that changes the same place, or one above or below it.
func TestTouched(t *testing.T) {
	var earlier touched
	for i, place := range []string{"a/b", "a/c/d", "e", "a/b/x", "ab"} {
		earlier = earlier.add(i, [][]string{strings.Split(place, "/")})
	}
	for place, want := range map[string]string{
		"a": "3 true", "a/b": "3 true", "a/b/x/y": "3 true", "a/b/y": "0 true", "a/c": "1 true", "a/c/e": "-1 false", "e/f": "2 true", "b": "-1 false", "ab": "4 true",
	} {
		last, ok := earlier.lastAt([][]string{strings.Split(place, "/")})
		if got := fmt.Sprint(last, ok); got != want {
			t.Errorf("%s: %s, want %s", place, got, want)
		}
	}
}
