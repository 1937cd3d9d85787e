package rego

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestUncertainReadsOwnTemplates: the templates of other objects in a List are not read.
func TestUncertainReadsOwnTemplates(t *testing.T) {
	item := "- {kind: Pod, metadata: {name: a, labels: {x: {{ .Values.a }}}}}\n"
	doc := parseYAML(t, "kind: List\nitems:\n"+strings.Repeat(item, 1000))
	objects := yaml.Resources(doc)
	for _, o := range []*model.Resource{objects[0], objects[500], objects[999]} {
		if n := testing.AllocsPerRun(10, func() { NewUncertain(o, false) }); n > 20 {
			t.Errorf("%v allocations for %v", n, o.Path)
		}
	}
}
