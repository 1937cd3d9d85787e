package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// testLink is a link to a test: a function in a file of tests, or a script.
var testLink = regexp.MustCompile(`\[(\w+)\]\(([^)]+_test\.go|[^)]+\.txtar)\)`)

// TestSecurityPage: each row of the tables of promises and bounds names tests, and these exist.
func TestSecurityPage(t *testing.T) {
	page, err := os.ReadFile("security.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		isHeader := slices.Contains([]string{"Test", "Trusted"}, cells[len(cells)-1])
		if !strings.HasPrefix(line, "| ") || isHeader || strings.HasPrefix(cells[len(cells)-1], "yes") || cells[len(cells)-1] == "no" {
			continue
		}
		rows++
		links := testLink.FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(links) == 0 {
			t.Errorf("%q names no test", line)
		}
		for _, link := range links {
			if !isTest(t, link[1], link[2]) {
				t.Errorf("%s is not in %s", link[1], link[2])
			}
		}
	}
	if rows < 20 {
		t.Errorf("%d rows were checked", rows)
	}
}

// isTest reports whether a file holds a test: as a function, or as a whole.
func isTest(t *testing.T, name, file string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return false
	}
	if strings.HasSuffix(file, ".txtar") {
		return filepath.Base(file) == name+".txtar"
	}
	return strings.Contains(string(text), "\nfunc "+name+"(")
}
