package manifests

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/parsers/gotmpl"
)

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
	for _, t := range gotmpl.Find(before) {
		a := gotmpl.Read(string(before[t.Span.Start:t.Span.End]))
		text := strings.Join(strings.Fields(strings.Trim(string(before[t.Span.Start+2:t.Span.End-2]), "- \t\r\n")), " ")
		switch last := len(open) - 1; {
		case t.Open != "{{":
		case a.Depth() < 0 && last >= 0:
			open = open[:last]
		case a.Divides() && last >= 0:
			open[last] += " " + text
		case a.Depth() > 0:
			open = append(open, text)
		}
	}
	return strings.Join(open, "; ")
}
