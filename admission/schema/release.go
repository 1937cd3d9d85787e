package schema

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// Release is a release of Karpenter. It replaces semver.Version, because parsing all releases with package semver takes longer
// than checking an object.
type Release struct{ major, minor, patch uint64 }

// Releases returns the releases in the table, oldest first.
func Releases() []Release { return read().releases }

func parseReleases(texts string) (releases []Release) {
	for text := range strings.SplitSeq(texts, " ") {
		releases = append(releases, parseRelease(text))
	}
	return releases
}

func parseRelease(text string) Release {
	major, rest, _ := strings.Cut(text, ".")
	minor, patch, _ := strings.Cut(rest, ".")
	return Release{uint64(number(major)), uint64(number(minor)), uint64(number(patch))} //nolint:gosec // none is below 0
}

// String returns the release without a leading v.
func (r Release) String() string { return fmt.Sprintf("%d.%d.%d", r.major, r.minor, r.patch) }

// Version returns the release as a semver.Version.
func (r Release) Version() *semver.Version { return semver.New(r.major, r.minor, r.patch, "", "") }

// Compare returns -1, 0 or 1 if the release is before, equal to or after a version. A release is after its candidates.
func (r Release) Compare(v *semver.Version) int {
	if order := cmp.Or(cmp.Compare(r.major, v.Major()), cmp.Compare(r.minor, v.Minor()), cmp.Compare(r.patch, v.Patch())); order != 0 {
		return order
	}
	return min(len(v.Prerelease()), 1)
}
