package admission

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/schema"
)

// TestPatternWords: each pattern of the schemas has a description in words, and each description is used.
func TestPatternWords(t *testing.T) {
	patterns := map[string]bool{}
	for _, name := range schema.Names() {
		for _, root := range schema.Lookup(name[0], name[1]).Schemas {
			collectPatterns(root, patterns)
		}
	}
	if len(patterns) < 20 {
		t.Errorf("%d patterns", len(patterns))
	}
	used := map[string]bool{}
	for pattern := range patterns {
		fact, help := patternWords(pattern)
		if strings.HasPrefix(fact, "does not match") || help == "" {
			t.Errorf("a text that does not match %s %s", pattern, fact)
		}
		used[fact+help] = true
	}
	for _, row := range patternRows {
		if !used[row.fact+row.help] {
			t.Errorf("no pattern of the schemas has %s", row.part)
		}
	}
}

func collectPatterns(n *schema.Node, patterns map[string]bool) {
	if n == nil {
		return
	}
	for _, pattern := range n.Patterns() {
		patterns[pattern] = true
	}
	collectPatterns(n.Values(), patterns)
	collectPatterns(n.Items(), patterns)
	for _, name := range n.Properties() {
		collectPatterns(n.Property(name), patterns)
	}
}
