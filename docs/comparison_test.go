package docs_test

import (
	"encoding/json"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestComparison holds karplint's cells in comparison.md to examples/: each rule of a row is reported in a file that the row names, and each of these
// files has one.
func TestComparison(t *testing.T) {
	page, err := os.ReadFile("comparison.md")
	if err != nil {
		t.Fatal(err)
	}
	reported := map[string][]string{} // the files of a rule
	for _, dir := range []string{"", "fleet"} {
		for _, f := range findings(t, path.Join("examples", dir)) {
			reported[f.Rule] = append(reported[f.Rule], path.Join(dir, f.File))
		}
	}
	row := regexp.MustCompile(`(?m)^\| ([^|]*) \| (\[KL[^|]*) \| ([^|]*) \|`)
	rows := row.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 10 {
		t.Errorf("comparison.md has %d rows with rules of karplint", len(rows))
	}
	for _, cells := range rows {
		files := strings.Fields(strings.ReplaceAll(cells[3], "`", ""))
		rules := regexp.MustCompile(`KL\d+\]`).FindAllString(cells[2], -1)
		var found []string
		for _, rule := range rules {
			rule = strings.TrimSuffix(rule, "]")
			if !slices.ContainsFunc(files, func(file string) bool { return slices.Contains(reported[rule], file) }) {
				t.Errorf("%q: karplint reports %s in none of %q", cells[1], rule, files)
			}
			found = append(found, reported[rule]...)
		}
		for _, file := range files {
			if !slices.Contains(found, file) {
				t.Errorf("%q: karplint reports none of the row's rules in %s", cells[1], file)
			}
		}
	}
}

type finding struct{ Rule, File string }

// findings returns what karplint reports in examples/ or in a directory below it.
func findings(t *testing.T, dir string) []finding {
	t.Helper()
	var report struct{ Findings []finding }
	if err := json.Unmarshal([]byte(runKarplint(t, repository(t, dir), []string{"lint", "--format", "json"})), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}
