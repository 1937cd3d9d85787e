// Package shell quotes words of files for the commands of a runbook.
package shell

import (
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// QuoteAll quotes words for a shell, where they need it.
func QuoteAll(words []string) (quoted []string) {
	for _, word := range words {
		quoted = append(quoted, Quote(word))
	}
	return quoted
}

// Quote quotes a word from a file for a shell, where it needs that. A word with control characters is no name, so they are only shown.
// A path that begins with "-" is not taken for a flag behind "./"; neither is a name, which Kubernetes would refuse anyway.
func Quote(word string) string {
	word = printable.Text(word)
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	if strings.ContainsAny(word, " \t\n\"'\\$`&|;<>()*?[]#~!{}") {
		return "'" + Escape(word) + "'"
	}
	return word
}

// Escape escapes a text that stands inside single quotes.
func Escape(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }
