package facts

import "github.com/Masterminds/semver/v3"

// Defaults is the table defaults. That file explains each field and its source.
type Defaults struct {
	Schema []struct {
		APIVersion string    `json:"api_version"`
		Kind       string    `json:"kind"`
		Source     string    `json:"source"`
		Defaults   []Default `json:"defaults"`
	} `json:"schema"`
	Alpha []struct {
		Kind   string `json:"kind"`
		Path   string `json:"path"`
		Value  any    `json:"value"`
		Source string `json:"source"`
	} `json:"alpha"`
}

// Default is the value that the API server of some versions sets for an absent field.
type Default struct {
	Path  string     `json:"path"`  // "spec.disruption.budgets[].nodes"
	Value any        `json:"value"` // as encoding/json reads it
	When  constraint `json:"when"`
}

// DefaultValues returns the table defaults. The caller must not change it.
var DefaultValues = lazyTable[Defaults]("defaults")

// Of returns the defaults that the API server sets for objects of a kind, in a version of Karpenter. A map or list comes before
// its entries.
func (d *Defaults) Of(apiVersion, kind string, version *semver.Version) []Default {
	var filled []Default
	for _, k := range d.Schema {
		if k.APIVersion != apiVersion || k.Kind != kind {
			continue
		}
		for _, v := range k.Defaults {
			if v.When.Contains(version) {
				filled = append(filled, v)
			}
		}
	}
	return filled
}

// Value returns the default at a path, or nil if there is none.
func (d *Defaults) Value(apiVersion, kind, path string, version *semver.Version) any {
	for _, v := range d.Of(apiVersion, kind, version) {
		if v.Path == path {
			return v.Value
		}
	}
	return nil
}

// AlphaValue returns the default that the controller of the alpha API assumed for an absent field, or nil.
func (d *Defaults) AlphaValue(kind, path string) any {
	for _, v := range d.Alpha {
		if v.Kind == kind && v.Path == path {
			return v.Value
		}
	}
	return nil
}
