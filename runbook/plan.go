// Package runbook plans an upgrade of Karpenter for the files of a repository: the releases at which it stops, and the steps that a person takes at
// each.
package runbook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

// Plan is the runbook of a repository.
type Plan struct {
	To        string   `json:"to"`
	Strategy  Strategy `json:"strategy"`
	Answer    string   `json:"answer,omitempty"`    // one sentence for a person; set if there are neither roads nor decisions
	Decisions []Item   `json:"decisions,omitempty"` // for a person, before roads can be planned
	Roads     []*Road  `json:"roads"`
	Teardown  []*Step  `json:"teardown,omitempty"` // how to remove Karpenter with its objects, on a later day
	Outside   []Item   `json:"outside,omitempty"`  // pools on no road: for other clouds and for EKS Auto Mode
}

// Strategy is how the nodes of old pools are replaced.
type Strategy string

// The strategies of the command line.
const (
	Drift  Strategy = "drift"  // Karpenter replaces them, one after another
	Delete Strategy = "delete" // a pool is deleted, and its nodes with it
	Manual Strategy = "manual" // a person deletes one node after another
)

// Road is the runbook of installations that start from the same release with objects of the same version of the API.
type Road struct {
	From          string          `json:"from"`
	To            string          `json:"to"`
	Installations []*Installation `json:"installations"`
	Before        []*Step         `json:"before,omitempty"` // once, before the first stop
	Stops         []*Stop         `json:"stops"`
}

// Stop is a release on a road, with the steps to take there.
type Stop struct {
	road.Stop
	Decisions []Item  `json:"decisions,omitempty"` // for a person, before karplint can write the files of the stop
	Steps     []*Step `json:"steps"`
	Back      *Step   `json:"back,omitempty"` // how to undo the stop
}

// Step is one thing that a person does.
type Step struct {
	ID           string    `json:"id"`                     // kind of the step: "crds", "controller", "nodes"
	Installation string    `json:"installation,omitempty"` // the one it is about; "" for all on the road
	Title        string    `json:"title"`                  // an imperative sentence
	Why          []string  `json:"why,omitempty"`          // reasons, in sentences
	Items        []Item    `json:"items,omitempty"`
	Commands     []Command `json:"commands,omitempty"`
}

// Item is a fact for a person, with its place if a file shows it.
type Item struct {
	Place
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"` // the rule that reports it; "" for none

	Message string `json:"-"` // the end of Text that other subjects may share, after the name of this one; "" for none
}

// Place is a line of a file. The zero Place means that no file shows the fact.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// String returns the place as people read it: "pools.yaml:4".
func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Command is a line for a shell, with the output that shows its success.
type Command struct {
	Run    string `json:"run"`
	Expect string `json:"expect,omitempty"` // "" if the exit code is enough
}

// IsAssignment reports whether the command only sets a variable of the shell.
func (c Command) IsAssignment() bool { return assignment().MatchString(c.Run) }

var assignment = pattern.New(`^[A-Z]+=[^ $]*$`)

// IsOpen reports whether a decision is left to a person.
func (p *Plan) IsOpen() bool {
	return len(p.Decisions) > 0 || slices.ContainsFunc(p.Roads, func(r *Road) bool {
		return slices.ContainsFunc(r.Stops, func(s *Stop) bool { return len(s.Decisions) > 0 })
	})
}

// grouped joins items with the same text and rule, in the order of their first places. The text then lists the other places.
func grouped(items []Item) (groups []Item) {
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(comparePlaces(a.Place, b.Place), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Text, b.Text))
	})
	places := map[Item][]Place{} // by an item without a place
	var order []Item
	for _, item := range items {
		key := item
		key.Place = Place{}
		if places[key] == nil {
			order = append(order, key)
		}
		if !slices.Contains(places[key], item.Place) {
			places[key] = append(places[key], item.Place)
		}
	}
	for _, key := range order {
		list := places[key]
		key.Place = list[0]
		if more := list[1:]; len(more) > 0 {
			var texts []string
			for _, p := range more {
				texts = append(texts, p.String())
			}
			key.Text += " (also " + shortList(texts, maxPlaces-1) + ")"
		}
		groups = append(groups, key)
	}
	return groups
}

// maxPlaces is the number of places listed for one fact.
const maxPlaces = 3

// Options are the choices of the user, and the functions by which a plan takes stops and lints.
type Options struct {
	To              string // the release to reach; the tables must have it, or an earlier patch of its minor
	Strategy        Strategy
	ControllerFirst bool     // the configuration sets destroy-order: controller-first
	Paths           []string // of the command line, which the commands of the plan repeat
	Unclear         []Item   // files of which the installation is unknown
	// Try returns a copy of the files, on which the stops of an installation's road are taken; nil if it has no road.
	Try func(*Installation) Trial
	// Target returns the releases that the configuration of a file sets. They win over the version in the file.
	Target func(file string) versions.Target
	// Lint returns the findings in the files of a tree, for the releases that they install.
	Lint func(lint.Tree) []lint.Finding
}

// Trial is a copy of the files, which stops change one after another.
type Trial interface {
	// Start returns where the road begins, without a release if it is unknown.
	Start() road.Start
	// Doubt tells why the release of Start is uncertain or unknown for the installation; "" if it is certain.
	Doubt() string
	// Take changes the files of the copy for the stop.
	Take(stop road.Stop) (*Taken, error)
	// Tree returns the copy, in which the files of other roads are context.
	Tree() lint.Tree
}

// Taken is the result of a stop.
type Taken struct {
	Files    []convert.File // changed files and files with notes, before and after
	Blockers []lint.Finding // new with the release, to be fixed before the stop
	Left     []lint.Finding // errors and warnings that are new with the release and have no fix, including the blockers
	Tree     lint.Tree      // after the stop
}
