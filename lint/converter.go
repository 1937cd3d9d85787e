package lint

import (
	"slices"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
)

// Converter converts manifests to an API of Karpenter, "v1beta1" or "v1", for the fixes that say so. It returns only
// files that it converts as a whole, with nothing left for a person to decide. It may be called several times for the same
// files, with other texts.
type Converter func(to string, m Manifests) ([]Conversion, error)

// Manifests are the files that a conversion looks at, because objects in one may belong to those in another.
type Manifests struct {
	Paths     []string // in the order of the inputs
	Read      func(path string) ([]byte, error)
	Installed func(path string) project.Installed // settings and version of the installation that a file belongs to

	// State is equal for Manifests that have all of this in common, and can be compared.
	State any
}

// Conversion holds converted files whose objects are converted together or not at all.
type Conversion []ConvertedFile

// ConvertedFile is one of them. Before is the text that Manifests.Read returned.
type ConvertedFile struct {
	Path          string
	Before, After []byte
}

// maxConvertedEdits bounds the edits that the findings of one Conversion carry together. Beyond it only the first finding
// has the fix, which mends them all.
const maxConvertedEdits = 10_000

// mend gives the findings in the files of the conversion the fix that makes it.
func (c Conversion) mend(findings []*Finding) {
	findings = slices.DeleteFunc(slices.Clone(findings), func(f *Finding) bool {
		return !slices.ContainsFunc(c, func(converted ConvertedFile) bool { return converted.Path == f.File })
	})
	if len(findings) == 0 {
		return
	}
	var edits []fixes.FileEdit
	for _, f := range c {
		edits = append(edits, fixes.FileEdits(model.NewFile(f.Path, f.Before), diff.Between(f.Before, f.After))...)
	}
	budget := maxConvertedEdits
	for _, f := range findings {
		if len(edits) == 0 || budget <= 0 {
			return
		}
		f.Fix = &fixes.Fix{Title: f.conversion.title, Safety: rule.Unsafe, Edits: edits}
		budget -= len(edits)
	}
}
