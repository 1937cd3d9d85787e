package report

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/terminal"
)

// TestSnippetWithoutCommand: an excerpt of a file contains no old workflow command of GitHub, and keeps its width.
func TestSnippetWithoutCommand(t *testing.T) {
	w := &textWriter{}
	w.writeSnippetLine(snippetLine{number: 1, text: "a: ##[error]b"}, 1, terminal.Red, nil)
	if text := w.out.String(); strings.Contains(text, "##[") || !strings.Contains(text, "a: #·[error]b") {
		t.Errorf("%q", text)
	}
}
