package cli

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/convert"
)

// TestVersionsAreWrittenLast: a file that gets the release of a stop is written after all others, so that a run after a killed one takes the same
// stop.
func TestVersionsAreWrittenLast(t *testing.T) {
	file := func(path, before, after string) convert.File {
		return convert.File{Path: path, Before: []byte(before), After: []byte(after)}
	}
	u := &upgrading{
		releases: []string{"0.37.8", "1.0.8"},
		files: []convert.File{
			file("main.tf", `version = "0.37.0"`, `version = "1.0.8"`),
			file("b.yaml", "karpenter.sh/v1beta1 # not 1.0.8", "karpenter.sh/v1 # not 1.0.8"),
			file("values.tfvars", "a", "0.37.8"),
			file("a.yaml", "karpenter.sh/v1beta1", "karpenter.sh/v1"),
		},
	}
	u.sortVersionsLast()
	var paths []string
	for _, f := range u.files {
		paths = append(paths, f.Path)
	}
	if want := []string{"b.yaml", "a.yaml", "main.tf", "values.tfvars"}; !slices.Equal(paths, want) {
		t.Errorf("%v, want %v", paths, want)
	}
}
