// Package page makes one page of HTML of what karplint knows about a repository, or about many.
package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
)

// Version is the version of the data. It rises when a field is removed or changes its meaning; fields may be added at any time.
const Version = 1

// Report is what karplint knows about a repository. Lint, Convert, Status, Plan and Graph are what these commands write with --format json. It has
// no time and no path of the machine, so that equal repositories have equal reports.
type Report struct {
	Version   int             `json:"version"`
	Generator string          `json:"generator"` // karplint
	Name      string          `json:"name"`      // of the repository, for people
	Karplint  string          `json:"karplint"`  // the version of karplint that made it
	Lint      json.RawMessage `json:"lint"`
	Convert   json.RawMessage `json:"convert"` // to v1
	Status    json.RawMessage `json:"status"`  // of the conversion to v1
	Plan      json.RawMessage `json:"plan"`
	Graph     json.RawMessage `json:"graph,omitempty"`    // of graph; it may be missing
	Messages  []string        `json:"messages"`           // what the commands said about their run, each once
	Exceeded  string          `json:"exceeded,omitempty"` // the limit that ended the run, so that parts are not complete; what to do
	Sources   Sources         `json:"sources"`
}

// Sources holds lines of files around findings: by the path of the file, and the number of the line from 1 in decimal.
type Sources map[string]map[string]string

// Fleet is the data of many repositories.
type Fleet struct {
	Version      int      `json:"version"`
	Generator    string   `json:"generator"` // karplint
	Repositories []Report `json:"repositories"`
}

// WriteJSON writes the data of one repository as a Report, that of many as a Fleet.
func WriteJSON(w io.Writer, reports []Report) error {
	if len(reports) == 1 {
		return printable.JSON(w, reports[0])
	}
	return printable.JSON(w, Fleet{Version, filetype.Generator, reports})
}

// Decode reads what WriteJSON wrote. The error says what is wrong with the data, and what to do; it does not name the file.
func Decode(data []byte) ([]Report, error) {
	var either struct {
		Version      int               `json:"version"`
		Karplint     *string           `json:"karplint"`
		Repositories []json.RawMessage `json:"repositories"`
	}
	if err := json.Unmarshal(data, &either); err != nil {
		return nil, syntax(err)
	}
	if either.Repositories == nil && either.Karplint == nil {
		return nil, errors.New("it is JSON, but no report; make it with karplint report -o FILE.json")
	}
	if either.Version != Version {
		return nil, otherVersion("is", either.Version)
	}
	if either.Repositories == nil {
		either.Repositories = []json.RawMessage{data}
	}
	if len(either.Repositories) == 0 {
		return nil, errors.New("it holds no repository; make it with karplint report --from FILE.json -o FLEET.json")
	}
	var reports []Report
	for _, one := range either.Repositories {
		var r Report
		if err := json.Unmarshal(one, &r); err != nil {
			return nil, syntax(err)
		}
		if r.Version != Version {
			return nil, otherVersion("holds", r.Version)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

func otherVersion(verb string, version int) error {
	const help = "make both with the same release of karplint"
	return fmt.Errorf("it %s a report of version %d, and this karplint reads version %d; %s", verb, version, Version, help)
}

// syntax explains an error of encoding/json.
func syntax(err error) error {
	var broken *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &broken) && broken.Error() == "unexpected end of JSON input":
		return fmt.Errorf("it ends after %d bytes in the middle of the report; make or copy it again", broken.Offset)
	case errors.As(err, &broken):
		return fmt.Errorf("it is no JSON (%w); make it with karplint report -o FILE.json", err)
	case errors.As(err, &wrong) && wrong.Field == "":
		return errors.New("it is a list or a text where a report is an object; make it with karplint report -o FILE.json")
	case errors.As(err, &wrong):
		return fmt.Errorf("its %q is %s, which no report has; make it again with karplint report -o FILE.json", wrong.Field, article(wrong.Value))
	}
	return fmt.Errorf("%w; make it again with karplint report -o FILE.json", err)
}

func article(noun string) string {
	if bytes.ContainsAny([]byte(noun[:min(1, len(noun))]), "aeio") {
		return "an " + noun
	}
	return "a " + noun
}

// How much of the sources a report holds.
const (
	linesAround = 2   // before and after a finding
	linesMost   = 12  // of one finding, or of one edit of its fix
	widthMost   = 400 // code points of a line
)

// SourcesOf returns the lines around the findings and decisions of a report, and those that fixes change. read returns the text of a file, nil if it
// cannot be read. The report's Lint and Status must be what the commands write.
func SourcesOf(r *Report, read func(file string) []byte) (Sources, error) {
	v, err := newView(r)
	if err != nil {
		return nil, err
	}
	c := &collector{read: read, lines: map[string][][]byte{}, sources: Sources{}}
	for _, f := range v.Findings {
		c.add(f.File, f.Start.Line-linesAround, min(f.End.Line, f.Start.Line+linesMost)+linesAround)
		if f.Fix == nil {
			continue
		}
		for _, e := range f.Fix.Edits {
			c.add(e.File, e.Start.Line, min(e.End.Line, e.Start.Line+linesMost))
		}
	}
	for _, d := range v.Status.Decisions {
		for _, p := range d.Places {
			c.add(p.File, p.Line-linesAround, p.Line+linesAround)
		}
	}
	return c.sources, nil
}

type collector struct {
	read    func(file string) []byte
	lines   map[string][][]byte // of the files read so far
	sources Sources
}

// add adds the lines from first to last, as far as the file has them.
func (c *collector) add(file string, first, last int) {
	lines, known := c.lines[file]
	if !known {
		if text := c.read(file); text != nil {
			lines = bytes.Split(text, []byte("\n"))
		}
		c.lines[file] = lines
	}
	for n := max(first, 1); n <= min(last, len(lines)); n++ {
		if c.sources[file] == nil {
			c.sources[file] = map[string]string{}
		}
		c.sources[file][strconv.Itoa(n)] = shortened(string(bytes.TrimSuffix(lines[n-1], []byte("\r"))))
	}
}

// shortened cuts a line that nobody would read to its end.
func shortened(line string) string {
	count := 0
	for i := range line {
		if count == widthMost {
			return line[:i] + "…"
		}
		count++
	}
	return line
}
