package project

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
)

// controlLine is an action of a Go template that begins, parts or ends a block.
var controlLine = pattern.New(`\{\{-?\s*(if|else|with|range|define|block|end)\b([^{}]*)\}\}`)

// gateReach is how far in front of an object its conditions are looked for, in bytes: a file may hold thousands of objects.
const gateReach = 16 << 10

// templateGate returns the conditions of a Go template under which what follows the text is rendered, as they are written, joined by
// "; "; "" where there is none. What stands behind {{ else }} has both conditions.
func templateGate(before []byte) string {
	if len(before) > gateReach {
		before = before[len(before)-gateReach:]
	}
	if !bytes.Contains(before, []byte("{{")) {
		return ""
	}
	var open []string
	for _, line := range controlLine().FindAllSubmatch(before, -1) {
		word := string(line[1])
		text := word + " " + strings.Trim(string(line[2]), " -\t\r\n")
		switch last := len(open) - 1; {
		case word == "end" && last >= 0:
			open = open[:last]
		case word == "else" && last >= 0:
			open[last] += " " + strings.TrimSpace(text)
		case word != "end" && word != "else":
			open = append(open, text)
		}
	}
	return strings.Join(open, "; ")
}
