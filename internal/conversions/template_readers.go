package conversions

import (
	"path"
	"regexp"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// templateReading returns a template of the chart around a values file that reads a value in it, or a map that contains the value; "" if there is
// none. place is the path of the value in the installation: values, settings, aws, clusterName.
func (s *sharing) templateReading(valuesFile string, place []any) string {
	if filetype.IsTerraform(valuesFile) || len(place) < 2 || place[0] != any("values") {
		return ""
	}
	dir := path.Dir(valuesFile)
	if _, err := s.files.ReadFile(path.Join(dir, "Chart.yaml")); err != nil {
		return ""
	}
	reads := readsValue(place[1:])
	return s.findBelow(path.Join(dir, "templates"), reads.Match)
}

// readsValue matches a template that reads the value with the keys, in a chart of any name or alias, or a map around it.
func readsValue(keys []any) *regexp.Regexp {
	var alternatives []string
	text := ""
	for _, key := range keys {
		name, _ := key.(string)
		text += `\.` + regexp.QuoteMeta(name)
		alternatives = append(alternatives, text)
	}
	return regexp.MustCompile(`\.Values(\.[\w-]+)?(` + strings.Join(alternatives, "|") + `)([^.\w-]|$)`)
}

// findBelow returns the first file in a directory or below it whose text matches, or "".
func (s *sharing) findBelow(dir string, matches func([]byte) bool) string {
	entries, err := s.files.ReadDir(dir)
	if err != nil {
		return ""
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() {
			if found := s.findBelow(name, matches); found != "" {
				return found
			}
			continue
		}
		if data, err := s.files.ReadFile(name); err == nil && matches(data) {
			return name
		}
	}
	return ""
}
