// Package runbook plans an upgrade of Karpenter for the files of a repository: which releases it goes through, and what a person does at each.
package runbook

import (
	"strconv"

	"github.com/karplint/karplint/runbook/road"
)

// Plan is the runbook of a repository.
type Plan struct {
	To       string
	Strategy Strategy
	Roads    []*Road // of the installations, in the order of their places
	Outside  []Item  // what is not part of any road: pools of other clouds and of EKS Auto Mode
	Answer   string  // instead of roads: why there is none
}

// Strategy is how the nodes of old pools are replaced.
type Strategy string

// The strategies of the command line.
const (
	Drift  Strategy = "drift"  // Karpenter replaces them, one pool after another
	Delete Strategy = "delete" // they are deleted, and their pods with them
	Manual Strategy = "manual" // a person drains them
)

// Road is the runbook of one installation.
type Road struct {
	Installation *Installation
	To           string
	Before       []*Step // once, before the first stop
	Stops        []*Stop
	After        []*Step // once, at the end
	Teardown     []*Step // how to remove all of it
	Decisions    []Item  // what a person has to decide before the road can be taken
}

// Stop is a release on a road, and what is done there.
type Stop struct {
	road.Stop
	Steps []*Step
}

// Step is one thing that a person does.
type Step struct {
	ID       string    // of its kind: "crds", "controller", "nodes"
	Title    string    // an imperative sentence
	Why      []string  // sentences
	Items    []Item    // what it is about
	Commands []Command // in order
}

// Item is something in a file, or a fact.
type Item struct {
	Place Place
	Text  string
	Rule  string // that reports it, "" for none
}

// Place is a line of a file. The zero Place is none.
type Place struct {
	File string
	Line int
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
	Run    string
	Expect string // "" if the command itself fails otherwise
}

// Open reports whether a decision on some road is open.
func (p *Plan) Open() bool {
	for _, r := range p.Roads {
		if len(r.Decisions) > 0 {
			return true
		}
	}
	return false
}
