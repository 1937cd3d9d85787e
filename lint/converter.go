package lint

import (
	"slices"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
)

// Converter converts manifests to an API of Karpenter, "v1beta1" or "v1", for fixes by conversion. It returns only files
// that it converts completely, with no decision left for a person. It may be called several times for the same files with
// other texts.
type Converter func(to string, m Manifests) ([]Conversion, error)

// Manifests are the files of a conversion. It needs all of them together, because objects in different files
// may belong together.
type Manifests struct {
	Paths     []string // in the order of the inputs
	Files     model.Reader
	Installed func(path string) project.Installed // settings and version of the installation that a file belongs to

	// State is a comparable value that is equal for equal Manifests.
	State any
}

// Conversion holds converted files whose objects are converted together or not at all.
type Conversion []ConvertedFile

// ConvertedFile is one file of a Conversion. Before is the text that Manifests.Files returned.
type ConvertedFile struct {
	Path          string
	Before, After []byte
}

// maxConvertedEdits bounds the total number of edits in the findings of one Conversion. Above it, only the first finding
// has the fix, which resolves them all.
const maxConvertedEdits = 10_000

// mend sets the conversion as the fix of the findings in its files.
func (c Conversion) mend(findings []*Finding) {
	findings = slices.DeleteFunc(slices.Clone(findings), func(f *Finding) bool {
		return !slices.ContainsFunc(c, func(converted ConvertedFile) bool { return converted.Path == f.File })
	})
	if len(findings) == 0 {
		return
	}
	var edits []fixes.FileEdit
	for _, f := range c {
		edits = append(edits, fixes.FileEdits(model.NewFile(f.Path, f.Before), diff.LineEdits(f.Before, f.After))...)
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
