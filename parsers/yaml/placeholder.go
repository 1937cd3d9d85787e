package yaml

import (
	"bytes"

	"github.com/karplint/karplint/base/pattern"
)

// Placeholder is the name of the "template language" of files in which a script replaces certain
// words.
const Placeholder = "placeholder"

var (
	loneWord    = pattern.New(`^[ \t]*[A-Z][A-Z0-9]*_[A-Z0-9_-]*(\|.*\|)?[ \t]*(#.*)?$`)  // DATE_LABEL, REGION_NAME|-value: "a"-|
	markedWord  = pattern.New(`\{[A-Z][A-Z0-9_]*\}|<[A-Z][A-Z0-9_-]*>|@[A-Z][A-Z0-9_]*@`) // {NAME}, <NAME>, @NAME@
	formatVerbs = pattern.New(`(:|-)[ \t]+%[a-z]`)                                        // name: %s
)

// HasPlaceholder reports whether the line contains a word that looks like a placeholder for a script
// to replace.
func HasPlaceholder(line []byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	return loneWord().Match(line) || markedWord().Match(line) || formatVerbs().Match(line)
}
