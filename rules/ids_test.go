package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint/rule"
)

// ids is the list of all ids that were ever given.
const ids = "ids.txt"

// TestIDs: a rule has the id and name that the list gives it, and no rule of the list is missing or was retired.
func TestIDs(t *testing.T) {
	loaded, err := rule.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	given := givenIDs(t)
	for _, r := range loaded.All() {
		if line := r.ID + " " + r.Name; given[r.ID] != line {
			t.Errorf("%s says %q of rule %q; take an id that was never given, and add its line", ids, given[r.ID], line)
		}
		delete(given, r.ID)
	}
	for _, line := range given {
		if !strings.HasSuffix(line, " retired") {
			t.Errorf("there is no rule %q; keep its line in %s, with the word retired", line, ids)
		}
	}
}

// givenIDs returns the lines of the list by id.
func givenIDs(t *testing.T) map[string]string {
	data, err := os.ReadFile(ids)
	if err != nil {
		t.Fatal(err)
	}
	given, last := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		id, _, _ := strings.Cut(line, " ")
		if id <= last {
			t.Errorf("%s: %s stands after %s; sort the lines, with one for each id", ids, id, last)
		}
		given[id], last = strings.TrimSpace(line), id
	}
	return given
}
