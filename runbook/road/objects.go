package road

import (
	"fmt"
	"slices"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// newStop returns a stop with the facts that the tables have about its release.
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

// writtenAt returns the version of the API in which objects are written for a release: the newest one that came with its minor or an earlier one.
// A late patch may also serve the next version, but only for rollbacks.
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

// setFrom sets From of each stop.
func setFrom(stops []Stop, start Start) {
	from := start.Release
	for i := range stops {
		stops[i].From = from
		from = stops[i].Release
	}
}

// withRemoval adds the removal of objects of the oldest API to a road. At the release that serves both APIs they stay beside their successors while
// their nodes are replaced. Then a stop of its own removes them, because only that release can complete their finalizers.
func withRemoval(stops []Stop, start Start) []Stop {
	oldest := facts.Served().Generations[0].Name
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

// Serves returns the versions of the API whose pools a release serves, oldest first; none for a text that is not a release.
func Serves(release string) []string {
	v, err := semver.NewVersion(release)
	if err != nil {
		return nil
	}
	return servedAt(v)
}
