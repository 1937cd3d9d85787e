package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
)

// Convert is the result of a run of convert. Files are in the order of their paths.
type Convert struct {
	Files   []convert.File
	Read    int    // files that were read
	Written bool   // the files were changed
	For     string // the Karpenter versions that the objects are for, for people; "" for none
	terminal.Terminal
}

// WriteDiff writes the changes of every file as a unified diff.
func WriteDiff(w io.Writer, c *Convert) error {
	for i := range c.Files {
		f := &c.Files[i]
		if err := Diff(w, c.diff(f), c.Color); err != nil {
			return err
		}
	}
	return nil
}

// diff returns the unified diff of a file.
func (c *Convert) diff(f *convert.File) string {
	if f.Removed {
		return diff.UnifiedRemoved(f.Path, f.Before)
	}
	return diff.Unified(f.Path, f.Before, f.After)
}

// Diff writes a unified diff, coloured like git's if color is on.
func Diff(w io.Writer, diff string, color bool) error {
	if !color {
		_, err := io.WriteString(w, diff)
		return err
	}
	p := terminal.Terminal{Color: true}
	for line := range strings.Lines(diff) {
		text, newline := strings.CutSuffix(line, "\n")
		styled := p.Paint(diffStyle(text), text)
		if newline {
			styled += "\n"
		}
		if _, err := io.WriteString(w, styled); err != nil {
			return err
		}
	}
	return nil
}

func diffStyle(line string) string {
	switch {
	case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		return terminal.Bold
	case strings.HasPrefix(line, "@@"):
		return terminal.Cyan
	case strings.HasPrefix(line, "-"):
		return terminal.PlainRed
	case strings.HasPrefix(line, "+"):
		return terminal.Green
	default:
		return terminal.Plain
	}
}

// WriteNotes writes the notes and the summary of a conversion for people: infos first, and decisions last, next to the summary.
// Notes with the same message are printed once, with the places of the others.
func WriteNotes(w io.Writer, c *Convert) error {
	t := &textWriter{lineWriter{Terminal: c.Terminal}, sources{read: c.before}}
	notes := c.allNotes()
	for _, level := range []convert.Level{convert.Info, convert.Warning, convert.Decision} {
		for _, group := range groupNotes(notes, level) {
			t.writeGroup(group)
		}
	}
	if c.Read > 0 {
		t.wrapped(terminal.Bold, convertSummary(c, notes))
	}
	return t.flush(w)
}

// before returns the text of a file before the conversion, nil if it was not converted.
func (c *Convert) before(file string) []byte {
	i := slices.IndexFunc(c.Files, func(f convert.File) bool { return f.Path == file })
	if i < 0 {
		return nil
	}
	return c.Files[i].Before
}

// WriteLeft writes findings that an upgrade leaves to a person, one line each.
func WriteLeft(w io.Writer, findings []lint.Finding, t terminal.Terminal) error {
	for _, f := range findings {
		place := fmt.Sprintf("%s:%d", printable.Path(f.File), f.Start.Line)
		severity := f.Severity.String()
		if _, err := fmt.Fprintf(w, "%s: %s: %s %s\n", t.Paint(terminal.Bold, place), t.Paint(levelStyle(severity), severity), f.Rule,
			printable.Text(f.Text())); err != nil {
			return err
		}
	}
	return nil
}

// allNotes returns the notes of all files, in their order.
func (c *Convert) allNotes() []convert.Note {
	var notes []convert.Note
	for i := range c.Files {
		notes = append(notes, c.Files[i].Notes...)
	}
	return notes
}

// groupNotes returns the notes of a level. Notes with the same message form a group, in the place of the first.
func groupNotes(notes []convert.Note, level convert.Level) [][]convert.Note {
	type key struct{ message, see string }
	var groups [][]convert.Note
	number := map[key]int{}
	for _, n := range notes {
		if n.Level != level {
			continue
		}
		k := key{n.Message, n.See}
		if i, ok := number[k]; ok {
			groups[i] = append(groups[i], n)
			continue
		}
		number[k] = len(groups)
		groups = append(groups, []convert.Note{n})
	}
	return groups
}

// How many other places are listed for an info, and for a warning or decision.
const maxPlaces, maxSubjects = 3, 10

