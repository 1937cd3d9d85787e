// Package road finds the releases at which an upgrade of Karpenter has to stop, and the facts about each of them.
package road

import (
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// OwnRules are the rules about upgrades of the cluster. A road plans them itself, so their findings neither block a stop nor appear in a runbook.
var OwnRules = []string{"KL304"}

// Start is where a road begins.
type Start struct {
	Release    string // the installed release: "0.31.0"
	Generation string // the oldest version of the API among the pools and classes of the installation: "alpha", "v1beta1", "v1"; "" for no object
	Twinned    bool   // all objects of that version are beside their successors, so they only have to be removed
	Kubernetes int    // minor version of the cluster, 29 for 1.29; 0 if unknown
}

// Stop is a release on the road.
type Stop struct {
	Release string   `json:"release"`           // "0.32.10"
	From    string   `json:"from"`              // the previous release on the road
	Because []string `json:"because,omitempty"` // the reasons to stop here; none for the end of the road

	Serves  []string `json:"serves"`            // versions of the API that the release serves, oldest first: alpha, v1beta1
	Writes  string   `json:"writes"`            // the version of the objects after the stop: v1beta1
	Keeps   string   `json:"keeps,omitempty"`   // alpha if its objects stay beside their successors until the next stop removes them; "" for none
	Removes string   `json:"removes,omitempty"` // the version whose objects this stop removes, without other changes; "" for none

	Kubernetes Kubernetes `json:"kubernetes"` // versions of Kubernetes that the release supports
	Cluster    Cluster    `json:"-"`          // the cluster at this stop
	Back       Back       `json:"return"`
}

// Installed reports whether the release of the stop runs already, so that only objects change.
func (s *Stop) Installed() bool { return s.Release == s.From }

// Cluster is the version of Kubernetes of a cluster at a stop. Zero minors are unknown.
type Cluster struct {
	Minor     int  // before the stop
	UpgradeTo int  // the minor to which the cluster is upgraded before the stop; 0 if it stays
	TooOldFor bool // the previous release does not support UpgradeTo
	TooNew    bool // the cluster is newer than the stop supports
}

// Back is the way to undo an upgrade to a stop.
type Back struct {
	To    string   `json:"to"`              // the release to return to; "" if there is no way back
	Needs []string `json:"needs,omitempty"` // conditions of a return
	First string   `json:"first,omitempty"` // without a way back: the oldest release of its line that could be returned to
}

// Find returns the stops from a start to a release, in order. There are none if that release or a later one is installed and no object has to
// change. The tables must have both releases, or earlier patches of their minors.
func Find(start Start, to string) []Stop {
	from, end := semver.MustParse(start.Release), semver.MustParse(to)
	var stops []Stop
	for _, point := range waypoints(from, end, start.Generation) {
		stops = append(stops, newStop(point))
	}
	setFrom(stops, start)
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

// waypoints returns the waypoints of a road, in order. The last one is its end.
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
		points = append(points, waypoint{end, reasons(Judged(versions.Interval{Min: end, Max: end}))})
	}
	return points
}

// reasons returns a list with the reason, nil for none.
func reasons(reason string) []string {
	if reason == "" {
		return nil
	}
	return []string{reason}
}

// needsConversionAt reports whether the installed release has the minor of a stop, and objects still have to be converted there.
func needsConversionAt(from, stop *semver.Version, generation string) bool {
	isMinor := from.Major() == stop.Major() && from.Minor() == stop.Minor()
	return isMinor && isOlder(generation, stop)
}

// isOlder reports whether objects of the version of the API have to be converted for a release.
func isOlder(generation string, release *semver.Version) bool {
	return generation != "" && order(generation) < order(writtenAt(release))
}

// order returns the position of a version of the API among all of them, the oldest first.
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

// rollbackPoints returns waypoints at the last patches of a minor, because after some upgrades an earlier patch cannot be returned to.
func rollbackPoints(from, end *semver.Version, stops []waypoint) (points []waypoint) {
	for _, to := range rollbackTargets() {
		border := semver.MustParse(to)
		if !from.LessThan(border) || end.LessThan(border) {
			continue
		}
		if line, ok := lineFor(lastBefore(border, from, stops), to); ok {
			last := semver.MustParse(LastWithin(versions.Of(line.Releases)))
			because := "an upgrade to " + minorOf(border) + " can be rolled back only to " + line.Patch + " or a later patch of that minor"
			if line.Costs != "" {
				because += ", or " + line.Costs
			}
			points = append(points, waypoint{last, []string{because}})
		}
	}
	return points
}

// rollbackTargets returns the releases for which the table has rollback lines, oldest first.
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

// lineFor returns the rollback line of a release for the border `to`: its own, or the first one if it is older than all. The result is
// false if the release can be returned to: it has the patch of its line or a later one, or no line.
func lineFor(release *semver.Version, to string) (facts.RollbackLine, bool) {
	for _, line := range facts.Upgrades().Rollbacks {
		if line.To == to && release.LessThan(semver.MustParse(line.Until)) {
			return line, release.LessThan(semver.MustParse(line.Patch))
		}
	}
	return facts.RollbackLine{}, false
}

// joined merges waypoints at the same release.
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

// wayBack returns the way to undo an upgrade to the stop.
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
