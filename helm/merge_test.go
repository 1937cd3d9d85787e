package helm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestMergedAtOnce: a large map is merged as its entries are one by one, also around merge keys.
func TestMergedAtOnce(t *testing.T) {
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "k%d: {v: 1}\n", i)
	}
	text := "x: &x {k3: {w: 2}, k41: {w: 2}}\ny: &y {k3: {w: 3}, k9: {w: 3}}\n" + many.String() + "<<: *x\nk41: {v: 1}\n<<: *y\n"
	root := func(text string) *model.Value { return yaml.TextDocuments(model.NewString(text))[0].LocatedRoot() }
	for _, first := range []string{"k3: {u: 0}\nz: 1\n", many.String(), text} {
		atOnce, oneByOne := root(first).Copy(nil), root(first).Copy(nil)
		mergeMap(atOnce, root(text).Copy(nil))
		for _, e := range root(text).Copy(nil).Entries {
			mergeMap(oneByOne, model.NewMap(e))
		}
		if got, want := showText(atOnce), showText(oneByOne); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
