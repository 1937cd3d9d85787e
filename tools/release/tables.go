package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"sigs.k8s.io/yaml"
)

// tables are the files of facts. They are changed line by line, so that the comments in them stay.
type tables struct {
	dir, release string
	read         []string // the tables that were compared with the release
}

func (t *tables) path(name string) string { return filepath.Join(t.dir, name+".yaml") }

// load decodes a table.
func (t *tables) load(name string, into any) error {
	text, err := os.ReadFile(t.path(name))
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

// edit changes the lines of a table, and reports whether that changed anything.
func (t *tables) edit(name string, change func(lines []string) []string) error {
	text, err := os.ReadFile(t.path(name))
	if err != nil {
		return err
	}
	lines := change(strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"))
	return os.WriteFile(t.path(name), []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

// section returns the first line below a key at the top of a table, and the line after the last.
func section(lines []string, key string) (first, end int) {
	first = slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, key+":") }) + 1
	for end = first; end < len(lines) && (strings.HasPrefix(lines[end], " ") || strings.HasPrefix(lines[end], "#")); end++ {
	}
	return first, end
}

// insert adds rows to a section where their names sort, and leaves its other lines as they are.
func insert(lines []string, key string, rows ...string) []string {
	for _, row := range rows {
		first, end := section(lines, key)
		at := end
		for at > first && name(lines[at-1]) > name(row) {
			at--
		}
		lines = slices.Insert(lines, at, row)
	}
	return lines
}

func name(row string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(row), ":")
	return name
}

// done notes that a table has what the release has.
func (t *tables) done(names ...string) { t.read = append(t.read, names...) }

// tell prints what a person has to do.
func (t *tables) tell(format string, args ...any) {
	fmt.Printf("%s: %s\n", t.release, fmt.Sprintf(format, args...))
}

var entry = regexp.MustCompile(`^(  )(\w+)(: )(\S+)(.*)$`)

// finish writes into releases.yaml which tables were compared.
func (t *tables) finish() error {
	return t.edit("releases", func(lines []string) []string {
		for i, line := range lines {
			if rest, ok := strings.CutPrefix(line, "newest: "); ok && isBefore(rest, t.release) {
				lines[i] = "newest: " + t.release
			}
			if m := entry.FindStringSubmatch(line); m != nil && slices.Contains(t.read, m[2]) && isBefore(m[4], t.release) {
				lines[i] = m[1] + m[2] + m[3] + t.release + m[5]
			}
		}
		return lines
	})
}

func isBefore(a, b string) bool { return semver.MustParse(a).LessThan(semver.MustParse(b)) }

// minor returns the first release of a release's minor, and that of the next.
func minor(release string) (first, next string) {
	v := semver.MustParse(release)
	return semver.New(v.Major(), v.Minor(), 0, "", "").String(), semver.New(v.Major(), v.Minor()+1, 0, "", "").String()
}
