package lint

import (
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// FoundAlone says whether what is found in a file of manifests depends on no other file. That is so where no rule and no project looks for
// anything in it, and each of its documents is an object of Kubernetes: no kustomization, and no values, which a chart, or Terraform, could
// read.
func (l *Linter) FoundAlone(name string, data []byte) bool {
	found := newVocabularies([]*Linter{l}).manifests.in(data)
	if filetype.IsKustomization(name) || found.any(linterWord(0)|karpenterWord|declaredWord|projectWord|patchWord) {
		return false
	}
	documents, objects := 0, 0
	yaml.Wanted(model.NewFile(name, data), func(segment []byte) bool {
		documents++
		if objectKey().Match(segment) && kindKey().Match(segment) {
			objects++
		}
		return documents == 1 // the whole file, of which no part is parsed
	}, func(int, *model.Document, *yaml.ParseError) bool { return false })
	return documents > 1 && objects == documents
}

var (
	objectKey = pattern.New(`(?m)^apiVersion:`)
	kindKey   = pattern.New(`(?m)^kind:`)
)
