package facts

import (
	"sync"

	"github.com/Masterminds/semver/v3"
)

// releaseTable is the table releases. That file explains each field and its source.
type releaseTable struct {
	Newest string            `json:"newest"`
	Read   map[string]string `json:"read"`
}

// KnownReleases returns the table releases. The caller must not change it.
var KnownReleases = lazyTable[releaseTable]("releases")

// Newest returns the newest release of Karpenter that every table knows.
var Newest = sync.OnceValue(func() *semver.Version { return semver.MustParse(KnownReleases().Newest) })

// IsNewer reports whether a release is of a later minor than the tables. A later patch of the newest minor is not: patches change no API, so it is
// judged as the newest patch that is known.
func IsNewer(v *semver.Version) bool {
	newest := Newest()
	return v.Major() > newest.Major() || v.Major() == newest.Major() && v.Minor() > newest.Minor()
}
