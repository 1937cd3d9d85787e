package project

import (
	"slices"
	"strings"
	"testing"
)

func TestAncestors(t *testing.T) {
	tests := []struct {
		dir   string
		above int
		want  string
	}{
		{"a/b", 0, "a/b a ."},
		{".", 0, "."},
		{"a", 2, "a . .. ../.."},
		{"../a/b", 1, "../a/b ../a .."},
		{"../a", 2, "../a .. ../.."},
		{"../../a", 1, "../../a"},
		{"..a", 1, "..a . .."},
		{"/a/b", 3, "/a/b /a /"},
	}
	for _, test := range tests {
		got := strings.Join(slices.Collect(ancestors(test.dir, test.above)), " ")
		if got != test.want {
			t.Errorf("%s, %d levels: %s, want %s", test.dir, test.above, got, test.want)
		}
	}
}

func TestHolds(t *testing.T) {
	tests := []struct {
		dir, file string
		want      bool
	}{
		{".", "a", true}, {".", "../a", false}, {"..", "a/b", true}, {"..", "../a", true}, {"..", "../../a", false},
		{"a", "a/b", true}, {"a", "ab", false}, {"../a", "../a/b", true}, {"../a", "a/b", false}, {"..", "..a", true},
		{"/", "/a", true}, {"..", "/a", false},
	}
	for _, test := range tests {
		if got := contains(test.dir, test.file); got != test.want {
			t.Errorf("%s holds %s: %t", test.dir, test.file, got)
		}
	}
}

func TestHigher(t *testing.T) {
	order := []string{"../..", "..", ".", "a", "a/b", ""}
	for i, a := range order {
		for _, b := range order[i:] {
			if higher(b, a) != a || b != "" && higher(a, b) != a {
				t.Errorf("%q and %q: %q and %q", a, b, higher(a, b), higher(b, a))
			}
		}
	}
}
