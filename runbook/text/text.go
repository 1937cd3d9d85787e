// Package text writes a runbook: as text to read, as Markdown for a ticket, as JSON.
package text

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
)

// Formats are the names of the formats, the default first.
func Formats() []string { return []string{"text", "markdown", "json"} }

// Options are what a text depends on besides the plan.
type Options struct {
	terminal.Terminal
	Source func(file string) []byte // the text of a file before the first stop, nil if there is none
}

// Write writes the plan in one of the Formats, as text for any other name.
func Write(w io.Writer, format string, p *runbook.Plan, o Options) error {
	switch format {
	case "markdown":
		return newPage(markdown, p, o).write(w)
	case "json":
		return writeJSON(w, p)
	}
	return newPage(plain(o.Terminal), p, o).write(w)
}

// writeJSON writes the plan as one object.
func writeJSON(w io.Writer, p *runbook.Plan) error {
	return printable.JSON(w, struct {
		Version   int    `json:"version"`
		Generator string `json:"generator"`
		*runbook.Plan
		Open bool `json:"open"`
	}{1, filetype.Generator, p, p.IsOpen()})
}

// page is a plan in one style.
type page struct {
	style
	Options
	plan   *runbook.Plan
	lines  []string
	steps  int           // written so far
	atStop *runbook.Stop // nil before the first one

	written map[string]writtenStep   // by content of a step: the step that has it in full
	earlier map[string][]writtenStep // the steps that are written in full, by ID
}

func newPage(s style, p *runbook.Plan, o Options) *page {
	return &page{style: s, Options: o, plan: p, written: map[string]writtenStep{}, earlier: map[string][]writtenStep{}}
}

func (p *page) write(w io.Writer) error {
	p.all()
	for len(p.lines) > 0 && p.lines[len(p.lines)-1] == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
	if len(p.lines) == 0 {
		return nil
	}
	_, err := io.WriteString(w, strings.Join(p.lines, "\n")+"\n")
	return err
}

// add adds lines that are not wrapped. A name in them that has a newline does not make a new one.
func (p *page) add(lines ...string) {
	for _, line := range lines {
		p.lines = append(p.lines, strings.TrimRight(printable.Line(line), " "))
	}
}

// span is a part of a paragraph in a style.
type span struct {
	mark func(string) string // nil for none
	text string
}

// flow adds a paragraph. Its lines after the first one begin below the end of the lead.
func (p *page) flow(lead string, spans ...span) {
	var text strings.Builder
	for _, s := range spans {
		clean := printable.Text(s.text)
		if s.mark != nil && clean != "" {
			clean = s.mark(clean)
		}
		text.WriteString(clean)
	}
	p.lines = append(p.lines, p.fill(lead, strings.TrimRight(text.String(), " "))...)
}

// heading adds a heading.
func (p *page) heading(level int, text string) {
	p.lines = append(p.lines, p.style.heading(level, printable.Line(text))...)
	p.add("")
}

func (p *page) all() {
	if p.plan.Answer != "" {
		p.flow("", span{text: p.plan.Answer})
		p.add("")
	}
	if len(p.plan.Decisions) > 0 {
		p.heading(1, "Decide first")
		p.entries(entriesOf(p.plan.Decisions, true), cmp.Or(p.task, "- "))
		p.add("")
	}
	for _, r := range p.plan.Roads {
		p.road(r)
	}
	if len(p.plan.Teardown) > 0 {
		p.heading(1, "Teardown, for the day when Karpenter is removed")
		p.stepList(p.plan.Teardown)
	}
	if len(p.plan.Outside) > 0 {
		p.heading(2, "Not part of this upgrade")
		p.entries(entriesOf(p.plan.Outside, false), "- ")
	}
}

func (p *page) road(r *runbook.Road) {
	p.atStop = nil
	p.heading(1, fmt.Sprintf("Karpenter %s to %s", r.From, r.To))
	for _, i := range r.Installations {
		p.flow("- ", p.installation(i)...)
	}
	p.add("")
	p.overview(r)
	p.decisions(r)
	p.section("Before the first stop", r.Before)
	for n, stop := range r.Stops {
		p.stop(n+1, stop)
	}
}

// installation describes an installation in a line.
func (p *page) installation(i *runbook.Installation) []span {
	spans := []span{{p.code, i.Name}}
	if i.Controller.Exists() {
		spans = append(spans, span{text: " ("}, span{p.code, i.Controller.Place.String()}, span{text: ")"})
	}
	if i.Cluster.Minor > 0 {
		spans = append(spans, span{text: ", Kubernetes " + road.MinorText(i.Cluster.Minor) + " ("}, span{p.code, i.Cluster.Place.String()}, span{text: ")"})
	}
	pools, classes := 0, 0
	for _, o := range i.Objects {
		if o.IsPool {
			pools++
		} else {
			classes++
		}
	}
	return append(spans, span{text: fmt.Sprintf(", %s and %s", count(pools, "pool"), count(classes, "class"))})
}

