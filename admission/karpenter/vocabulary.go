package karpenter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/facts"
)

// forms has the patterns of values in the table, by label.
var forms = sync.OnceValue(func() map[string]*regexp.Regexp {
	byKey := map[string]*regexp.Regexp{}
	for _, l := range facts.InstanceTypes().Labels {
		if l.Form != "" {
			byKey[l.Key] = regexp.MustCompile(l.Form)
		}
	}
	return byKey
})

// checkVocabulary reports a value that no node has for its label. Instance types are checked only if the nodes are certainly
// AWS's.
func (j *judge) checkVocabulary(r *requirement) {
	if r.operator != "In" && r.operator != "NotIn" {
		return
	}
	for _, l := range facts.InstanceTypes().Labels {
		if l.Key != r.key || l.Key == labelType && j.cluster.Cloud != facts.ClassGroup {
			continue
		}
		for _, v := range r.values {
			text, ok := j.Text(v.value)
			if !ok || j.isReported(v.path) || isValueOf(l.Key, l.Values, text) {
				continue
			}
			p := problem{place: v, fact: fmt.Sprintf("%q is not a known %s", text, l.Noun), why: "the value has no effect", help: "correct it"}
			if len(l.Values) > 0 {
				p.help = "use one of " + strings.Join(l.Values, ", ")
			}
			if meant := meaning(text, l.Meant, l.Values); meant != "" {
				p.help, p.fix = fmt.Sprintf("did you mean %q?", meant), setText(v.path, text, meant)
			}
			j.suspect("label-value-name", p)
		}
	}
}

// isValueOf reports whether some node has the value for a label with known values, or a known pattern.
func isValueOf(key string, values []string, text string) bool {
	if form := forms()[key]; form != nil {
		return form.MatchString(text)
	}
	return slices.Contains(values, text)
}

// meaning returns the value that the author of a text certainly meant, or "".
func meaning(text string, meant map[string]string, values []string) string {
	if value := meant[text]; value != "" {
		return value
	}
	return nearest.Slip(text, values)
}

func (j *judge) isReported(path []any) bool {
	for _, p := range j.problems {
		if slices.Equal(p.Path, path) {
			return true
		}
	}
	return false
}
