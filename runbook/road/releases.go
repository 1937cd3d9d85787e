package road

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// releases are all releases of Karpenter in the tables, oldest first.
var releases = sync.OnceValue(func() []*semver.Version {
	var released []*semver.Version
	for _, line := range facts.Upgrades().Early {
		for _, patch := range line.Patches {
			released = append(released, semver.MustParse(fmt.Sprintf("%s.%d", line.Minor, patch)))
		}
	}
	for _, release := range schema.Releases() {
		released = append(released, release.Version())
	}
	return released
})

// Newest returns the newest release that a road can lead to.
func Newest() string { return facts.Newest().String() }

// Releases returns all releases in the tables, newest first.
func Releases() (names []string) {
	for _, release := range slices.Backward(releases()) {
		names = append(names, release.String())
	}
	return names
}

// Exists reports whether the tables have the release.
func Exists(release string) bool {
	v, err := semver.NewVersion(release)
	return err == nil && slices.ContainsFunc(releases(), v.Equal)
}

// LastWithin returns the last release in the interval, "" if the tables have none there.
func LastWithin(interval versions.Interval) string {
	for _, release := range slices.Backward(releases()) {
		if interval.Contains(release.String()) {
			return release.String()
		}
	}
	return ""
}

// Installed returns the release that is assumed to run where a version admits these: the last of them that serves the objects of a version of the
// API, or a newer patch than the tables know, "" if it is unknown. The doubt explains why that is uncertain and
// how a person settles it; "" if it is certain enough.
func Installed(admitted versions.Interval, generation string) (release, doubt string) {
	if admitted.Min == nil && admitted.Max == nil {
		return "", "the version of Karpenter is unknown here; set karpenter-version in .karplint.yaml to what runs"
	}
	last, exact := LastWithin(admitted), admitted.Exact()
	switch {
	case Judged(admitted) != "":
		return exact, ""
	case last == "":
		return "", fmt.Sprintf("karplint's tables do not have Karpenter %s, the newest release in them is %s; set the version that runs",
			cmp.Or(exact, admitted.String()), Newest())
	case exact == "" && !isOneMinor(admitted):
		which, pool := "the last one", facts.Served().Generation(generation).Pool
		if serving := lastServing(pool, admitted); serving != "" && serving != last {
			last, which = serving, "the last one that serves "+pool.APIVersion
		}
		return last, fmt.Sprintf("the version here admits several minors of Karpenter (%s), and the upgrade is planned from %s, %s; "+
			"set karpenter-version in .karplint.yaml to the one that runs, or the version here if it is that of Karpenter",
			admitted, last, which)
	}
	return last, ""
}

// Judged tells that a release is taken for the newest known patch of its minor, because it is a newer one; "" if it is not.
func Judged(admitted versions.Interval) string {
	exact := admitted.Exact()
	for _, known := range slices.Backward(releases()) {
		if exact != "" && minorOf(known) == minorOf(admitted.Min) {
			if known.LessThan(admitted.Min) {
				return fmt.Sprintf("Karpenter %s is newer than the tables, which know %s; it is judged as that", exact, known)
			}
			return ""
		}
	}
	return ""
}

// NewerNote tells that a release is newer than the end of a road; "" if it is not.
func NewerNote(release, end string) string {
	if semver.MustParse(release).GreaterThan(semver.MustParse(end)) {
		return ", which is newer than " + end
	}
	return ""
}

// Beyond tells that all of these releases are of later minors than the tables know; "" if they are not.
func Beyond(admitted versions.Interval) string {
	if admitted.Min == nil || LastWithin(admitted) != "" || Judged(admitted) != "" || admitted.Min.LessThan(facts.Newest()) {
		return ""
	}
	return fmt.Sprintf("Karpenter %s is newer than the tables, which end with %s: what it changes is not checked, "+
		"and what its schemas and checks reject is a warning; errors of other rules stay; use a newer karplint",
		cmp.Or(admitted.Exact(), admitted.String()), Newest())
}

// lastServing returns the last release in the interval that serves a kind, "" for none.
func lastServing(kind facts.APIKind, admitted versions.Interval) string {
	for _, served := range slices.Backward(facts.Served().Of(kind.APIVersion, kind.Kind)) {
		if release := LastWithin(admitted.Intersect(versions.Of(served))); release != "" {
			return release
		}
	}
	return ""
}

// isOneMinor reports whether all of the releases have the same minor, and therefore the same road.
func isOneMinor(admitted versions.Interval) bool {
	if admitted.Min == nil || admitted.Max == nil {
		return false
	}
	return admitted.Min.Major() == admitted.Max.Major() && admitted.Min.Minor() == admitted.Max.Minor()
}

// InstalledFor is Installed for objects of a version of the API that no installation explains: it returns the last release that serves them. The
// newest version has no last release, so its road starts at the first one, without a doubt.
func InstalledFor(generation string) (release, doubt string) {
	g := facts.Served().Generation(generation)
	if newest := facts.Served().Generations[len(facts.Served().Generations)-1]; g.Name == "" || g.Name == newest.Name {
		return g.Release, ""
	}
	release = lastServing(g.Pool, versions.Interval{})
	return release, fmt.Sprintf(
		"no file shows which release of Karpenter runs, and the upgrade is planned from %s, the last one that serves %s; set karpenter-version in "+
			".karplint.yaml to the one that runs",
		release, g.Pool.APIVersion)
}

// ParseTarget reads the release that a road is to lead to, "" for the newest. Its error suggests a release that the tables have.
func ParseTarget(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Newest(), nil
	}
	for _, generation := range facts.Served().Generations {
		if text == generation.Name || text == generation.Pool.APIVersion {
			return "", fmt.Errorf("%q is a version of the API; --to takes a release of Karpenter, such as %s", text, Newest())
		}
	}
	v, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v"))
	if err != nil {
		return "", fmt.Errorf("%q is not a release of Karpenter; write %s", text, suggestion(text))
	}
	_, hasKubernetes := supportedKubernetes(v)
	isKnown := Exists(v.String()) || Judged(versions.Interval{Min: v, Max: v}) != ""
	if !isKnown || !hasKubernetes {
		return "", fmt.Errorf("karplint's tables do not have Karpenter %s; the newest release in them is %s", v, Newest())
	}
	return v.String(), nil
}

// suggestion returns the last patch of the minor that a text names, otherwise an example.
func suggestion(text string) string {
	if minor, err := versions.ParseTarget(strings.TrimPrefix(text, "v"), "--to"); err == nil && isOneMinor(minor.Interval) {
		last := LastWithin(minor.Interval)
		if _, err := ParseTarget(last); last != "" && err == nil {
			return last
		}
	}
	return "one such as " + Newest()
}
