// Package facts contains the tables of facts about Karpenter: versions, renames, defaults, tolerations. Rules read
// them as data.karplint.facts.<table>, the converter through the types of this package. Each
// table names its sources.
package facts

import (
	"embed"
	"io/fs"
)

//go:embed *.yaml compiled
var files embed.FS

// FS contains the tables as files: labels.yaml is the table "labels".
var FS fs.FS = files
