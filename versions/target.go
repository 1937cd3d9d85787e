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
	const maxSources = 3
	var intervals []Interval
	var sources []string
	for _, t := range targets {
		intervals = append(intervals, t.Interval)
		if t.From != "" && len(sources) <= maxSources && !slices.Contains(sources, t.From) {
			sources = append(sources, t.From)
		}
	}
	if len(sources) > maxSources {
		sources = append(sources[:maxSources], "…")
	}
	joint := Target{Hull(intervals...), strings.Join(sources, ", ")}
	if !joint.IsKnown() {
		return Target{}
	}
	return joint
}
