// Package facts holds Karpenter's tables: versions, renames, defaults, tolerations. Rules read
// them as data.karplint.facts.<table>, the converter through the types of this package. Each
// table names its sources.
package facts

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"sigs.k8s.io/yaml"
)

//go:embed *.yaml
var files embed.FS

// FS holds the tables as files: labels.yaml is the table "labels".
var FS fs.FS = files

// Tables returns the content of every table by its base name ("labels" for labels.yaml), as
// encoding/json would decode it: map[string]any, []any, string, float64, bool, nil. The
// caller owns the result.
func Tables() (map[string]any, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	tables := make(map[string]any, len(names))
	for _, entry := range names {
		data, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, err
		}
		var table any
		if err := yaml.UnmarshalStrict(data, &table); err != nil {
			return nil, fmt.Errorf("facts/%s: %w", entry.Name(), err)
		}
		tables[strings.TrimSuffix(entry.Name(), path.Ext(entry.Name()))] = table
	}
	return tables, nil
}
