// Package conversions connects lint and convert, because neither may import the other: for lint it converts manifests as fixes, and for convert it
// joins the conversion of objects with that of the installations that must serve them.
package conversions

import (
	"fmt"
	"slices"
	"sync"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// Converters makes converters that share their results, because several configurations may have the same settings. The zero value is
// ready, and safe for concurrent use.
type Converters struct {
	mu      sync.Mutex
	state   any // identifies the manifests to which the results belong
	results map[string]converted
}

type converted struct {
	conversions []lint.Conversion
	err         error
}

// Converter is like the function Converter, but converters for the same options and versions share their results.
func (s *Converters) Converter(options convert.Options, target versions.Target) lint.Converter {
	convertOnce := Converter(options, target)
	settings := fmt.Sprintf("%q %q %q %t %q %s", options.Role, options.Roles, options.InstanceProfile, options.IgnoreDefaults, options.Exclude, target)
	for _, a := range options.Answers {
		settings += fmt.Sprintf(" %q", a.Place) // which file and line it comes from
	}
	return func(to string, m lint.Manifests) ([]lint.Conversion, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.state != m.State || s.results == nil {
			s.state, s.results = m.State, map[string]converted{}
		}
		result, exists := s.results[to+" "+settings]
		if !exists {
			result.conversions, result.err = convertOnce(to, m)
			s.results[to+" "+settings] = result
		}
		return result.conversions, result.err
	}
}

// Converter returns a converter for lint.Options.Convert. options are those of the conversion except To, KarpenterVersion and
// Installed; target is that of lint, which wins over the installed version.
func Converter(options convert.Options, target versions.Target) lint.Converter {
	return func(to string, m lint.Manifests) ([]lint.Conversion, error) {
		options := options
		options.To, options.KarpenterVersion = convert.API(to), ""
		options.Installed = func(file string) settings.Installation { return Installation(m.Installed(file), target) }
		c, err := convert.New(options)
		if err != nil {
			return nil, err
		}
		if exact := target.Exact(); exact != "" && c.Serves(exact) {
			options.KarpenterVersion = exact
			if c, err = convert.New(options); err != nil {
				return nil, err
			}
		}
		return decided(c.Files(readSelected(m.Paths, m.Files, patchesOf))), nil
	}
}

// Installation returns the installation that a file belongs to for its conversion, without its version if target does not admit that.
func Installation(installed project.Installed, target versions.Target) settings.Installation {
	installation := settings.Installation{
		From: installed.From, Version: installed.Version, InstanceProfile: installed.InstanceProfile, Unknown: installed.Unknown,
		ProfileFrom: settings.Reference(installed.ProfileFrom), RoleFrom: settings.Reference(installed.RoleFrom),
	}
	installation.Defaults = func(cluster string) (defaults []settings.ClusterDefault) {
		for _, d := range installed.Defaults[cluster] {
			defaults = append(defaults, settings.ClusterDefault(d))
		}
		return defaults
	}
	if target.IsKnown() && !target.Contains(installed.Version) {
		installation.Version = ""
	}
	for _, tag := range installed.Tags {
		installation.Tags = append(installation.Tags, settings.Tag{Key: tag.Key, Value: tag.Value})
	}
	return installation
}

// decided returns the converted files of the groups in which no decision is open.
func decided(converted []convert.File) []lint.Conversion {
	var conversions []lint.Conversion
	indices, open := map[int]int{}, map[int]bool{}
	for i := range converted {
		open[converted[i].Group] = open[converted[i].Group] || isOpen(&converted[i])
	}
	for i := range converted {
		f := &converted[i]
		if open[f.Group] || !f.Changed() {
			continue
		}
		if _, exists := indices[f.Group]; !exists {
			indices[f.Group] = len(conversions)
			conversions = append(conversions, nil)
		}
		conversions[indices[f.Group]] = append(conversions[indices[f.Group]], lint.ConvertedFile{Path: f.Path, Before: f.Before, After: f.After})
	}
	return conversions
}

// isOpen reports whether something in the file waits for a person, or could not be converted.
func isOpen(f *convert.File) bool {
	return f.Undecided() || slices.ContainsFunc(f.Objects, func(o convert.Object) bool {
		return o.Status == convert.Undecided || o.Status == convert.Skipped && !o.Aside
	})
}
