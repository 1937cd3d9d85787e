package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint/rule"
)

// Layers are the parts that a configuration is made of.
type Layers struct {
	Extends   string     // the file whose settings hold where this one sets none, relative to Dir
	Overrides []Override // of this file

	ExcludeHome string // the directory that the globs of exclude are relative to; "" for Home

	layers     []layer // of all files, in order; empty without a file
	versionsOf *Config // see WithVersionsOf
}

// layer is what a file, or an entry of overrides in it, sets. Later layers win over earlier ones.
type layer struct {
	*Config
	paths []string // globs relative to Dir, of the files that it is for; nil: all
	place string   // of the entry of overrides
}

// Override is an entry of overrides.
type Override struct {
	Place string   // file:line:column
	Paths []string // globs, as in exclude

	config *Config
}

// overrideKeys are the keys of an entry of overrides: those of settings for single files.
var overrideKeys = func() []key {
	return slices.DeleteFunc(slices.Clone(keys), func(k key) bool { return !k.override })
}

// pathsKey is the key of the files that an entry of overrides is for.
func pathsKey(paths *[]string) key {
	return key{
		name: "paths", check: checkGlob, description: "The files, as globs like those of exclude.", target: func(*Config) any { return paths },
	}
}

// readOverrides reads the list of overrides.
func (p *parser) readOverrides(path string, n *yaml.Node, c *Config) (overrides []Override, err error) {
	if n = resolve(n); n.Kind != yaml.SequenceNode {
		return nil, p.fail(n, "%s is %s, but must be a list", path, describe(n))
	}
	for i, item := range n.Content {
		inside := &parser{file: p.file, places: map[string]string{}, rules: p.rules}
		o := Override{Place: p.place(item), config: &Config{Source: c.Source, places: inside.places}}
		if err := inside.readSection("", item, o.config, append([]key{pathsKey(&o.Paths)}, overrideKeys()...)); err != nil {
			return nil, err
		}
		if len(o.Paths) == 0 {
			return nil, p.fail(item, "%s[%d] has no paths; name the files that it is for, such as paths: [legacy/**]", path, i)
		}
		if err := p.checkRoles(item, o.config); err != nil {
			return nil, err
		}
		overrides = append(overrides, o)
	}
	return overrides, nil
}

// complete adds the layers of the file itself to those of the file that it extends, which may be nil, and sets what they say of all files.
func (c *Config) complete(extended *Config) {
	own := *c
	c.layers = nil
	if extended != nil {
		c.layers = slices.Clone(extended.layers)
		c.Files = slices.Concat(c.Files, extended.Files)
	}
	c.layers = append(c.layers, layer{Config: &own})
	for _, o := range own.Overrides {
		c.layers = append(c.layers, layer{o.config, o.Paths, o.Place})
	}
	if len(c.layers) > 1 {
		c.take(func(l layer) bool { return l.paths == nil })
	}
}

// take sets what some of the layers say.
func (c *Config) take(holds func(l layer) bool) {
	all := Config{Source: c.Source, OwnRules: c.OwnRules, Layers: Layers{layers: c.layers, versionsOf: c.versionsOf}, places: map[string]string{}}
	for _, l := range c.layers {
		if holds(l) {
			all.add(l.Config)
		}
	}
	*c = all
}

// OverridesBelow returns the overrides that are not for all files of a directory, which some of its files may have.
func (c *Config) OverridesBelow(dir string) (below []Override) {
	for _, l := range c.layers {
		if l.paths != nil && !l.isFor(dir) && slices.ContainsFunc(l.paths, func(glob string) bool { return l.mayLead(glob, dir) }) {
			below = append(below, Override{Place: l.place, Paths: l.paths})
		}
	}
	return below
}

// mayLead reports whether a glob may match a file below a directory.
func (l layer) mayLead(glob, dir string) bool {
	if !strings.Contains(strings.TrimSuffix(glob, "/"), "/") {
		return true
	}
	base, _ := doublestar.SplitPattern(strings.TrimPrefix(glob, "./"))
	place := filepath.Join(l.Home, base)
	return regular.Contains(dir, place) || regular.Contains(place, dir)
}

// HasOverrides reports whether some settings are for single files.
func (c *Config) HasOverrides() bool {
	return slices.ContainsFunc(c.layers, func(l layer) bool { return l.paths != nil })
}

