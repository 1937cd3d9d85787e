// Package conversions makes of the conversion of manifests what fixes of rules ask for, and of fixes of rules the conversion of chart
// installations: lint and convert may not import one another.
package conversions

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// Converters makes converters that share what they find: several configurations may say the same of a conversion. The zero value is
// ready, and safe for concurrent use.
type Converters struct {
	mu    sync.Mutex
	state any // of the manifests that known is about
	known map[string]converted
}

type converted struct {
	conversions []lint.Conversion
	err         error
}

// Converter is the function Converter; what it returns shares its conversions with others that are for the same options and versions.
func (s *Converters) Converter(options convert.Options, given versions.Target) lint.Converter {
	alone := Converter(options, given)
	of := fmt.Sprintf("%q %q %q %t %s", options.Role, options.Roles, options.InstanceProfile, options.IgnoreDefaults, given)
	return func(to string, m lint.Manifests) ([]lint.Conversion, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.state != m.State || s.known == nil {
			s.state, s.known = m.State, map[string]converted{}
		}
		found, done := s.known[to+" "+of]
		if !done {
			found.conversions, found.err = alone(to, m)
			s.known[to+" "+of] = found
		}
		return found.conversions, found.err
	}
}

// Converter returns what lint.Options.Convert takes. options are those of the conversion but for To, KarpenterVersion and
// Installed; given is the target that lint was told, which wins over what is installed.
func Converter(options convert.Options, given versions.Target) lint.Converter {
	return func(to string, m lint.Manifests) ([]lint.Conversion, error) {
		options := options
		options.To, options.KarpenterVersion = convert.API(to), ""
		options.Installed = func(file string) convert.Installation { return Installation(m.Installed(file), given) }
		c, err := convert.New(options)
		if err != nil {
			return nil, err
		}
		if exact := given.Exact(); exact != "" && c.Serves(exact) {
			options.KarpenterVersion = exact
			if c, err = convert.New(options); err != nil {
				return nil, err
			}
		}
		return whole(c.Files(read(m))), nil
	}
}

// Installation is what the conversion of a file is to know of the installation it belongs to. Where given does not admit its
// version, given wins.
func Installation(found project.Installed, given versions.Target) convert.Installation {
	known := convert.Installation{
		From: found.From, Version: found.Version, InstanceProfile: found.InstanceProfile, Unknown: found.Unknown,
		ProfileFrom: convert.Reference(found.ProfileFrom),
	}
	if given.IsKnown() && !given.Contains(found.Version) {
		known.Version = ""
	}
	for _, tag := range found.Tags {
		known.Tags = append(known.Tags, convert.Tag{Key: tag.Key, Value: tag.Value})
	}
	return known
}

// read reads the files that a conversion looks at, and then the patches that they name. What cannot be read is left out:
// linting it says so.
func read(m lint.Manifests) []*model.File {
	var files []*model.File
	taken := map[string]bool{}
	take := func(wanted func(path string, data []byte) bool) {
		for _, path := range m.Paths {
			if taken[path] {
				continue
			}
			if data, err := m.Read(path); err == nil && wanted(path, data) {
				taken[path] = true
				files = append(files, model.NewFile(path, data))
			}
		}
	}
	take(convert.Selects)
	if named := patches.Files(files); len(named) > 0 {
		take(func(path string, _ []byte) bool { return named[path] })
	}
	return files
}

// whole returns the files that are converted with nothing left open, by their groups.
func whole(converted []convert.File) []lint.Conversion {
	var all []lint.Conversion
	at, open := map[int]int{}, map[int]bool{}
	for i := range converted {
		open[converted[i].Group] = open[converted[i].Group] || isOpen(&converted[i]) || converted[i].Beside != "" // a fix makes no files
	}
	for i := range converted {
		f := &converted[i]
		if open[f.Group] || bytes.Equal(f.Before, f.Written) {
			continue
		}
		if _, known := at[f.Group]; !known {
			at[f.Group] = len(all)
			all = append(all, nil)
		}
		all[at[f.Group]] = append(all[at[f.Group]], lint.ConvertedFile{Path: f.Path, Before: f.Before, After: f.Written})
	}
	return all
}

// isOpen reports whether something in the file waits for a person, or could not be converted.
func isOpen(f *convert.File) bool {
	return f.Undecided() || slices.ContainsFunc(f.Objects, func(o convert.Object) bool {
		return o.Status == convert.Undecided || o.Status == convert.Skipped
	})
}
