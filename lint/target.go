package lint

import "github.com/Masterminds/semver/v3"

// Interval is a range of Karpenter versions, both ends included; a nil end is open.
type Interval struct {
	Min, Max *semver.Version
}

// Target says which Karpenter versions a configuration is for. The zero Target is unknown.
type Target struct {
	Interval
	From string // what said so, for people: "--karpenter-version"
}

// Known says whether anything is known about the target.
func (t Target) Known() bool { return t.Min != nil || t.Max != nil }

// ParseTarget reads an exact version ("1.0.8", "v1.0.8"), a minor or major version ("1.0":
// all its releases) or comparisons joined by commas (">= 0.37, < 1.1"), which is also what
// String prints. It returns an error for anything else, and for an interval without versions.
func ParseTarget(text, from string) (Target, error) {
	panic("TODO")
}

// String prints the interval as comparisons: ">= 0.37.0, <= 0.37.0", or "unknown".
func (t Target) String() string { panic("TODO") }
