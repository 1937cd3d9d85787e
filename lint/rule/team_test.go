package rule_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/rule"
)

// TestWordsOfRego: no rule has a name that cannot be a package, or that hides the input or the data.
func TestWordsOfRego(t *testing.T) {
	for word := range strings.FieldsSeq("package default import some not with if in every contains null true false else as input data") {
		if err := rule.CheckCustom("ACME001", word); err == nil || !strings.Contains(err.Error(), "a word of Rego") {
			t.Errorf("%s: %v", word, err)
		}
	}
	if err := rule.CheckCustom("ACME001", "not-package"); err != nil {
		t.Error(err)
	}
}
