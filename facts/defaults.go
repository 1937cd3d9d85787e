package facts

import "github.com/Masterminds/semver/v3"

// Defaults is the table defaults: see that file for what each field means and where it comes from.
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

// Default is the value that the API server fills in for an absent field in the versions When holds for.
type Default struct {
	Path  string     `json:"path"`  // "spec.disruption.budgets[].nodes"
	Value any        `json:"value"` // as encoding/json reads it
	When  Constraint `json:"when"`
}

// DefaultValues returns the table defaults. The caller must not change it.
var DefaultValues = table[Defaults]("defaults")

// Of returns what the API server of that version of Karpenter fills in for objects of a kind, in an order in which a map or list
// stands before what is in it.
func (d *Defaults) Of(apiVersion, kind string, version *semver.Version) []Default {
	var found []Default
	for _, k := range d.Schema {
		if k.APIVersion != apiVersion || k.Kind != kind {
			continue
		}
		for _, v := range k.Defaults {
			if v.When.Holds(version) {
				found = append(found, v)
			}
		}
	}
	return found
}

// Value returns what is filled in at a path, or nil where nothing is.
func (d *Defaults) Value(apiVersion, kind, path string, version *semver.Version) any {
	for _, v := range d.Of(apiVersion, kind, version) {
		if v.Path == path {
			return v.Value
		}
	}
	return nil
}

// AlphaValue returns what the controller of the alpha API took an absent field of a kind for, or nil where the table says nothing.
func (d *Defaults) AlphaValue(kind, path string) any {
	for _, v := range d.Alpha {
		if v.Kind == kind && v.Path == path {
			return v.Value
		}
	}
	return nil
}
