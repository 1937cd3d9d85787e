package karpenter

import (
	"fmt"

	"github.com/karplint/karplint/admission/known"
)

// checkPlaceholders reports texts with placeholders, each text once. It skips user data, which is free text, and the $ROLE that
// convert writes, because another rule reports that.
func (j *judge) checkPlaceholders(spec place) {
	reported := map[string]bool{}
	var walk func(p place)
	walk = func(p place) {
		text, ok := j.Reader.Text(p.value)
		if ok && !reported[text] && known.IsPlaceholder(text) {
			reported[text] = true
			j.suspect("placeholder", problem{
				place: p, fact: fmt.Sprintf("%q is a placeholder", text), why: "an example has it in place of your own value", help: "replace it",
			})
		}
		for _, field := range j.fields(p) {
			if field.key() != "userData" {
				walk(field)
			}
		}
		items, _ := j.items(p)
		for _, item := range items {
			walk(item)
		}
	}
	walk(spec)
}
