// Package baseline reads and writes baselines: the findings that a team accepts for now, one a line.
package baseline

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/base/printable"
)

// Entry is a finding in a baseline. Only Fingerprint and, for telling whether a run judged the entry, Rule and File have a meaning.
type Entry struct {
	Fingerprint string // hex
	Rule        string // KL501
	File        string // by the root of the repository, with "/"
	Message     string // for people: the fact in one line, which may be cut
	Line        int    // of the file that was read, 1-based
}

// Error is a line that is no entry.
type Error struct {
	Line     int
	Message  string // the fact
	Conflict bool   // the line is a conflict marker of git, and the entries around it were read
}

func (e *Error) Error() string { return e.Message }

// header is how a baseline begins.
const header = `# karplint baseline: findings that karplint lint --baseline counts and does not show, with their fingerprint, rule and file.
# To renew it, run karplint lint --write-baseline with the name of this file.
`

// maxMessage is how many characters of a message are written.
const maxMessage = 120

// Format returns the text of a baseline: its entries by file, rule and fingerprint, each once. The same entries give the same text in any order.
func Format(entries []Entry) []byte {
	sorted := slices.SortedFunc(slices.Values(entries), func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	text := bytes.NewBufferString(header)
	written := map[string]bool{}
	for _, e := range sorted {
		if !written[e.Fingerprint] {
			written[e.Fingerprint] = true
			fmt.Fprintln(text, strings.TrimRight(e.Fingerprint+" "+e.Rule+" "+quoted(e.File)+" "+oneLine(e.Message), " "))
		}
	}
	return text.Bytes()
}

// quoted returns a file name as one word: in Go's quotes if it is not one already.
func quoted(file string) string {
	if file == "" || !printable.IsClean(file) || strings.ContainsFunc(file, unicode.IsSpace) || strings.ContainsAny(file, `"\`) {
		return strconv.Quote(file)
	}
	return file
}

// oneLine returns a message as it is written.
func oneLine(message string) string {
	text := []rune(strings.Join(strings.Fields(printable.Text(message)), " "))
	if len(text) > maxMessage {
		return strings.TrimSpace(string(text[:maxMessage-1])) + "…"
	}
	return string(text)
}

// Parse reads the text of a baseline: lines of entries, comments and blank lines, with any line ends. It returns all entries, and the first line that
// is none.
func Parse(text []byte) (entries []Entry, broken *Error) {
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		entry, err := parseLine(line)
		if err != nil && (broken == nil || broken.Conflict && !err.Conflict) {
			broken, err.Line = err, number
		}
		if err == nil {
			entry.Line = number
			entries = append(entries, entry)
		}
	}
	return entries, broken
}

// words matches the fingerprint, the rule and the quoted or plain file of an entry, and its message.
var words = pattern.New(`^([0-9a-f]{32}) ([A-Za-z][A-Za-z0-9_-]*) ("(?:[^"\\]|\\.)*"|[^" ]\S*)(?: +(.*))?$`)

// conflict matches what git writes around and between the lines of two sides.
var conflict = pattern.New(`^(<{7}|>{7}|\|{7}|={7})( |$)`)

func parseLine(line string) (Entry, *Error) {
	if conflict().MatchString(line) {
		return Entry{}, &Error{Message: "a conflict of git is left", Conflict: true}
	}
	m := words().FindStringSubmatch(line)
	if m == nil {
		return Entry{}, &Error{Message: "the line is not of the form FINGERPRINT RULE FILE MESSAGE"}
	}
	file := m[3]
	if strings.HasPrefix(file, `"`) {
		var err error
		if file, err = strconv.Unquote(file); err != nil {
			return Entry{}, &Error{Message: "the name of the file is not in quotes as Go writes them"}
		}
	}
	return Entry{Fingerprint: m[1], Rule: m[2], File: file, Message: m[4]}, nil
}
