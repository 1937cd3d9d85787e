package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/runbook"
)

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

// writtenStep is a step in the page, with its number.
type writtenStep struct {
	number int
	*runbook.Step
}

// minRepeated is how many commands at the end of a step a reference to an earlier step replaces.
const minRepeated = 2

// shortened returns the step without reasons, items and commands that an earlier step has. It refers to that step instead. Assignments stay, because
// they set the release of the stop, and so do commands with another output.
func (p *page) shortened(s *runbook.Step) *runbook.Step {
	if len(s.Commands)+len(s.Why) == 0 {
		return s
	}
	full := writtenStep{p.steps, p.general(s)}
	key := s.ID + "\x00" + strings.Join(s.Why, " ")
	for _, c := range s.Commands {
		if !c.IsAssignment() {
			key += "\x00" + c.Run
		}
	}
	short := *s
	refer := func(to writtenStep) {
		short.Title, short.Why = fmt.Sprintf("%s, as in step %d", s.Title, to.number), nil
		if slices.Equal(full.Items, to.Items) {
			short.Items = nil
		}
	}
	if first, isWritten := p.written[key]; isWritten {
		refer(first)
		short.Commands = nil
		for i, c := range full.Commands {
			if s.Commands[i].IsAssignment() || !slices.Contains(first.Commands, c) {
				short.Commands = append(short.Commands, s.Commands[i])
			}
		}
		return &short
	}
	p.written[key] = full
	earlier, repeated := p.repeated(s)
	p.earlier[s.ID] = append(p.earlier[s.ID], full)
	if repeated < minRepeated {
		return s
	}
	if len(s.Why) > 0 && slices.Equal(s.Why, earlier.Why) {
		refer(earlier)
	}
	reference := runbook.Command{Run: fmt.Sprintf("# then the last %d commands of step %d", repeated, earlier.number)}
	short.Commands = append(slices.Clone(s.Commands[:len(s.Commands)-repeated]), reference)
	return &short
}

// general returns the step as it is at every stop: its items and outputs do not name the release, which the title does.
func (p *page) general(s *runbook.Step) *runbook.Step {
	if p.atStop == nil {
		return s
	}
	general := *s
	general.Commands, general.Items = slices.Clone(s.Commands), slices.Clone(s.Items)
	for i, c := range s.Commands {
		general.Commands[i].Expect = generalText(c.Expect, versionIn(c.Expect, p.atStop.Release))
	}
	for i, item := range s.Items {
		general.Items[i].Text = generalText(item.Text, versionIn(item.Text, p.atStop.Release))
	}
	return &general
}

// repeated returns the earlier step of the same kind that ends with the most commands of the step, and how many those are.
func (p *page) repeated(s *runbook.Step) (step writtenStep, most int) {
	for _, e := range p.earlier[s.ID] {
		n := 0
		for n < min(len(s.Commands), len(e.Commands)) && s.Commands[len(s.Commands)-1-n].Run == e.Commands[len(e.Commands)-1-n].Run {
			n++
		}
		if n > most {
			step, most = e, n
		}
	}
	return step, most
}

func (p *page) oneStep(step *runbook.Step) {
	p.steps++
	s := p.shortened(step)
	number := fmt.Sprintf("%d. ", p.steps)
	indent := "  "
	if p.task == "" {
		indent = strings.Repeat(" ", len(number))
		p.flow(number, span{p.strong, s.Title + "."}, why(s))
	} else {
		p.flow(p.task, span{p.strong, number + s.Title + "."}, why(s))
	}
	if len(s.Items) > 0 && p.task != "" {
		p.add("")
	}
	p.entries(entriesOf(s.Items, false), indent+"- ")
	p.add("")
	p.commands(s.Commands, indent)
}
