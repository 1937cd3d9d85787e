package apis

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/facts"
)

func TestBoth(t *testing.T) {
	since := func(since, until string) facts.Releases { return facts.Releases{Since: since, Until: until} }
	for name, test := range map[string]struct{ some, others, want []facts.Releases }{
		"overlap": {[]facts.Releases{since("0.4.1", "0.33.0")}, []facts.Releases{since("0.32.0", "1.1.0")}, []facts.Releases{since("0.32.0", "0.33.0")}},
		"within":  {[]facts.Releases{since("", "")}, []facts.Releases{since("0.9.0", "0.10.0")}, []facts.Releases{since("0.9.0", "0.10.0")}},
		"open ends": {[]facts.Releases{since("1.0.0", "")}, []facts.Releases{since("0.32.0", "1.1.0"), since("1.2.0", "")},
			[]facts.Releases{since("1.0.0", "1.1.0"), since("1.2.0", "")}},
		"apart": {[]facts.Releases{since("", "0.33.0")}, []facts.Releases{since("0.33.0", "")}, nil},
	} {
		for _, swapped := range []bool{false, true} {
			some, others := test.some, test.others
			if swapped {
				some, others = others, some
			}
			if diff := cmp.Diff(test.want, overlap(some, others)); diff != "" {
				t.Errorf("%s (swapped: %v): %s", name, swapped, diff)
			}
		}
	}
}
