package road

import (
	"fmt"
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// newStop returns a stop with what the tables tell of its release.
func newStop(point waypoint) Stop {
	supported, _ := supportedKubernetes(point.release)
	return Stop{
		Release: point.release.String(), Because: point.because,
		Serves: servedAt(point.release), Writes: writtenAt(point.release), Kubernetes: supported,
	}
}

// servedAt returns the versions of the API whose pools a release serves, oldest first.
func servedAt(release *semver.Version) (names []string) {
	served := facts.Served()
	for _, g := range served.Generations {
		if slices.ContainsFunc(served.Of(g.Pool.APIVersion, g.Pool.Kind), func(r facts.Releases) bool { return r.Contain(release) }) {
			names = append(names, g.Name)
		}
	}
	return names
}

// writtenAt returns the version of the API in which objects are written for a release: the newest one that is meant for its minor. Patches that
// serve a later one do so for a rollback only.
func writtenAt(release *semver.Version) string {
	name := ""
	for _, g := range facts.Served().Generations {
		if g.Release == "" || !release.LessThan(firstOfMinor(semver.MustParse(g.Release))) {
			name = g.Name
		}
	}
	return name
}

func firstOfMinor(v *semver.Version) *semver.Version {
	return semver.New(v.Major(), v.Minor(), 0, "", "")
}

// minorOf returns the minor of a release: "0.32".
func minorOf(v *semver.Version) string { return fmt.Sprintf("%d.%d", v.Major(), v.Minor()) }

// withRemoval completes a road of objects of the oldest API. Where a release serves them beside their successors they stay, while their nodes are
// replaced. Then they go, at a stop of its own: while the release still runs that finishes what their finalizers wait for.
func withRemoval(stops []Stop, start Start) []Stop {
	oldest := facts.Served().Generations[0].Name
	for i := range stops {
		from := start.Release
		if i > 0 {
			from = stops[i-1].Release
		}
		stops[i].From = from
	}
	servesBoth := func(stop Stop) bool { return slices.Contains(stop.Serves, oldest) && stop.Writes != oldest }
	i := slices.IndexFunc(stops, servesBoth)
	if start.Generation != oldest || i < 0 {
		return stops
	}
	removal := stops[i]
	removal.From, removal.Removes = removal.Release, oldest
	removal.Because = []string{"only " + minorOf(semver.MustParse(removal.Release)) + " can finish the deletion of the " + oldest + " objects"}
	if start.Twinned && stops[i].Installed() {
		stops[i] = removal
		return stops
	}
	stops[i].Keeps = oldest
	return slices.Insert(stops, i+1, removal)
}

// arrangeCluster decides before which stops the cluster is upgraded.
func arrangeCluster(stops []Stop, start Start) {
	minor := start.Kubernetes
	for i := range stops {
		stop := &stops[i]
		stop.Cluster.Minor = minor
		if minor == 0 || stop.Kubernetes == (Kubernetes{}) {
			continue
		}
		stop.Cluster.TooNew = minor > stop.Kubernetes.Max
		if minor < stop.Kubernetes.Min {
			before, known := supportedKubernetes(semver.MustParse(stop.From))
			stop.Cluster.TooOldFor = known && before.Max < stop.Kubernetes.Min
			minor = stop.Kubernetes.Min
			stop.Cluster.UpgradeTo = minor
		}
	}
}

// Serves returns the versions of the API whose pools a release serves, oldest first; none for a text that is no release.
func Serves(release string) []string {
	v, err := semver.NewVersion(release)
	if err != nil {
		return nil
	}
	return servedAt(v)
}
