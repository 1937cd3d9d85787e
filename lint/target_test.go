package lint

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

func TestLimit(t *testing.T) {
	tests := []struct {
		when, target string
		applies      bool
		highest      Severity
	}{
		{"", "unknown", true, Error},
		{"", "0.20.0", true, Error},
		{">= 0.32", "unknown", true, Warning},
		{">= 0.32", "0.32.0", true, Error},
		{">= 0.32", "0.31.4", false, Error},
		{">= 0.32", "99.0.0", true, Error},
		{">= 0.32", ">= 0.31", false, Error},
		{">= 0.32", "> 0.31", true, Error},
		{">= 0.32", "< 2", false, Error},
		{">= 0.33.6, < 1.1", "1.0", true, Error},
		{">= 0.33.6, < 1.1", "1.1.0", false, Error},
		{">= 0.33.6, < 1.1", "0.33", false, Error},
		{"< 1.1", "<= 1.0.9", true, Error},
		{"< 1.1", ">= 1.0", false, Error},
	}
	for _, test := range tests {
		when, err := parseConstraint(test.when)
		if err != nil {
			t.Fatal(err)
		}
		target, err := ParseTarget(test.target, "")
		if err != nil {
			t.Fatal(err)
		}
		rule := &Rule{When: test.when, when: when}
		applies, highest := rule.limit(target)
		if applies != test.applies || highest != test.highest {
			t.Errorf("when %s, target %s: %v %s, want %v %s",
				test.when, test.target, applies, highest, test.applies, test.highest)
		}
	}
}
