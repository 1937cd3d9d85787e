package versions

import (
	"strings"

	"github.com/Masterminds/semver/v3"
)

// ParseTerraform reads a version constraint of Terraform: comparisons joined by commas ("~> 20.0", ">= 19.18, < 21"). It returns the
// smallest interval with all versions that satisfy it. For "", and for a text that is not a constraint, both ends are open.
func ParseTerraform(text string) Interval {
	var admitted Interval
	if len(text) > maxRange {
		return admitted
	}
	for part := range strings.SplitSeq(text, ",") {
		interval, ok := parseTerraformComparison(strings.TrimSpace(part))
		if !ok {
			return Interval{}
		}
		admitted = admitted.Intersect(interval)
	}
	return admitted
}

func parseTerraformComparison(text string) (Interval, bool) {
	number := strings.TrimLeft(text, "~<>=! ")
	operator := strings.TrimSpace(text[:len(text)-len(number)])
	parsed, err := semver.NewVersion(number)
	if err != nil {
		return Interval{}, false
	}
	v := release(parsed)
	switch operator {
	case "", "=":
		return Interval{Min: v, Max: v}, true
	case "!=":
		return Interval{}, true
	case ">=":
		return Interval{Min: v}, true
	case ">":
		return Interval{Min: releaseAfter(v)}, true
	case "<=":
		return Interval{Max: v}, true
	case "<":
		return Interval{Max: releaseBefore(v)}, true
	case "~>":
		return pessimistic(v, strings.Count(number, ".")), true
	}
	return Interval{}, false
}

// pessimistic returns the versions from v on in which only the last written number of v is higher. dots is the number of dots in
// v; without one there is no upper end.
func pessimistic(v *semver.Version, dots int) Interval {
	switch dots {
	case 0:
		return Interval{Min: v}
	case 1:
		return Interval{Min: v, Max: semver.New(v.Major(), lastPart, lastPart, "", "")}
	}
	return Interval{Min: v, Max: semver.New(v.Major(), v.Minor(), lastPart, "", "")}
}
