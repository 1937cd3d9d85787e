package page

import (
	"encoding/json"
	"fmt"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/status"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/runbook"
)

// view is what the page shows of a report: the status as it is, and the parts of other outputs that it needs, with the same names.
type view struct {
	Name      string        `json:"name"`
	Findings  []finding     `json:"findings"`
	Files     int           `json:"files"`
	Hidden    int           `json:"hidden"` // findings that comments or a baseline accept
	Converted converted     `json:"convert"`
	Status    status.Status `json:"status"`
	Plan      plan          `json:"plan"`
	Decisions []open        `json:"decisions"`
	Graph     string        `json:"graph,omitempty"` // the picture, an element svg; "" if there is nothing to see
	Messages  []string      `json:"messages,omitempty"`
	Sources   Sources       `json:"sources"`

	mention int // how many files mention Karpenter
}

type location struct {
	File  string         `json:"file"`
	Start model.Position `json:"start"`
	End   model.Position `json:"end"`
}

type finding struct {
	Rule     string `json:"rule"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Why      string `json:"why,omitempty"`
	Help     string `json:"help,omitempty"`
	location
	Template string    `json:"template,omitempty"`
	Resource string    `json:"resource,omitempty"`
	Related  []related `json:"related,omitempty"`
	Fix      *fix      `json:"fix,omitempty"`
}

type related struct {
	location
	Message string `json:"message"`
}

type fix struct {
	Title  string `json:"title"`
	Safety string `json:"safety"`
	Edits  []edit `json:"edits"`
}

type edit struct {
	location
	New string `json:"new"`
}

type linted struct {
	Findings   []finding `json:"findings"`
	Files      int       `json:"files"`
	Mention    int       `json:"mention"`
	Suppressed int       `json:"suppressed"`
	Baselined  int       `json:"baselined"`
}

type converted struct {
	Files []changed      `json:"files"`
	Notes []convert.Note `json:"notes"`
}

type changed struct {
	File string `json:"file"`
	Diff string `json:"diff"`
}

type plan struct {
	To        string          `json:"to"`
	Answer    string          `json:"answer,omitempty"`
	Decisions []runbook.Item  `json:"decisions,omitempty"`
	Roads     []road          `json:"roads"`
	Teardown  []*runbook.Step `json:"teardown,omitempty"`
	Outside   []runbook.Item  `json:"outside,omitempty"`
}

type road struct {
	From          string          `json:"from"`
	To            string          `json:"to"`
	Installations []installation  `json:"installations"`
	Before        []*runbook.Step `json:"before,omitempty"`
	Stops         []*runbook.Stop `json:"stops"`
}

type installation struct {
	runbook.Place
	Name    string   `json:"name"`
	Tool    string   `json:"tool"`
	Objects []object `json:"objects"`
}

type object struct {
	APIVersion string `json:"apiVersion"`
}

// newView decodes the outputs of the commands. A part that a report lacks is empty.
func newView(r *Report) (*view, error) {
	var l linted
	v := &view{Name: r.Name, Messages: r.Messages, Sources: r.Sources}
	for _, part := range []struct {
		name string
		data json.RawMessage
		into any
	}{{"lint", r.Lint, &l}, {"convert", r.Convert, &v.Converted}, {"status", r.Status, &v.Status}, {"plan", r.Plan, &v.Plan}} {
		if len(part.data) == 0 {
			continue
		}
		if err := json.Unmarshal(part.data, part.into); err != nil {
			return nil, fmt.Errorf("its part %q: %w", part.name, syntax(err))
		}
	}
	v.Findings, v.Files, v.mention, v.Hidden = l.Findings, l.Files, l.Mention, l.Suppressed+l.Baselined
	v.Decisions = v.decisions()
	return v, nil
}

// summary is what the table of repositories shows.
type summary struct {
	Name      string                    `json:"name"`
	Karplint  string                    `json:"karplint"`
	Exceeded  string                    `json:"exceeded,omitempty"` // see Report
	Objects   status.Count              `json:"objects"`
	Decisions int                       `json:"decisions"`
	Levels    map[string]int            `json:"levels"`  // findings by severity
	Rules     map[string]map[string]int `json:"rules"`   // findings by rule and severity
	Stops     []nextStop                `json:"stops"`   // of each road
	Mention   int                       `json:"mention"` // how many files mention Karpenter
	Waits     bool                      `json:"waits"`   // no road is planned before decisions are made
	Answer    string                    `json:"answer"`  // of plan, if there are neither roads nor decisions
}

type nextStop struct {
	From    string `json:"from"` // releases
	To      string `json:"to"`
	Keeps   string `json:"keeps,omitempty"` // see road.Stop
	Removes string `json:"removes,omitempty"`
}

func (v *view) summary(r *Report) summary {
	s := summary{
		Name: v.Name, Karplint: r.Karplint, Exceeded: r.Exceeded, Objects: v.Status.Objects, Decisions: len(v.Decisions),
		Levels: map[string]int{}, Rules: map[string]map[string]int{}, Stops: []nextStop{},
		Mention: v.mention, Waits: len(v.Plan.Decisions) > 0, Answer: v.Plan.Answer,
	}
	for _, f := range v.Findings {
		s.Levels[f.Severity]++
		if s.Rules[f.Rule] == nil {
			s.Rules[f.Rule] = map[string]int{}
		}
		s.Rules[f.Rule][f.Severity]++
	}
	for _, r := range v.Plan.Roads {
		if len(r.Stops) > 0 {
			next := r.Stops[0]
			s.Stops = append(s.Stops, nextStop{r.From, next.Release, next.Keeps, next.Removes})
		}
	}
	return s
}
