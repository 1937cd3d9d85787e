// Package road finds the releases at which an upgrade of Karpenter has to stop, and what holds at each.
package road

import (
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// OwnRules are the rules about what a road plans itself: upgrades of the cluster, and releases that are not skipped. What they find keeps nobody from
// a stop, and no runbook repeats it.
var OwnRules = []string{"KL304", "KL305"}

// Start is where a road begins.
type Start struct {
	Release    string // that is installed: "0.31.0"
	Generation string // the oldest version of the API among the pools and classes of the installation: "alpha", "v1beta1", "v1"; "" for no object
	Twinned    bool   // objects of that version stand beside their successors, and have only to go
	Kubernetes int    // minor version of the cluster, 29 for 1.29; 0 if unknown
}

// Stop is a release on the road.
type Stop struct {
	Release string   `json:"release"`           // "0.32.10"
	From    string   `json:"from"`              // the release before it on the road
	Because []string `json:"because,omitempty"` // the reasons to stop here; none for the end of the road

	Serves  []string `json:"serves"`            // versions of the API that the release serves, oldest first: alpha, v1beta1
	Writes  string   `json:"writes"`            // the version in which the objects are written when the stop is left: v1beta1
	Keeps   string   `json:"keeps,omitempty"`   // the version of the objects that stay beside their successors until the next stop removes them: alpha; "" for none
	Removes string   `json:"removes,omitempty"` // the version of the objects that go at this stop, at which nothing else changes; "" for none

	Kubernetes Kubernetes `json:"kubernetes"` // versions of Kubernetes that the release supports
	Cluster    Cluster    `json:"-"`          // what that means for the cluster
	Back       Back       `json:"return"`
}

// Installed reports whether the release of the stop is installed when the road comes to it: only objects change.
func (s *Stop) Installed() bool { return s.Release == s.From }

// Cluster is the version of Kubernetes of a cluster at a stop. Zero minors are unknown.
type Cluster struct {
	Minor     int  // when the road comes to the stop
	UpgradeTo int  // the version to which the cluster is upgraded before; 0: it stays
	TooOldFor bool // the release before does not support UpgradeTo yet
	TooNew    bool // the cluster is newer than what the stop supports
}

// Back tells how an upgrade to a stop can be undone.
type Back struct {
	To    string   `json:"to"`              // the release to return to; "" if there is no way back
	Needs []string `json:"needs,omitempty"` // what a return needs
	First string   `json:"first,omitempty"` // without a way back: the release from which there would be one
}

// Find returns the stops from a start to a release, in order; none if the release is installed already, or a later one, and no object has to
// change. Both releases are in the tables.
func Find(start Start, to string) []Stop {
	from, end := semver.MustParse(start.Release), semver.MustParse(to)
	var stops []Stop
	for _, point := range waypoints(from, end, start.Generation) {
		stops = append(stops, newStop(point))
	}
	stops = withRemoval(stops, start)
	arrangeCluster(stops, start)
	for i := range stops {
		stops[i].Back = wayBack(&stops[i])
	}
	return stops
}

// waypoint is a release and the reasons to stop there.
type waypoint struct {
	release *semver.Version
	because []string
}

// waypoints returns where a road stops, in order. The last one is its end.
func waypoints(from, end *semver.Version, generation string) []waypoint {
	var points []waypoint
	add := func(release *semver.Version, because string) {
		points = append(points, waypoint{release, []string{because}})
	}
	for _, stop := range facts.Upgrades().Stops {
		release := semver.MustParse(stop.Stop)
		isBelow := from.LessThan(semver.MustParse(stop.Below)) || needsConversionAt(from, release, generation)
		if isBelow && !end.LessThan(semver.MustParse(stop.Beyond)) {
			add(later(release, from), stop.Because)
		}
	}
	points = append(points, rollbackPoints(from, end, points)...)
	slices.SortStableFunc(points, func(a, b waypoint) int { return a.release.Compare(b.release) })
	points = joined(points)
	isReached := len(points) > 0 && !points[len(points)-1].release.LessThan(end)
	isBehind := from.LessThan(end) || from.Equal(end) && isOlder(generation, end)
	if isBehind && !isReached {
		points = append(points, waypoint{release: end})
	}
	return points
}

// needsConversionAt reports whether the installed release is of the minor of a stop, and objects have still to be converted there.
func needsConversionAt(from, stop *semver.Version, generation string) bool {
	isMinor := from.Major() == stop.Major() && from.Minor() == stop.Minor()
	return isMinor && isOlder(generation, stop)
}

// isOlder reports whether objects of the version of the API have to be converted for a release.
func isOlder(generation string, release *semver.Version) bool {
	return generation != "" && order(generation) < order(writtenAt(release))
}

// order returns the place of a version of the API among all of them.
func order(generation string) int {
	return slices.IndexFunc(facts.Served().Generations, func(g facts.Generation) bool { return g.Name == generation })
}

// later returns the later one of two releases.
func later(a, b *semver.Version) *semver.Version {
	if a.LessThan(b) {
		return b
	}
	return a
}

// rollbackPoints returns the last patches of the lines from which the road enters a release with no way back to an earlier patch.
func rollbackPoints(from, end *semver.Version, stops []waypoint) (points []waypoint) {
	for _, to := range rollbackTargets() {
		border := semver.MustParse(to)
		if !from.LessThan(border) || end.LessThan(border) {
			continue
		}
		if line, ok := lineFor(lastBefore(border, from, stops), to); ok {
			last := semver.MustParse(LastWithin(versions.Of(line.Releases)))
			points = append(points, waypoint{last, []string{"an upgrade to " + minorOf(border) + " can be rolled back only to " + line.Patch + " or a later patch of that minor"}})
		}
	}
	return points
}

// rollbackTargets returns the releases for which the table has lines, oldest first.
func rollbackTargets() (releases []string) {
	for _, line := range facts.Upgrades().Rollbacks {
		if !slices.Contains(releases, line.To) {
			releases = append(releases, line.To)
		}
	}
	return releases
}

// lastBefore returns the release from which a road crosses a border: its start, or its last stop before that.
func lastBefore(border, from *semver.Version, stops []waypoint) *semver.Version {
	last := from
	for _, stop := range stops {
		if stop.release.LessThan(border) {
			last = later(last, stop.release)
		}
	}
	return last
}

// lineFor returns the line to whose last patch a release is upgraded before it crosses the border `to`: its own, or the first one if it is older than
// all. false: the release can be returned to.
func lineFor(release *semver.Version, to string) (facts.RollbackLine, bool) {
	for _, line := range facts.Upgrades().Rollbacks {
		if line.To == to && release.LessThan(semver.MustParse(line.Until)) {
			return line, release.LessThan(semver.MustParse(line.Patch))
		}
	}
	return facts.RollbackLine{}, false
}

// joined joins waypoints at one release.
func joined(points []waypoint) (merged []waypoint) {
	for _, point := range points {
		if n := len(merged); n > 0 && merged[n-1].release.Equal(point.release) {
			merged[n-1].because = append(merged[n-1].because, point.because...)
			continue
		}
		merged = append(merged, point)
	}
	return merged
}

// wayBack tells how an upgrade to the stop can be undone.
func wayBack(stop *Stop) Back {
	from, release := semver.MustParse(stop.From), semver.MustParse(stop.Release)
	for _, to := range rollbackTargets() {
		border := semver.MustParse(to)
		crosses := from.LessThan(border) && !release.LessThan(border)
		if line, ok := lineFor(from, to); crosses && ok {
			return Back{First: line.Patch}
		}
	}
	back := Back{To: stop.From}
	for _, row := range facts.Upgrades().Returns {
		border := semver.MustParse(row.To)
		if from.LessThan(border) && !release.LessThan(border) {
			back.Needs = append(back.Needs, row.Needs)
		}
	}
	return back
}
