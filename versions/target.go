// Package versions has the ranges of Karpenter's releases: what a user, a chart or a table of facts admits.
package versions

import (
	"slices"
	"strings"
)

// Target says which Karpenter versions a configuration is for. The zero Target is unknown.
type Target struct {
	Interval
	From string // what said so, for people: "--karpenter-version"
}

// Known reports whether anything is known about the target.
func (t Target) Known() bool { return t.Min != nil || t.Max != nil }

// ParseTarget reads an exact version ("1.0.8", "v1.0.8"), a minor or major version ("1.0":
// all its releases), comparisons joined by commas (">= 0.37, < 1.1"), which is also what String
// prints, or "" and "unknown". It returns an error for anything else, and for an interval
// without versions. A pre-release or build suffix does not count.
func ParseTarget(text, from string) (Target, error) {
	if trimmed := strings.TrimSpace(text); trimmed == "" || trimmed == "unknown" {
		return Target{}, nil
	}
	interval, err := ParseConstraint(text)
	if err != nil {
		return Target{}, err
	}
	return Target{Interval: interval, From: from}, nil
}

// String prints the interval as comparisons: ">= 0.37.0, <= 0.37.0", or "unknown".
func (t Target) String() string {
	if !t.Known() {
		return "unknown"
	}
	return t.Interval.String()
}

// Union returns the smallest target that admits what each of them admits. From names those that say so, or the first few.
func Union(targets ...Target) Target {
	const most = 3
	var intervals []Interval
	var sources []string
	for _, t := range targets {
		intervals = append(intervals, t.Interval)
		if t.From != "" && !slices.Contains(sources, t.From) {
			sources = append(sources, t.From)
		}
	}
	if len(sources) > most {
		sources = append(sources[:most], "…")
	}
	joint := Target{Hull(intervals...), strings.Join(sources, ", ")}
	if !joint.Known() {
		return Target{}
	}
	return joint
}
