package inventory

import (
	"strings"
	"testing"
)

// TestReadingSteps: actions of templates cost more than other text of their length, because each is parsed and its branches are read.
func TestReadingSteps(t *testing.T) {
	plain, actions := ReadingSteps([]byte(strings.Repeat("a: b # text\n", 1000))), ReadingSteps([]byte(strings.Repeat("{{ .text }}\n", 1000)))
	if plain != 1000 || actions < 4*plain {
		t.Errorf("%d steps for plain text, and %d for actions", plain, actions)
	}
}