// OverridesFor returns which overrides are for a file, as a text that differs if they do. The path is absolute and without links.
func (c *Config) OverridesFor(file string) string {
	var numbers strings.Builder
	for i, l := range c.layers {
		if l.paths != nil && l.isFor(file) {
			fmt.Fprintf(&numbers, "%d ", i)
		}
	}
	return numbers.String()
}

// For returns the configuration with the overrides for a file.
func (c *Config) For(file string) *Config {
	own := *c
	own.take(func(l layer) bool { return l.paths == nil || l.isFor(file) })
	if c.versionsOf != nil {
		return own.WithVersionsOf(c.versionsOf.For(file))
	}
	return &own
}

// isFor reports whether a glob matches the file, or a directory around it.
func (l layer) isFor(file string) bool {
	return slices.ContainsFunc(l.paths, func(glob string) bool {
		for place := file; len(place) > len(l.Home); place = filepath.Dir(place) {
			if load.Matches(glob, l.Home, place) {
				return true
			}
		}
		return false
	})
}

// add sets what another configuration sets. Maps are joined; any other value is replaced.
func (c *Config) add(over *Config) {
	c.addKeys("", over, keys)
	if over.Place("convert.role") != "" {
		c.unset("convert.instance-profile", &c.Convert.InstanceProfile)
	} else if over.Place("convert.instance-profile") != "" {
		c.unset("convert.role", &c.Convert.Role)
	}
	for path, place := range over.places { // in any order: each has its own key
		c.places[path] = place
	}
}

func (c *Config) unset(path string, value *string) {
	*value = ""
	delete(c.places, path)
}

func (c *Config) addKeys(prefix string, over *Config, section []key) {
	for i := range section {
		k := &section[i]
		path := join(prefix, k.name)
		switch {
		case over.places[path] == "":
		case k.keys != nil:
			c.addKeys(path, over, k.keys)
		default:
			c.addValue(k, over)
		}
	}
}

func (c *Config) addValue(k *key, over *Config) {
	switch to := k.target(c).(type) {
	case *string:
		*to = *k.target(over).(*string)
		if k.path {
			*to = relativeTo(c.Home, over.Home, *to)
		}
	case *[]string:
		if to == &c.RulesDir { // joined already
			return
		}
		*to = *k.target(over).(*[]string)
		if to == &c.Exclude {
			c.ExcludeHome = over.Home
		}
	case *bool:
		*to = *k.target(over).(*bool)
	case *[]settings.Answer:
		*to = slices.Concat(*k.target(over).(*[]settings.Answer), *to)
	case *map[string]string:
		*to = maps.Clone(*to)
		if *to == nil {
			*to = map[string]string{}
		}
		maps.Copy(*to, *k.target(over).(*map[string]string))
	case *ruleSettings:
		*to = to.with(*k.target(over).(*ruleSettings))
	}
}

// relativeTo returns a path that is relative to one directory as relative to another one.
func relativeTo(dir, from, path string) string {
	if filepath.IsAbs(path) || path == "" || dir == from {
		return path
	}
	if rel, err := filepath.Rel(dir, filepath.Join(from, path)); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// with returns the settings with those of other rules, or other settings of the same ones.
func (s ruleSettings) with(over ruleSettings) ruleSettings {
	isOver := func(id string) bool { return slices.Contains(over.Off, id) || slices.Contains(over.On, id) }
	merged := ruleSettings{
		Off:        append(slices.DeleteFunc(slices.Clone(s.Off), isOver), over.Off...),
		On:         append(slices.DeleteFunc(slices.Clone(s.On), isOver), over.On...),
		Severities: map[string]rule.Severity{}, Options: map[string]map[string]any{}, places: map[string]string{},
	}
	maps.Copy(merged.places, s.places)
	maps.Copy(merged.places, over.places)
	for id, severity := range s.Severities { // in any order: the result is a map
		if !isOver(id) {
			merged.Severities[id] = severity
		}
	}
	maps.Copy(merged.Severities, over.Severities)
	for _, options := range []map[string]map[string]any{s.Options, over.Options} {
		for id, set := range options { // in any order: the result is a map
			merged.Options[id] = maps.Clone(merged.Options[id])
			if merged.Options[id] == nil {
				merged.Options[id] = map[string]any{}
			}
			maps.Copy(merged.Options[id], set)
		}
	}
	return merged
}
