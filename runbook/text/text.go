// Package text writes a runbook: as text to read, as Markdown for a ticket, as JSON.
package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
)

// Formats are the names of the formats, the default first.
func Formats() []string { return []string{"text", "markdown", "json"} }

// Write writes the plan in one of the Formats, as text for any other name.
func Write(w io.Writer, format string, p *runbook.Plan) error {
	switch format {
	case "markdown":
		return newPage(markdown, p).write(w)
	case "json":
		return writeJSON(w, p)
	}
	return newPage(plain, p).write(w)
}

// writeJSON writes the plan as one object.
func writeJSON(w io.Writer, p *runbook.Plan) error {
	return printable.JSON(w, struct {
		Version int `json:"version"`
		*runbook.Plan
		Open bool `json:"open"`
	}{1, p, p.IsOpen()})
}

// page is a plan in one style.
type page struct {
	style
	plan  *runbook.Plan
	lines []string
	steps int // written so far

	written map[string]writtenStep   // by content of a step: the step that has it in full
	earlier map[string][]writtenStep // the steps that are written in full, by ID
}

func newPage(s style, p *runbook.Plan) *page {
	return &page{style: s, plan: p, written: map[string]writtenStep{}, earlier: map[string][]writtenStep{}}
}

func (p *page) write(w io.Writer) error {
	p.all()
	for len(p.lines) > 0 && p.lines[len(p.lines)-1] == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
	for i, line := range p.lines {
		p.lines[i] = strings.TrimRight(printable.Line(line), " ")
	}
	if len(p.lines) == 0 {
		return nil
	}
	_, err := io.WriteString(w, strings.Join(p.lines, "\n")+"\n")
	return err
}

// add adds lines. A name in them that has a newline does not make a new one.
func (p *page) add(lines ...string) { p.lines = append(p.lines, lines...) }

// heading adds a heading.
func (p *page) heading(level int, text string) {
	p.add(p.style.heading(level, text)...)
	p.add("")
}

func (p *page) all() {
	if p.plan.Answer != "" {
		p.add(p.plan.Answer, "")
	}
	if len(p.plan.Decisions) > 0 {
		p.heading(1, "Decide first")
		p.items(p.plan.Decisions, p.task)
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
		p.items(p.plan.Outside, "- ")
	}
}

