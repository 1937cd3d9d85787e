package convert_test

import (
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
)

// decidedAnchors returns the notes about what cannot be edited.
func (r *run) decidedAnchors() []string {
	var all []string
	for _, n := range r.Notes {
		if strings.Contains(n.Message, "safely") {
			all = append(all, n.Message)
		}
	}
	return all
}

// checkCounted asserts that each object of the input is in the report, and that one which is left to a person is named in a note.
func checkCounted(t rapid.TB, r *run, objects int) {
	t.Helper()
	if len(r.Objects) > 0 && len(r.Objects) != objects {
		t.Errorf("%d objects are reported of %d", len(r.Objects), objects)
	}
	for _, o := range r.Objects {
		named := false
		for _, n := range r.Notes {
			named = named || strings.HasSuffix(" "+o.From, " "+n.Object)
		}
		if (o.Status == convert.Undecided || o.Status == convert.Skipped) && !named {
			t.Errorf("%s is %s, but no note says why", o.From, o.Status)
		}
	}
}

// checkOthers asserts that what has nothing to do with the object of that name is the same in two outputs.
func checkOthers(t rapid.TB, got, want *run, name string) {
	t.Helper()
	w, err := readObjects(string(want.After))
	if err != nil {
		t.Fatalf("%v", err)
	}
	g, err := readObjects(string(got.After))
	if err != nil {
		return // the mistake is in the way of reading the others
	}
next:
	for _, o := range w {
		if strings.HasPrefix(text(Join(o, "metadata")["name"]), strings.TrimSuffix(name, "-too")) {
			continue
		}
		for _, have := range g {
			if cmp.Equal(o, have) {
				continue next
			}
		}
		t.Errorf("%v %v is not converted as it is without the mistake", o["kind"], Join(o, "metadata")["name"])
	}
}
