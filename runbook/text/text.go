// Package text writes a runbook: as text to read, as Markdown for a ticket, as JSON.
package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
)

// style is what differs between text and Markdown.
type style struct {
	heading func(level int, text string) string
	task    string // before a step
	code    func(s string) string
	fence   [2]string // around commands
}

var (
	plain = style{
		heading: func(level int, text string) string {
			if level == 1 {
				return strings.ToUpper(text[:1]) + text[1:] + "\n" + strings.Repeat("=", len([]rune(text)))
			}
			return text + "\n" + strings.Repeat("-", len([]rune(text)))
		},
		task: "", code: func(s string) string { return s },
	}
	markdown = style{
		heading: func(level int, text string) string { return strings.Repeat("#", level) + " " + text },
		task:    "- [ ] ", code: func(s string) string { return "`" + s + "`" },
		fence: [2]string{"```sh", "```"},
	}
)

// Write writes the plan as plain text.
func Write(w io.Writer, p *runbook.Plan) error { return (&page{style: plain, plan: p}).write(w) }

// WriteMarkdown writes the plan as Markdown, each step with a task box.
func WriteMarkdown(w io.Writer, p *runbook.Plan) error {
	return (&page{style: markdown, plan: p}).write(w)
}

// page is a plan in one style.
type page struct {
	style
	plan  *runbook.Plan
	lines []string
	step  int
}

func (p *page) write(w io.Writer) error {
	p.all()
	for i, line := range p.lines {
		p.lines[i] = printable.Text(line)
	}
	_, err := io.WriteString(w, strings.Join(p.lines, "\n")+"\n")
	return err
}

// add adds texts of one or more lines.
func (p *page) add(texts ...string) {
	for _, text := range texts {
		p.lines = append(p.lines, strings.Split(text, "\n")...)
	}
}

// paragraph adds a text between empty lines.
func (p *page) paragraph(text string) {
	if text != "" {
		p.add(text, "")
	}
}

func (p *page) all() {
	if p.plan.Answer != "" {
		p.add(p.plan.Answer)
		return
	}
	for _, r := range p.plan.Roads {
		p.road(r)
	}
	if len(p.plan.Outside) > 0 {
		p.add(p.heading(2, "Not part of this"), "")
		p.items(p.plan.Outside, "")
	}
	for len(p.lines) > 0 && p.lines[len(p.lines)-1] == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
}

func (p *page) road(r *runbook.Road) {
	i := r.Installation
	from := "?"
	if len(r.Stops) > 0 {
		from = r.Stops[0].From
	}
	p.add(p.heading(1, fmt.Sprintf("Karpenter %s to %s: %s (%s)", from, r.To, i.Name, i.Controller.Place)), "")
	if len(r.Decisions) > 0 {
		p.add(p.heading(2, "Decide first"), "")
		p.items(r.Decisions, p.task)
	}
	if len(r.Stops) == 0 {
		if len(r.Decisions) == 0 {
			p.paragraph("Nothing to do.")
		}
		return
	}
	p.overview(r)
	p.steps("Before the first stop", r.Before)
	for n, stop := range r.Stops {
		p.steps(fmt.Sprintf("Stop %d: %s", n+1, stopTitle(&stop.Stop)), stop.Steps)
	}
	p.steps("Afterwards", r.After)
	p.steps("If all of it has to go one day", r.Teardown)
}

func stopTitle(s *road.Stop) string {
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
	if p.fence[0] == "" {
		for n, stop := range r.Stops {
			p.add(fmt.Sprintf("%d. %s%s", n+1, stopTitle(&stop.Stop), because(&stop.Stop)))
		}
		p.add("")
		return
	}
	p.add("| Stop | Release | Why here | Kubernetes | Way back |", "|---|---|---|---|---|")
	for n, stop := range r.Stops {
		back := stop.Back.To
		if stop.Installed() {
			back = "–"
		} else if back == "" {
			back = "none"
		}
		p.add(fmt.Sprintf("| %d | %s | %s | %s to %s | %s |", n+1, stopTitle(&stop.Stop), strings.Join(stop.Because, "; "), road.MinorText(stop.Kubernetes.Min), road.MinorText(stop.Kubernetes.Max), back))
	}
	p.add("")
}

func because(s *road.Stop) string {
	if len(s.Because) == 0 {
		return ""
	}
	return ": " + strings.Join(s.Because, "; ")
}

func (p *page) steps(title string, steps []*runbook.Step) {
	if len(steps) == 0 {
		return
	}
	p.add(p.heading(2, title), "")
	for _, step := range steps {
		p.oneStep(step)
	}
}

func (p *page) oneStep(s *runbook.Step) {
	p.step++
	indent := "  "
	if p.task == "" {
		p.add(fmt.Sprintf("%d. %s", p.step, s.Title))
		indent = "   "
	} else {
		p.add(p.task + "**" + s.Title + "**")
	}
	if len(s.Why) > 0 {
		p.add(indent + strings.Join(s.Why, " "))
	}
	p.add("")
	for _, item := range s.Items {
		p.add(indent + "- " + p.item(item))
	}
	if len(s.Items) > 0 {
		p.add("")
	}
	p.commands(s.Commands, indent)
}

func (p *page) items(items []runbook.Item, task string) {
	for _, item := range items {
		if task == "" {
			task = "- "
		}
		p.add(task + p.item(item))
	}
	p.add("")
}

func (p *page) item(i runbook.Item) string {
	text := i.Text
	if i.Place.File != "" {
		text = p.code(i.Place.String()) + ": " + text
	}
	if i.Rule != "" {
		text += " (" + i.Rule + ")"
	}
	return text
}

func (p *page) commands(commands []runbook.Command, indent string) {
	if len(commands) == 0 {
		return
	}
	if p.fence[0] != "" {
		p.add(indent + p.fence[0])
	}
	for _, c := range commands {
		if c.Expect != "" {
			p.add(indent + "# expect: " + c.Expect)
		}
		p.add(indent + c.Run)
	}
	if p.fence[1] != "" {
		p.add(indent + p.fence[1])
	}
	p.add("")
}