func (p *page) road(r *runbook.Road) {
	p.heading(1, fmt.Sprintf("Karpenter %s to %s", r.From, r.To))
	for _, i := range r.Installations {
		p.add("- " + p.installation(i))
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
func (p *page) installation(i *runbook.Installation) string {
	text := p.code(i.Name)
	if i.Controller.Exists() {
		text += fmt.Sprintf(" (%s)", p.code(i.Controller.Place.String()))
	}
	if i.Cluster.Minor > 0 {
		text += fmt.Sprintf(", Kubernetes %s (%s)", road.MinorText(i.Cluster.Minor), p.code(i.Cluster.Place.String()))
	}
	pools, classes := 0, 0
	for _, o := range i.Objects {
		if o.IsPool {
			pools++
		} else {
			classes++
		}
	}
	return text + fmt.Sprintf(", %s and %s", count(pools, "pool"), count(classes, "class"))
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
	var items []runbook.Item
	for n, stop := range r.Stops {
		for _, item := range stop.Decisions {
			item.Text = fmt.Sprintf("stop %d: %s", n+1, item.Text)
			items = append(items, item)
		}
	}
	if len(items) > 0 {
		p.heading(2, "Decide before you start")
		p.items(items, p.task)
	}
}

func (p *page) stop(number int, s *runbook.Stop) {
	p.heading(2, fmt.Sprintf("Stop %d: %s", number, stopTitle(s)))
	p.stepList(s.Steps)
	if s.Back != nil {
		p.add(strings.TrimSpace(p.strong(s.Back.Title+".")+" "+strings.Join(s.Back.Why, " ")), "")
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

// everywhere is the heading of steps that are the same for all installations.
const everywhere = "Each of them"

// stepList adds steps, below the names of the installations that they are about.
func (p *page) stepList(steps []*runbook.Step) {
	last := "" // the heading
	for _, step := range steps {
		name := step.Installation
		if name == "" && last != "" {
			name = everywhere
		}
		if name != last {
			p.heading(3, name)
			last = name
		}
		p.oneStep(step)
	}
}

// writtenStep is a step in the page: its number and its commands.
type writtenStep struct {
	number   int
	commands []runbook.Command
}

// minRepeated is how many commands at the end of a step a reference to an earlier step replaces.
const minRepeated = 2

// shortened returns the step without reasons and commands that an earlier step has. It refers to that step instead. Assignments stay, because
// they set the release of the stop, and so do commands with another output.
func (p *page) shortened(s *runbook.Step) *runbook.Step {
	if len(s.Commands) == 0 {
		return s
	}
	key := s.ID + "\x00" + strings.Join(s.Why, " ")
	for _, c := range s.Commands {
		if !c.IsAssignment() {
			key += "\x00" + c.Run
		}
	}
	short := *s
	if first, isWritten := p.written[key]; isWritten {
		short.Title, short.Why = fmt.Sprintf("%s, as in step %d", s.Title, first.number), nil
		isKnown := func(c runbook.Command) bool { return slices.Contains(first.commands, c) && !c.IsAssignment() }
		short.Commands = slices.DeleteFunc(slices.Clone(s.Commands), isKnown)
		return &short
	}
	p.written[key] = writtenStep{p.steps, s.Commands}
	number, repeated := p.repeated(s)
	p.earlier[s.ID] = append(p.earlier[s.ID], writtenStep{p.steps, s.Commands})
	if repeated < minRepeated {
		return s
	}
	reference := runbook.Command{Run: fmt.Sprintf("# then the last %d commands of step %d", repeated, number)}
	short.Commands = append(slices.Clone(s.Commands[:len(s.Commands)-repeated]), reference)
	return &short
}

// repeated returns the earlier step of the same kind that ends with the most commands of the step, and how many those are.
func (p *page) repeated(s *runbook.Step) (number, most int) {
	for _, e := range p.earlier[s.ID] {
		n := 0
		for n < min(len(s.Commands), len(e.commands)) && s.Commands[len(s.Commands)-1-n].Run == e.commands[len(e.commands)-1-n].Run {
			n++
		}
		if n > most {
			number, most = e.number, n
		}
	}
	return number, most
}

func (p *page) oneStep(step *runbook.Step) {
	p.steps++
	s := p.shortened(step)
	indent := "  "
	if p.task == "" {
		number := fmt.Sprintf("%d. ", p.steps)
		indent = strings.Repeat(" ", len(number))
		p.add(number + s.Title + ".")
		p.lines[len(p.lines)-1] += why(s)
	} else {
		p.add(p.task + p.strong(fmt.Sprintf("%d. %s.", p.steps, s.Title)) + why(s))
	}
	if len(s.Items) > 0 && p.task != "" {
		p.add("")
	}
	for _, item := range s.Items {
		p.add(indent + "- " + p.item(item))
	}
	p.add("")
	p.commands(s.Commands, indent)
}

// why returns the reasons of a step, after a space.
func why(s *runbook.Step) string {
	if len(s.Why) == 0 {
		return ""
	}
	return " " + strings.Join(s.Why, " ")
}

func (p *page) items(items []runbook.Item, bullet string) {
	if bullet == "" {
		bullet = "- "
	}
	for _, item := range items {
		p.add(bullet + p.item(item))
	}
	p.add("")
}

func (p *page) item(i runbook.Item) string {
	text := i.Text
	if i.File != "" {
		text = p.code(i.Place.String()) + ": " + text
	}
	if i.Rule != "" {
		text += " (" + i.Rule + ")"
	}
	return text
}

// commands adds commands, each with its expected output below it.
func (p *page) commands(commands []runbook.Command, indent string) {
	if len(commands) == 0 {
		return
	}
	if p.fence != "" {
		p.add(indent + p.fence + "sh")
	}
	for _, c := range commands {
		p.add(indent + p.commandIndent + c.Run)
		if c.Expect != "" {
			p.add(indent + p.commandIndent + "# " + c.Expect)
		}
	}
	if p.fence != "" {
		p.add(indent + p.fence)
	}
	p.add("")
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
