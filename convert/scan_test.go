package convert_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
)

// TestSelectsEveryOldName asserts that no file is passed over that holds a name, a kind or a resource of the alpha API, also one with escaped dots.
func TestSelectsEveryOldName(t *testing.T) {
	names := facts.Labels()
	served := facts.Served()
	var old []string
	for _, change := range append(names.Labels, names.Annotations...) {
		old = append(old, change.Old)
	}
	alpha := served.Generations[0]
	old = append(old, alpha.Pool.APIVersion, alpha.Class.APIVersion, alpha.Node.APIVersion)
	for _, name := range old {
		for _, dot := range []string{".", `\.`, `\\.`} {
			written := strings.ReplaceAll(name, ".", dot)
			if !convert.Selects("a.yaml", []byte("x: "+written+"\n")) {
				t.Errorf("Selects passes over a file that holds %q", written)
			}
		}
	}
}
