package scan

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Shared returns what other files may take from a file of manifests, as Flux takes variables from ConfigMaps and Secrets: these documents, without
// lines that are empty or comments.
func Shared(data []byte) string {
	var shared, document strings.Builder
	isTaken := false
	end := func() {
		if isTaken {
			shared.WriteString(document.String())
		}
		document.Reset()
		isTaken = false
	}
	for line := range strings.Lines(string(data)) {
		isTaken = isTaken || takenFrom().MatchString(line)
		switch text := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "---"):
			end()
		case text != "" && text[0] != '#':
			document.WriteString(line)
		}
	}
	end()
	return shared.String()
}

var takenFrom = pattern.New(`^kind: *["']?(?:ConfigMap|Secret|List)\b`)

// IsAlone reports whether the findings in a file of manifests depend on no other file. That is the case if it contains no word of the
// linter or of projects, and if each of its documents is a Kubernetes object: not a kustomization, and not values that a chart or
// Terraform could read.
func (n *Needles) IsAlone(name string, data []byte) bool {
	signs := NewDictionary(n).Manifest(data)
	if filetype.IsKustomization(name) || signs.Any(OfLinter(0)|Karpenter|declared|ofProject|patch) {
		return false
	}
	documents, objects := 0, 0
	yaml.Wanted(model.NewFile(name, data), func(segment []byte) bool {
		documents++
		if objectKey().Match(segment) && kindKey().Match(segment) {
			objects++
		}
		return documents == 1 // the file counts as one document and is not parsed
	}, func(int, *model.Document, *yaml.ParseError) bool { return false })
	return documents > 1 && objects == documents
}

var (
	objectKey = pattern.New(`(?m)^apiVersion:`)
	kindKey   = pattern.New(`(?m)^kind:`)
)