func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func stopTitle(s *runbook.Stop) string {
	switch {
	case s.Removes != "":
		return s.Release + ", without the " + s.Removes + " objects"
	case s.Keeps != "":
		return s.Release + ", both APIs side by side"
	}
	return s.Release
}

// overview adds the table of the stops.
func (p *page) overview(r *runbook.Road) {
	rows := [][]string{{"", "Stop", "Kubernetes", "Back to", "Open", "Why here"}}
	for n, stop := range r.Stops {
		back := stop.Stop.Back.To
		switch {
		case stop.Installed():
			back = "–"
		case back == "":
			back = "nothing"
		}
		kubernetes := "?"
		if stop.Kubernetes.Max > 0 {
			kubernetes = road.MinorText(stop.Kubernetes.Min) + " to " + road.MinorText(stop.Kubernetes.Max)
		}
		open := "–"
		if len(stop.Decisions) > 0 {
			open = count(len(stop.Decisions), "decision")
		}
		rows = append(rows, []string{fmt.Sprint(n + 1), stopTitle(stop), kubernetes, back, open, strings.Join(stop.Because, "; ")})
	}
	p.table(rows)
	p.add("", "The line numbers in a stop count the changes of all stops before it.", "")
}

// decisions adds the decisions of all stops of the road.
func (p *page) decisions(r *runbook.Road) {
	if entries := decided(r); len(entries) > 0 {
		p.heading(2, "Decide before you start")
		p.entries(entries, cmp.Or(p.task, "- "))
		p.add("")
	}
}

func (p *page) stop(number int, s *runbook.Stop) {
	p.atStop = s
	p.heading(2, fmt.Sprintf("Stop %d: %s", number, stopTitle(s)))
	p.stepList(s.Steps)
	if s.Back != nil {
		p.flow("", span{p.strong, s.Back.Title + "."}, why(s.Back))
		p.add("")
		p.commands(s.Back.Commands, "")
	}
}

// section adds steps below a heading, nothing without any.
func (p *page) section(title string, steps []*runbook.Step) {
	if len(steps) > 0 {
		p.heading(2, title)
		p.stepList(steps)
	}
}

// why returns the reasons of a step, after a space.
func why(s *runbook.Step) span {
	return span{text: " " + strings.Join(s.Why, " ")}
}

// maxSubjects is the number of subjects that are listed for one text.
const maxSubjects = 10

// entries adds a list of entries. Those that say the same are one, with a list of their subjects.
func (p *page) entries(entries []entry, bullet string) {
	indent := bullet[:len(bullet)-len(strings.TrimLeft(bullet, " "))] + "  "
	for _, e := range joined(entries) {
		var when []span
		if len(e.stops) > 0 {
			when = []span{{p.strong, e.when()}, {text: " "}}
		}
		if len(e.also) == 0 {
			p.flow(bullet, append(when, p.located(e.Place, e.describe())...)...)
			p.codeOf(e, indent)
			continue
		}
		p.flow(bullet, append(when, span{text: e.describe() + ":"})...)
		all := append([]entry{e}, e.also...)
		for _, of := range all[:min(len(all), maxSubjects)] {
			p.flow(indent+"- ", p.located(of.Place, of.subject())...)
		}
		if more := len(all) - maxSubjects; more > 0 {
			p.add(fmt.Sprintf("%s- and %d more", indent, more))
		}
	}
}

// located returns a text after its place, if it has one.
func (p *page) located(place runbook.Place, text string) []span {
	if place.File == "" {
		return []span{{text: text}}
	}
	return []span{{p.code, place.String()}, {text: ": " + text}}
}

// codeOf adds the line at the place of an entry, if that is where it is now.
func (p *page) codeOf(e entry, indent string) {
	if !e.isNow || e.Line == 0 || p.Source == nil {
		return
	}
	if code := report.CodeLine(p.Terminal, model.NewFile(e.File, p.Source(e.File)), e.Line, len(indent+p.commandIndent)); code != "" {
		p.block([]string{code}, indent, "")
	}
}

// commands adds commands, each with its expected output below it, or below the last one of those with the same.
func (p *page) commands(commands []runbook.Command, indent string) {
	if len(commands) == 0 {
		return
	}
	var lines []string
	for i, c := range commands {
		lines = append(lines, c.Run)
		isLast := i == len(commands)-1 || commands[i+1].Expect != c.Expect
		if c.Expect != "" && isLast {
			lines = append(lines, "# "+c.Expect)
		}
	}
	p.block(lines, indent, "sh")
	p.add("")
}

// block adds lines of code in a language.
func (p *page) block(lines []string, indent, language string) {
	if p.fence != "" {
		p.add(indent + p.fence + language)
	}
	for _, line := range lines {
		p.add(indent + p.commandIndent + line)
	}
	if p.fence != "" {
		p.add(indent + p.fence)
	}
}

// table adds a table whose first row is its head. Columns without text are left out, except the first.
func (p *page) table(rows [][]string) {
	for column := len(rows[0]) - 1; column > 0; column-- {
		isEmpty := !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[column] != "" && row[column] != "–" })
		if isEmpty {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], column, column+1)
			}
		}
	}
	p.add(p.style.table(rows)...)
}
