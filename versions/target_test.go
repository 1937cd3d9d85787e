package versions

import "testing"

func TestParseTarget(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1.0.8", ">= 1.0.8, <= 1.0.8"},
		{"v0.37.0", ">= 0.37.0, <= 0.37.0"},
		{" = 1.0.8 ", ">= 1.0.8, <= 1.0.8"},
		{"1.0", ">= 1.0.0, < 1.1.0"},
		{"1", ">= 1.0.0, < 2.0.0"},
		{">= 0.37, < 1.1", ">= 0.37.0, < 1.1.0"},
		{"> 0.37", ">= 0.38.0"},
		{"> 0.37.1", ">= 0.37.2"},
		{"<= 1.0", "< 1.1.0"},
		{"<= 1.0.3", "<= 1.0.3"},
		{"< 1.0.3", "<= 1.0.2"},
		{"< 1.0.0", "< 1.0.0"},
		{"1.2.0-rc.1", ">= 1.2.0, <= 1.2.0"},
		{">= 0.37.0, <= 0.37.0", ">= 0.37.0, <= 0.37.0"},
		{"", "unknown"},
		{"unknown", "unknown"},
	}
	for _, test := range tests {
		target, err := ParseTarget(test.text, "test")
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := target.String(); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
		again, err := ParseTarget(target.String(), "test")
		if err != nil || again.String() != target.String() {
			t.Errorf("%q does not read back: %s, %v", target, again, err)
		}
	}
	for _, bad := range []string{"latest", "1.x", "~> 1.0", ">= 1.1, < 1.0", "1.0.8 || 2", ",", ">=", "1.0.8.1"} {
		if target, err := ParseTarget(bad, ""); err == nil {
			t.Errorf("%q is %s, want an error", bad, target)
		}
	}
}
