package manifests

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/parsers/gotmpl"
)

// gateReach is how many bytes before an object are searched for its conditions. It bounds the time for a file with thousands of
// objects.
const gateReach = 16 << 10

// templateGate returns the conditions of the template blocks that are open at the end of the text, in the author's words, joined
// by "; ". It returns "" if there are none. After {{ else }} both conditions are included.
func templateGate(text []byte) string {
	if len(text) > gateReach {
		text = text[len(text)-gateReach:]
	}
	if !bytes.Contains(text, []byte("{{")) {
		return ""
	}
	var conditions []string
	for _, t := range gotmpl.Find(text) {
		a := gotmpl.Read(string(text[t.Span.Start:t.Span.End]))
		action := strings.Join(strings.Fields(strings.Trim(string(text[t.Span.Start+2:t.Span.End-2]), "- \t\r\n")), " ")
		switch last := len(conditions) - 1; {
		case t.Open != "{{":
		case a.Depth() < 0 && last >= 0:
			conditions = conditions[:last]
		case a.Divides() && last >= 0:
			conditions[last] += " " + action
		case a.Depth() > 0:
			conditions = append(conditions, action)
		}
	}
	return strings.Join(conditions, "; ")
}
