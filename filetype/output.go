package filetype

import (
	"regexp"
	"sync"
)

// Generator is the value of the key "generator" in the JSON that karplint writes. It is among the first keys.
const Generator = "karplint"

// OutputHead is how many bytes of a file IsOutput needs.
const OutputHead = 2 << 10

// IsOutput reports whether a JSON text, of which it gets the beginning, was written by karplint: as its own JSON, as SARIF or as a report of GitLab.
// Such a text is full of names from other files, and says nothing about Karpenter by itself. It does not matter how the JSON is indented.
func IsOutput(head []byte) bool { return output().Match(head) }

// output matches from the first byte to the name of the program. Before it there are no keys whose values come from files.
var output = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*\{\s*("version"\s*:\s*\d+\s*,\s*)?"generator"\s*:\s*"karplint"|` +
		`^\s*\[\s*\{\s*"engine_name"\s*:\s*"karplint"|` +
		`^\s*\{[^{}]*"runs"\s*:\s*\[\s*\{\s*"tool"\s*:\s*\{\s*"driver"\s*:\s*\{\s*"name"\s*:\s*"karplint"`)
})
