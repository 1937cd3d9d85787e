package page

import (
	"encoding/json"
	"fmt"

	"github.com/karplint/karplint/convert/status"
)

// view is what the page shows of a report: the status as it is, and the parts of other outputs that it needs, with the same names.
type view struct {
	Name      string        `json:"name"`
	Findings  []finding     `json:"findings"`
	Projects  []project     `json:"projects"`
	Files     int           `json:"files"`
	Hidden    int           `json:"hidden"` // findings that comments or a baseline accept
	Converted converted     `json:"convert"`
	Status    status.Status `json:"status"`
	Plan      plan          `json:"plan"`
	Decisions []open        `json:"decisions"`
	Graph     string        `json:"graph,omitempty"` // the picture, an element svg; "" if there is nothing to see
	Messages  []string      `json:"messages,omitempty"`
	Sources   Sources       `json:"sources"`
}

type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type location struct {
	File  string   `json:"file"`
	Start position `json:"start"`
	End   position `json:"end"`
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

type project struct {
	Root   string `json:"root"`
	Target string `json:"target"`
	From   string `json:"from"`
}

type linted struct {
	Version    int       `json:"version"`
	Findings   []finding `json:"findings"`
	Projects   []project `json:"projects"`
	Files      int       `json:"files"`
	Suppressed int       `json:"suppressed"`
	Baselined  int       `json:"baselined"`
}

type converted struct {
	Files []changed `json:"files"`
	Notes []note    `json:"notes"`
}

type changed struct {
	File string `json:"file"`
	Diff string `json:"diff"`
}

type note struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Object  string `json:"object"`
	Path    string `json:"path"`
	Level   string `json:"level"`
	Message string `json:"message"`
	See     string `json:"see,omitempty"`
}

type plan struct {
	To        string `json:"to"`
	Answer    string `json:"answer,omitempty"`
	Decisions []item `json:"decisions,omitempty"`
	Roads     []road `json:"roads"`
	Teardown  []step `json:"teardown,omitempty"`
	Outside   []item `json:"outside,omitempty"`
}

type road struct {
	From          string         `json:"from"`
	To            string         `json:"to"`
	Installations []installation `json:"installations"`
	Before        []step         `json:"before,omitempty"`
	Stops         []stop         `json:"stops"`
}

type installation struct {
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Name       string   `json:"name"`
	Tool       string   `json:"tool"`
	Kubernetes int      `json:"kubernetes,omitempty"`
	Objects    []object `json:"objects"`
}

type object struct {
	APIVersion string `json:"apiVersion"`
}

type stop struct {
	Release    string   `json:"release"`
	Because    []string `json:"because,omitempty"`
	Keeps      string   `json:"keeps,omitempty"`
	Removes    string   `json:"removes,omitempty"`
	Kubernetes minors   `json:"kubernetes"`
	Return     back     `json:"return"`
	Decisions  []item   `json:"decisions,omitempty"`
	Steps      []step   `json:"steps"`
	Back       *step    `json:"back,omitempty"`
}

type minors struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

type back struct {
	To string `json:"to"`
}

type step struct {
	ID           string    `json:"id"`
	Installation string    `json:"installation,omitempty"`
	Title        string    `json:"title"`
	Why          []string  `json:"why,omitempty"`
	Items        []item    `json:"items,omitempty"`
	Commands     []command `json:"commands,omitempty"`
}

type item struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"`
}

type command struct {
	Run    string `json:"run"`
	Expect string `json:"expect,omitempty"`
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
	v.Findings, v.Projects, v.Files, v.Hidden = l.Findings, l.Projects, l.Files, l.Suppressed+l.Baselined
	v.Decisions = v.decisions()
	return v, nil
}

// objects says in a few words what happens to the objects at a stop, "" if that is nothing special.
func (s *stop) objects() string {
	switch {
	case s.Keeps != "":
		return "both APIs side by side"
	case s.Removes != "":
		return "without the " + s.Removes + " objects"
	}
	return ""
}

// summary is what the table of repositories shows.
type summary struct {
	Name      string         `json:"name"`
	Karplint  string         `json:"karplint"`
	Exceeded  string         `json:"exceeded,omitempty"` // see Report
	Objects   status.Count   `json:"objects"`
	Decisions int            `json:"decisions"`
	Levels    map[string]int `json:"levels"` // findings by severity
	Rules     map[string]int `json:"rules"`  // findings by rule
	Stops     []nextStop     `json:"stops"`  // of each road
}

type nextStop struct {
	From    string `json:"from"` // releases
	To      string `json:"to"`
	Objects string `json:"objects"` // what happens to them, for people; "" for nothing special
}

func (v *view) summary(r *Report) summary {
	s := summary{
		Name: v.Name, Karplint: r.Karplint, Exceeded: r.Exceeded, Objects: v.Status.Objects, Decisions: len(v.Decisions),
		Levels: map[string]int{}, Rules: map[string]int{}, Stops: []nextStop{},
	}
	for _, f := range v.Findings {
		s.Levels[f.Severity]++
		s.Rules[f.Rule]++
	}
	for _, r := range v.Plan.Roads {
		if len(r.Stops) > 0 {
			s.Stops = append(s.Stops, nextStop{r.From, r.Stops[0].Release, r.Stops[0].objects()})
		}
	}
	return s
}
