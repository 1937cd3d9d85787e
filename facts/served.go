package facts

import (
	"slices"

	"github.com/Masterminds/semver/v3"
)

// ServedAPIs is the table served_apis: see that file for what each field means and where it comes from.
type ServedAPIs struct {
	APIs        []ServedAPI  `json:"apis"`
	Generations []Generation `json:"generations"`
	WebhookOnly struct {
		APIVersions []string   `json:"api_versions"`
		Releases    []Releases `json:"releases"`
	} `json:"webhook_only"`
}

// ServedAPI says which releases serve kinds of one version of an API.
type ServedAPI struct {
	APIVersion string     `json:"api_version"`
	Kinds      []string   `json:"kinds"`
	Served     []Releases `json:"served"`
}

// Releases are versions from Since, inclusive, until Until, exclusive; an empty end is open.
type Releases struct {
	Since string `json:"since"`
	Until string `json:"until"`
}

// Served returns the table served_apis. The caller must not change it.
var Served = table[ServedAPIs]("served_apis")

// Of returns the releases that serve a kind, oldest first; nil if none does.
func (s *ServedAPIs) Of(apiVersion, kind string) []Releases {
	for _, api := range s.APIs {
		if api.APIVersion == apiVersion && slices.Contains(api.Kinds, kind) {
			return api.Served
		}
	}
	return nil
}

// Hold reports whether the version is one of the releases. A release candidate counts as the release it is for.
func (r Releases) Hold(v *semver.Version) bool {
	core := semver.New(v.Major(), v.Minor(), v.Patch(), "", "")
	started := r.Since == "" || compare(core, r.Since) >= 0
	ended := r.Until != "" && compare(core, r.Until) >= 0
	return started && !ended
}

// compare returns -1, 0 or 1, or 0 where text is no version.
func compare(v *semver.Version, text string) int {
	other, err := semver.NewVersion(text)
	if err != nil {
		return 0
	}
	return v.Compare(other)
}
