package road

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
)

// Kubernetes are the minor versions that a release of Karpenter supports: 23 is 1.23.
type Kubernetes struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// supportedKubernetes returns the versions of Kubernetes that a release supports; false if the table does not have the release.
func supportedKubernetes(release *semver.Version) (Kubernetes, bool) {
	for _, row := range facts.KubernetesVersions().Rows {
		if row.Contain(release) {
			return Kubernetes{ParseMinor(row.Min), ParseMinor(row.Max)}, true
		}
	}
	return Kubernetes{}, false
}

// ParseMinor returns the minor of a version of Kubernetes: 29 for "1.29" and "1.29.3", 0 for other texts.
func ParseMinor(version string) int {
	major, rest, hasMinor := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	minor, _, _ := strings.Cut(rest, ".")
	number, err := strconv.Atoi(minor)
	if !hasMinor || major != "1" || err != nil {
		return 0
	}
	return number
}

// MinorText returns the version of Kubernetes with that minor, "1.29" for 29.
func MinorText(minor int) string { return fmt.Sprintf("1.%d", minor) }

// SupportedBy returns the versions of Kubernetes that a release supports; false if the table does not have the release.
func SupportedBy(release string) (Kubernetes, bool) {
	v, err := semver.NewVersion(release)
	if err != nil {
		return Kubernetes{}, false
	}
	return supportedKubernetes(v)
}
