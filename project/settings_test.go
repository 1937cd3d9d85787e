package project

import "testing"

func TestJoined(t *testing.T) {
	for _, c := range [][3]string{
		{"", "a (x.tf:1)", "a (x.tf:1)"},
		{"a (x.tf:1)", "a (x.tf:1)", "a (x.tf:1)"},
		{"a (x.tf:1), b (y.tf:2)", "b (y.tf:2)", "a (x.tf:1), b (y.tf:2)"},
		{"a (x.tf:1), b (y.tf:2)", "c (z.tf:3), a (x.tf:1)", "a (x.tf:1), b (y.tf:2), c (z.tf:3)"},
	} {
		if got := joinPlaces(c[0], c[1]); got != c[2] {
			t.Errorf("joined(%q, %q) = %q; want %q", c[0], c[1], got, c[2])
		}
	}
}
