// Package versions parses, compares and combines ranges of versions: those of Karpenter's releases, charts and Terraform modules.
package versions

import (
	"slices"
	"strings"
)

// Target is the interval of Karpenter versions that a configuration is for. The zero Target is unknown.
type Target struct {
	Interval
	From string // the source of the interval, for messages: "--karpenter-version"
	At   string // where that is written, "main.tf:3"; "" if it is in no file
}

// IsKnown reports whether the target has a lower or an upper end.
func (t Target) IsKnown() bool { return t.Min != nil || t.Max != nil }

// ParseTarget reads an exact version ("1.0.8", "v1.0.8"), a minor or major version ("1.0":
// all its releases), comparisons joined by commas (">= 0.37, < 1.1"), which is also the form that String
// prints, or "" and "unknown". It returns an error for anything else, and for an interval
// without versions. Pre-release and build suffixes are ignored.
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
	if !t.IsKnown() {
		return "unknown"
	}
	return t.Interval.String()
}

// Union returns the smallest target that contains all given ones. Its From joins theirs, or the first few.
func Union(targets ...Target) Target {
	var intervals []Interval
	var sources, places []string
	for _, t := range targets {
		intervals = append(intervals, t.Interval)
		sources, places = append(sources, t.From), append(places, t.At)
	}
	joint := Target{Hull(intervals...), joinFew(sources), joinFew(places)}
	if !joint.IsKnown() {
		return Target{}
	}
	return joint
}

// joinFew joins different texts that are not empty, or the first few of them.
func joinFew(texts []string) string {
	const most = 3
	var few []string
	for _, text := range texts {
		if text != "" && !slices.Contains(few, text) {
			few = append(few, text)
		}
	}
	if len(few) > most {
		few = append(few[:most], "…")
	}
	return strings.Join(few, ", ")
}

// Words returns the releases as a person names them: "1.0.8", ">= 0.33.0, < 1.0.0"; "" if they are unknown.
func (t Target) Words() string {
	if exact := t.Exact(); exact != "" {
		return exact
	}
	return t.Interval.String()
}