// writeGroup writes the first note of a group as lint writes a finding, and the places of the others:
//
//	decision: Provisioner default spec.provider: the fact
//	  --> pools.yaml:12
//	   |
//	12 |   provider:
//	   = help: what to do
//	   = also: others.yaml:3: Provisioner spot
//	   = see: https://karpenter.sh/…
func (t *textWriter) writeGroup(group []convert.Note) {
	first, rest := group[0], group[1:]
	fact, help := cutFact(first.Message)
	if of := subject(first); of != "" {
		fact = of + ": " + printable.Text(fact)
	}
	t.headline(string(first.Level), string(first.Level), fact)
	file := t.file(first.File)
	t.line("  %s %s", t.Paint(terminal.Blue, "-->"), notePlace(first))
	if file != nil && first.Line > 0 && first.Line <= file.Lines() {
		t.line("   %s", t.Paint(terminal.Blue, "|"))
		line, _ := contextLine(file, first.Line, t.Columns()-gutter(first.Line)-3)
		t.writeSnippetLine(line, gutter(first.Line), terminal.Plain, nil)
	}
	label, most := "help", maxSubjects
	if first.Level == convert.Info {
		label, most = "note", maxPlaces
	}
	if help != "" {
		t.writeNote("  ", label, help, "")
	}
	for _, note := range rest[:min(len(rest), most)] {
		t.writeNote("  ", "also", strings.TrimSuffix(notePlace(note)+": "+subject(note), ": "), "")
	}
	if hidden := len(rest) - most; hidden > 0 {
		t.writeNote("  ", "also", fmt.Sprintf("%d more; --format json lists them", hidden), "")
	}
	if first.See != "" {
		t.writeNote("  ", "see", first.See, "")
	}
	t.line("")
}

// cutFact cuts a message after its fact, at the first semicolon that is not in parentheses.
func cutFact(message string) (fact, help string) {
	depth := 0
	for i, r := range message {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0 && strings.HasPrefix(message[i:], "; "):
			return message[:i], message[i+2:]
		}
	}
	return message, ""
}

// subject names the object and the field of a note.
func subject(n convert.Note) string {
	return strings.TrimSpace(printable.Text(n.Object) + " " + printable.Text(n.Path))
}

// notePlace returns the file of a note, with the line if there is one.
func notePlace(n convert.Note) string {
	if n.Line > 0 {
		return fmt.Sprintf("%s:%d", printable.Path(n.File), n.Line)
	}
	return printable.Path(n.File)
}

// convertSummary returns the result of the conversion in one line: "would change 1 file of 3; 2 objects converted; 1 decision
// open; for Karpenter 0.32.10".
func convertSummary(c *Convert, notes []convert.Note) string {
	count := map[convert.Status]int{}
	changed := 0
	for i := range c.Files {
		switch f := &c.Files[i]; {
		case bytes.Equal(f.Before, f.After):
		default:
			changed++
		}
		for _, o := range c.Files[i].Objects {
			count[o.Status]++
		}
	}
	change := "would change"
	if c.Written {
		change = "changed"
	}
	files := "nothing to change in " + Count(c.Read, "file")
	switch {
	case changed > 0:
		files = change + " " + Count(changed, "file") + " of " + fmt.Sprint(c.Read)
	case c.Written:
		files = "changed nothing in " + Count(c.Read, "file")
	}
	parts := []string{files}
	for _, s := range []struct {
		status convert.Status
		words  string
	}{{convert.Converted, "converted"}, {convert.Removed, "removed"}, {convert.Undecided, "in need of a decision"}, {convert.Skipped, "skipped"}} {
		if n := count[s.status]; n > 0 {
			parts = append(parts, Count(n, "object")+" "+s.words)
		}
	}
	open := 0
	for _, n := range notes {
		if n.Level == convert.Decision {
			open++
		}
	}
	if open > 0 {
		parts = append(parts, Count(open, "decision")+" open")
	}
	if c.For != "" {
		parts = append(parts, "for Karpenter "+printable.Text(c.For))
	}
	return strings.Join(parts, "; ")
}

type convertReport struct {
	Version     int              `json:"version"`
	Generator   string           `json:"generator"`
	Files       []convertFile    `json:"files"`
	Objects     []convert.Object `json:"objects"`
	Notes       []convert.Note   `json:"notes"`
	Assumptions []assumption     `json:"assumptions"`
}

// assumption is an assumption of the conversion about an unknown value. A note contains it too.
type assumption struct {
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Object  string          `json:"object"`
	Message string          `json:"message"`
	Values  []convert.Place `json:"values"` // the places of the values in the repository
}

// assumptionsIn returns the assumptions in the notes.
func assumptionsIn(notes []convert.Note) []assumption {
	assumed := []assumption{}
	for _, n := range notes {
		if n.Assumed != nil {
			assumed = append(assumed, assumption{n.File, n.Line, n.Object, n.Message, n.Assumed.Values})
		}
	}
	return assumed
}

type convertFile struct {
	File    string `json:"file"`
	Changed bool   `json:"changed"`
	Diff    string `json:"diff"`
}

// WriteConvertJSON writes the report of convert as one JSON object.
func WriteConvertJSON(w io.Writer, c *Convert) error {
	report := convertReport{Version: 1, Generator: filetype.Generator, Files: []convertFile{}, Objects: []convert.Object{}, Notes: []convert.Note{}}
	for i := range c.Files {
		f := &c.Files[i]
		diff := c.diff(f)
		report.Files = append(report.Files, convertFile{f.Path, diff != "", diff})
		report.Objects = append(report.Objects, f.Objects...)
		report.Notes = append(report.Notes, f.Notes...)
	}
	report.Assumptions = assumptionsIn(report.Notes)
	return printable.JSON(w, report)
}
