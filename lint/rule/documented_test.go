package rule

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestDocumented: docs/writing-rules.md has each key of METADATA, each of a report, and each flag of examples.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/writing-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Concat(customKeys, reportKeys, []string{versionFlag, optionsFlag, orderFlag}) {
		if !regexp.MustCompile("[`\"]" + key + "[`\":]|(?m)^(bad/\\S+ )?" + key + ": ").Match(page) {
			t.Errorf("docs/writing-rules.md does not name %s", key)
		}
	}
}
