package cli

import (
	"strings"
	"testing"
)

func TestRendered(t *testing.T) {
	const text = "" +
		"first: # Source: no.yaml\n" +
		"# Source: no.yaml\n" +
		"---\n" +
		"# a comment\r\n" +
		"\r\n" +
		"# Source: chart/templates/a b.yaml\r\n" +
		"second: 1\r\n" +
		"# Source: no.yaml\r\n" +
		"--- # a\n" +
		"third: 1\n" +
		"---\n" +
		"# Source: chart/templates/last.yaml\n" +
		"fourth: 1"
	documents := readRendered([]byte(text))
	for place, want := range map[string]string{
		"first":    "",
		"---\n# ":  "chart/templates/a b.yaml",
		"second":   "chart/templates/a b.yaml",
		"third":    "",
		"---\n# S": "chart/templates/last.yaml",
		"fourth":   "chart/templates/last.yaml",
	} {
		if got := documents.template(strings.Index(text, place)); got != want {
			t.Errorf("%q is rendered from %q, want %q", place, got, want)
		}
	}
	if got := readRendered(nil).template(0); got != "" {
		t.Errorf("nothing is rendered from %q", got)
	}
}
