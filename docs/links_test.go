package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks: each link from a page to a file of the project leads to one, and to a heading in it if it names one.
func TestLinks(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "*.md", "rules/*.md", "../examples/*.md", "../conformance/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, names...)
	}
	checked := 0
	for _, page := range pages {
		for _, match := range link.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, page), ""), -1) {
			file, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
				continue
			}
			checked++
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, match[1])
			} else if anchor != "" && !anchors(read(t, target))[anchor] {
				t.Errorf("%s: the link %s names no heading", page, match[1])
			}
		}
	}
	if checked < 300 {
		t.Errorf("%d links were checked; there are hundreds", checked)
	}
}

// anchors returns what GitHub calls the headings of a page.
func anchors(page string) map[string]bool {
	names := map[string]bool{}
	for _, match := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		name := notSlug.ReplaceAllString(strings.ToLower(match[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
