package versions

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// Interval is a range of Karpenter releases, both ends included; a nil end is open.
type Interval struct {
	Min, Max *semver.Version
}

// lastPart is the highest minor or patch number: 1.0 is 1.0.0 to 1.0.99999.
const lastPart = 99999

// String prints the interval as comparisons, "" if both ends are open.
func (i Interval) String() string {
	var parts []string
	if i.Min != nil {
		parts = append(parts, ">= "+i.Min.String())
	}
	switch {
	case i.Max == nil:
	case i.Max.Patch() == lastPart:
		parts = append(parts, "< "+releaseAfter(i.Max).String())
	default:
		parts = append(parts, "<= "+i.Max.String())
	}
	return strings.Join(parts, ", ")
}

// ParseConstraint reads comparisons joined by commas, all of which must hold; "" admits all.
func ParseConstraint(text string) (Interval, error) {
	var admitted Interval
	if strings.TrimSpace(text) == "" {
		return admitted, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		interval, err := parseComparison(strings.TrimSpace(part))
		if err != nil {
			return Interval{}, fmt.Errorf("%q is not a Karpenter version; write 1.0.8, 1.0 or >= 0.33, < 1.1", text)
		}
		admitted = admitted.Intersect(interval)
	}
	if admitted.IsEmpty() {
		return Interval{}, fmt.Errorf("no Karpenter version satisfies %s", text)
	}
	return admitted, nil
}

// parseComparison reads one comparison: an operator (none means =) and a version. Missing parts of
// the version match any number, so "<= 1.0" admits 1.0.8.
func parseComparison(text string) (Interval, error) {
	number := strings.TrimLeft(text, "<>=")
	operator := text[:len(text)-len(number)]
	number = strings.TrimPrefix(strings.TrimSpace(number), "v")
	parsed, err := semver.NewVersion(number)
	if err != nil {
		return Interval{}, err
	}
	first := release(parsed)
	last := lastOf(first, strings.Count(strings.SplitN(number, "-", 2)[0], "."))
	switch operator {
	case "", "=", "==":
		return Interval{Min: first, Max: last}, nil
	case ">=":
		return Interval{Min: first}, nil
	case ">":
		return Interval{Min: releaseAfter(last)}, nil
	case "<=":
		return Interval{Max: last}, nil
	case "<":
		return Interval{Max: releaseBefore(first)}, nil
	}
	return Interval{}, fmt.Errorf("unknown operator %q", operator)
}

// lastOf returns the last release that matches a version with missing parts. dots is the number of dots in
// its text: for "1.0", v is 1.0.0 and dots is 1.
func lastOf(v *semver.Version, dots int) *semver.Version {
	switch dots {
	case 0:
		return semver.New(v.Major(), lastPart, lastPart, "", "")
	case 1:
		return semver.New(v.Major(), v.Minor(), lastPart, "", "")
	}
	return v
}

// releaseAfter returns the first release after v.
func releaseAfter(v *semver.Version) *semver.Version {
	switch {
	case v.Patch() < lastPart:
		return semver.New(v.Major(), v.Minor(), v.Patch()+1, "", "")
	case v.Minor() < lastPart:
		return semver.New(v.Major(), v.Minor()+1, 0, "", "")
	}
	return semver.New(v.Major()+1, 0, 0, "", "")
}

// releaseBefore returns the last release before v; for 0.0.0 it returns 0.0.0.
func releaseBefore(v *semver.Version) *semver.Version {
	switch {
	case v.Patch() > 0:
		return semver.New(v.Major(), v.Minor(), v.Patch()-1, "", "")
	case v.Minor() > 0:
		return semver.New(v.Major(), v.Minor()-1, lastPart, "", "")
	case v.Major() > 0:
		return semver.New(v.Major()-1, lastPart, lastPart, "", "")
	}
	return v
}

// Exact returns the only version of the interval, "" if there are several.
func (i Interval) Exact() string {
	if i.Min == nil || i.Max == nil || !i.Min.Equal(i.Max) {
		return ""
	}
	return i.Min.String()
}

// Ends returns the first version of the interval, and the first one after it; "" for an open end.
func (i Interval) Ends() (since, until string) {
	if i.Min != nil {
		since = i.Min.String()
	}
	if i.Max != nil {
		until = releaseAfter(i.Max).String()
	}
	return since, until
}

// Contains reports whether the version is in the interval; it is false for a text that is not a version.
func (i Interval) Contains(version string) bool {
	v, err := semver.NewVersion(version)
	return err == nil && Interval{Min: v, Max: v}.IsWithin(i)
}

// IsWithin reports whether every version of i is in outer.
func (i Interval) IsWithin(outer Interval) bool {
	if outer.Min != nil && (i.Min == nil || i.Min.LessThan(outer.Min)) {
		return false
	}
	return outer.Max == nil || i.Max != nil && !i.Max.GreaterThan(outer.Max)
}

// Intersect returns the releases that both admit. The result may be empty.
func (i Interval) Intersect(j Interval) Interval {
	if j.Min != nil && (i.Min == nil || j.Min.GreaterThan(i.Min)) {
		i.Min = j.Min
	}
	if j.Max != nil && (i.Max == nil || j.Max.LessThan(i.Max)) {
		i.Max = j.Max
	}
	return i
}

// IsEmpty reports whether no release is in the interval.
func (i Interval) IsEmpty() bool { return i.Min != nil && i.Max != nil && i.Max.LessThan(i.Min) }

// Overlaps reports whether both admit some release.
func (i Interval) Overlaps(j Interval) bool { return !i.Intersect(j).IsEmpty() }

// Equal reports whether both admit the same releases.
func (i Interval) Equal(j Interval) bool {
	return sameEnd(i.Min, j.Min) && sameEnd(i.Max, j.Max)
}

// sameEnd reports whether two ends of intervals are equal, or both open.
func sameEnd(x, y *semver.Version) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Equal(y)
}

// Hull returns the smallest interval that contains all given ones; without any, it contains every version.
func Hull(intervals ...Interval) Interval {
	if len(intervals) == 0 {
		return Interval{}
	}
	smallest := intervals[0]
	for _, next := range intervals[1:] {
		if next.Min == nil || smallest.Min != nil && next.Min.LessThan(smallest.Min) {
			smallest.Min = next.Min
		}
		if next.Max == nil || smallest.Max != nil && next.Max.GreaterThan(smallest.Max) {
			smallest.Max = next.Max
		}
	}
	return smallest
}

// Of returns the interval of the releases in a row of a table of facts.
func Of(r facts.Releases) Interval {
	var i Interval
	if v, err := semver.NewVersion(r.Since); err == nil {
		i.Min = v
	}
	if v, err := semver.NewVersion(r.Until); err == nil {
		i.Max = releaseBefore(v)
	}
	return i
}
