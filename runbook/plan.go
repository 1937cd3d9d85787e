// Package runbook plans an upgrade of Karpenter for the files of a repository: which releases it goes through, and what a person does at each.
package runbook

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/pattern"

	"github.com/karplint/karplint/runbook/road"
)

// Plan is the runbook of a repository.
type Plan struct {
	To        string   `json:"to"`
	Strategy  Strategy `json:"strategy"`
	Answer    string   `json:"answer,omitempty"`    // in one sentence, where there is nothing to do or nothing can be planned
	Decisions []Item   `json:"decisions,omitempty"` // what a person has to decide before roads can be planned
	Roads     []*Road  `json:"roads"`
	Teardown  []*Step  `json:"teardown,omitempty"` // how to remove all of it one day
	Outside   []Item   `json:"outside,omitempty"`  // what is not part of any road: pools of other clouds and of EKS Auto Mode
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

// Stop is a release on a road, and what is done there.
type Stop struct {
	road.Stop
	Decisions []Item  `json:"decisions,omitempty"` // what a person has to decide before the files of the stop can be written
	Steps     []*Step `json:"steps"`
	Back      *Step   `json:"back,omitempty"` // how to undo the stop
}

// Step is one thing that a person does.
type Step struct {
	ID           string    `json:"id"`                     // of its kind: "crds", "controller", "nodes"
	Installation string    `json:"installation,omitempty"` // that it is about; "" for all of the road
	Title        string    `json:"title"`                  // an imperative sentence
	Why          []string  `json:"why,omitempty"`          // sentences
	Items        []Item    `json:"items,omitempty"`
	Commands     []Command `json:"commands,omitempty"`
}

// Item is something in a file, or a fact.
type Item struct {
	Place
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"` // that reports it
}

// Place is a line of a file. The zero Place is none.
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

// Command is a line for a shell, and what tells that it worked.
type Command struct {
	Run    string `json:"run"`
	Expect string `json:"expect,omitempty"` // "" if the command itself fails otherwise
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
