package rule

import (
	"testing"

	"github.com/karplint/karplint/versions"
)

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
		when, err := versions.ParseConstraint(test.when)
		if err != nil {
			t.Fatal(err)
		}
		target, err := versions.ParseTarget(test.target, "")
		if err != nil {
			t.Fatal(err)
		}
		rule := &Rule{When: test.when, interval: when}
		applies, highest := rule.Limit(target)
		if applies != test.applies || highest != test.highest {
			t.Errorf("when %s, target %s: %v %s, want %v %s",
				test.when, test.target, applies, highest, test.applies, test.highest)
		}
	}
}
