package facts

import (
	"slices"

	"github.com/Masterminds/semver/v3"
)

// ServedAPIs is the table served_apis. That file explains each field and its source.
type ServedAPIs struct {
	APIs        []ServedAPI  `json:"apis"`
	Generations []Generation `json:"generations"`
	WebhookOnly struct {
		APIVersions []string   `json:"api_versions"`
		Releases    []Releases `json:"releases"`
	} `json:"webhook_only"`
}

// ServedAPI lists the releases that serve kinds of one version of an API.
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
var Served = lazyTable[ServedAPIs]("served_apis")

// Of returns the releases that serve a kind, oldest first; nil if none does.
func (s *ServedAPIs) Of(apiVersion, kind string) []Releases {
	for _, api := range s.APIs {
		if api.APIVersion == apiVersion && slices.Contains(api.Kinds, kind) {
			return api.Served
		}
	}
	return nil
}

// HasKind reports whether some release serves objects of a kind, in any version of its API.
func (s *ServedAPIs) HasKind(kind string) bool {
	return slices.ContainsFunc(s.APIs, func(api ServedAPI) bool { return slices.Contains(api.Kinds, kind) })
}

// Generation returns the version of the API with a name; the zero Generation for a name that is none.
func (s *ServedAPIs) Generation(name string) Generation {
	for _, g := range s.Generations {
		if g.Name == name {
			return g
		}
	}
	return Generation{}
}

// Contain reports whether the version is one of the releases. A release candidate counts as its release.
func (r Releases) Contain(v *semver.Version) bool {
	core := semver.New(v.Major(), v.Minor(), v.Patch(), "", "")
	started := r.Since == "" || compare(core, r.Since) >= 0
	ended := r.Until != "" && compare(core, r.Until) >= 0
	return started && !ended
}

// compare compares a version with a text. It returns 0 if the text is not a version.
func compare(v *semver.Version, text string) int {
	second, err := semver.NewVersion(text)
	if err != nil {
		return 0
	}
	return v.Compare(second)
}
