package workloads

import (
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// valueTemplate is a template that writes one value of the chart, as it is or as an integer.
var valueTemplate = pattern.New(`^\{\{-?\s*\.Values\.([\w.]+)\s*(?:\|\s*int\s*)?-?\}\}$`)

// chartValues returns a function that renders a template in the file with the values of its own chart, "" if the result is unknown. It is nil for a
// file that is not a template of a chart.
func chartValues(file string, files fileset.Files) func(template string) string {
	dir, _, isTemplate := strings.Cut(file, "templates/")
	if !isTemplate {
		return nil
	}
	values := sync.OnceValue(func() *model.Value { return readValues(dir+"values.yaml", files) })
	return func(template string) string {
		match := valueTemplate().FindStringSubmatch(strings.TrimSpace(template))
		if match == nil {
			return ""
		}
		return scalar(values().Get(model.Keys(match[1])...))
	}
}

// readValues returns the values in a file, nil if there are none.
func readValues(file string, files fileset.Files) (root *model.Value) {
	data, err := files.ReadFile(file)
	if err != nil {
		return nil
	}
	yaml.Documents(model.NewFile(file, data), func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil {
			root = doc.Root
		}
		return false
	})
	return root
}
