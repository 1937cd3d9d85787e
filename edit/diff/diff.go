// Package diff compares two texts line by line: as edits that turn one into the other, and as a unified diff.
package diff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/base/printable"
)

// Unified returns the unified diff of a file, with a/ and b/ before its path, or "" where before
// and after are equal. It can be fed to patch -p1 and git apply.
func Unified(path string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	return compare(header("a/"+path), header("b/"+path), before, after)
}

// UnifiedRemoved returns the unified diff that removes a file.
func UnifiedRemoved(path string, content []byte) string {
	return compare(header("a/"+path), "/dev/null", content, nil)
}

func compare(from, to string, before, after []byte) string {
	edits := udiffEdits(string(before), string(after))
	text, err := udiff.ToUnified(from, to, string(before), edits, udiff.DefaultContextLines)
	if err != nil { // cannot happen, because the edits fit the text
		text = udiff.Unified(from, to, string(before), string(after))
	}
	return renumber(text)
}

// header returns a path as git writes it above a diff: one with characters that cannot be printed in quotes, one
// with spaces with a tab at its end, where patch would otherwise take a space for the end.
func header(path string) string {
	switch {
	case !printable.IsClean(path):
		var b strings.Builder
		for _, c := range []byte(path) {
			isPrinted := ' ' <= c && c < 0x7f
			if isPrinted && c != '"' && c != '\\' {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		return `"` + b.String() + `"`
	case strings.Contains(path, " "):
		return path + "\t"
	default:
		return path
	}
}

// hunk is a hunk's header; no other line of a diff starts with @.
var hunk = pattern.New(`(?m)^@@ -(\d+)(?:,(\d+))? \+\d+((?:,(\d+))? @@)$`)

// renumber writes the line that each hunk starts at in the new file. udiff does not count the
// lines between two changes of the hunks before it.
func renumber(diff string) string {
	grown := 0 // lines that the hunks so far added
	return hunk().ReplaceAllStringFunc(diff, func(header string) string {
		part := hunk().FindStringSubmatch(header)
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
