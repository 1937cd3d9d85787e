package helm

import (
	"strconv"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestManySets: keys of --set beyond the bound are unknown, and take no memory.
func TestManySets(t *testing.T) {
	for _, test := range []struct {
		key  string // of each entry, with its number
		want int    // values, at most
	}{
		{"a%d", maxSets}, {"a[%d].b[1024].c", 2 * maxSets}, {"a[", 0},
	} {
		values := NewValues()
		for i := range 4 * maxSets {
			values.AddNamed(model.NewString(strings.ReplaceAll(test.key, "%d", strconv.Itoa(i))), model.NewString("v"), "")
		}
		count := 0
		for range values.Root.All() {
			count++
		}
		if !values.Root.Open || count > 1+test.want {
			t.Errorf("%s: %d values, of which more may be set: %v; want at most %d", test.key, count, values.Root.Open, test.want)
		}
	}
	few := NewValues()
	few.AddNamed(model.NewString("a[1000].b"), model.NewString("v"), "")
	if few.Root.Open || few.Root.Get("a", 1000, "b") == nil {
		t.Error("a key within the bound is unknown")
	}
}
