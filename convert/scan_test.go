package convert_test

import (
	"testing"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
)

// TestSelectsEveryOldName asserts that no file is passed over that holds a name, a kind or a resource of the alpha API.
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
		if !convert.Selects("a.yaml", []byte("x: "+name+"\n")) {
			t.Errorf("Selects passes over a file that holds %q", name)
		}
	}
}
