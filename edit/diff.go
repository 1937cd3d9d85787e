package edit

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff returns the unified diff of a file, with a/ and b/ before its path, or "" where before
// and after are equal. It can be fed to patch -p1 and git apply.
func Diff(path string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	edits := lineEdits(string(before), string(after))
	text, err := udiff.ToUnified("a/"+path, "b/"+path, string(before), edits, udiff.DefaultContextLines)
	if err != nil { // the edits do not fit the text: they always do
		text = udiff.Unified("a/"+path, "b/"+path, string(before), string(after))
	}
	return renumber(text)
}

// hunk is a hunk's header; no other line of a diff starts with @.
var hunk = regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+\d+((?:,(\d+))? @@)$`)

// renumber writes the line that each hunk starts at in the new file. udiff does not count the
// lines between two changes of the hunks before it.
func renumber(diff string) string {
	grown := 0 // lines that the hunks so far added
	return hunk.ReplaceAllStringFunc(diff, func(header string) string {
		part := hunk.FindStringSubmatch(header)
		from := number(part[1], 0)
		if from == 0 || part[4] == "0" { // an empty file on one side: the only hunk
			return header
		}
		to := from + grown
		grown += number(part[4], 1) - number(part[2], 1)
		start, _, _ := strings.Cut(header, "+")
		return start + "+" + strconv.Itoa(to) + part[3]
	})
}

// number reads the digits that a regular expression found, or returns otherwise where it found none.
func number(digits string, otherwise int) int {
	if n, err := strconv.Atoi(digits); err == nil {
		return n
	}
	return otherwise
}
