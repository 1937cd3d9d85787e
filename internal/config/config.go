// Package config reads .karplint.yaml, the configuration of a team in its repository.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint/rule"
)

// Name is the name of the configuration file.
const Name = ".karplint.yaml"

// Source is where a configuration is written.
type Source struct {
	File  string   // as given to Load, "" without a file
	Dir   string   // the file's directory
	Home  string   // the same, absolute
	Files []string // the file, and those that it extends, from the nearest on
}

// Limits are those of a run, as written. They count above the working directory.
type Limits struct{ Timeout, MaxMemory string }

// OwnRules are a team's own rules.
type OwnRules struct {
	RulesDir []string    // folders with rules, relative to Dir
	Known    *rule.Rules // karplint's rules with those in RulesDir; nil without RulesDir
}

// Config is the content of a configuration file. The zero Config is that of no file.
type Config struct {
	Source
	Limits

	Select            []string // ids, prefixes or names of rules
	Ignore            []string
	FailOn            string   // "error", "warning" or "info", "" if not set
	KarpenterVersion  string   // as written
	KubernetesVersion string   // as written: 1.29 or 1.29.3, with or without "v"
	DestroyOrder      string   // "controller-last" or "controller-first", "" if not set
	Baseline          string   // the file of accepted findings, relative to Dir; it counts above the working directory
	Exclude           []string // globs of files and directories that are not read
	Rules             ruleSettings
	Convert           convertSettings
	OwnRules
	Layers

	places map[string]string
}

// ruleSettings are the settings of single rules, by id.
type ruleSettings struct {
	Off        []string // in the order of the file
	On         []string // those with the level on, likewise
	Severities map[string]rule.Severity
	Options    map[string]map[string]any // by the option's name; values as rule.Option.Value returns them

	places map[string]string // file:line:column of the entry
}

// convertSettings is the settings of the conversion.
type convertSettings struct {
	Role            string
	InstanceProfile string
	IgnoreDefaults  bool
	Exclude         []string
	Roles           map[string]string // the name of a node class → its role
	Answers         []settings.Answer // of the nearest file first
}

// Place returns the file:line:column of the value of a key ("select", "convert.role"), or of the entry of a map
// ("convert.roles.gpu"), for a message about it; "" if the file does not set it.
func (c *Config) Place(key string) string { return c.places[key] }

// WithVersionsOf returns the configuration with the versions of Karpenter and Kubernetes that another one sets.
func (c *Config) WithVersionsOf(other *Config) *Config {
	changed := *c
	changed.KarpenterVersion, changed.KubernetesVersion, changed.versionsOf = other.KarpenterVersion, other.KubernetesVersion, other
	changed.places = map[string]string{}
	maps.Copy(changed.places, c.places)
	for _, key := range []string{"karpenter-version", "kubernetes-version"} {
		delete(changed.places, key)
		if place, ok := other.places[key]; ok {
			changed.places[key] = place
		}
	}
	return &changed
}

// Find returns the path of the nearest .karplint.yaml in dir (an absolute path without links) or above, as files has it. It returns "" if there is
// none up to the root of the repository, or of the file system.
func Find(files *regular.Reader, dir string) string {
	for {
		path := filepath.Join(dir, Name)
		if files.Exists(path) {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir || load.IsRepository(dir) {
			return ""
		}
		dir = parent
	}
}

// maxSize is the size in bytes up to which a configuration is read, because parsing a large one takes long.
const maxSize = 1 << 20

// RulesIn returns karplint's rules with those in folders, whose names are relative to the directory of a configuration.
type RulesIn func(dir string, folders []string) (*rule.Rules, error)

// LoadFound reads the file that Find returned, as Load does; name is its path for messages. A link must not lead out of the repository or,
// outside of any repository, out of the file's directory.
func LoadFound(files *regular.Reader, path, name string, rules RulesIn) (*Config, error) {
	if files.IsLink(path) {
		dir := filepath.Dir(path)
		if root := load.RepositoryRoot(dir); root != "" {
			dir = root
		}
		if _, err := files.Resolve(path, dir); err != nil {
			return nil, withName(name, err)
		}
	}
	return read(files, path, name, rules, nil)
}

// Error is an error in a configuration file, or about it.
type Error struct {
	Path         string // as given to Load
	Line, Column int    // 1-based; 0 for an error about the whole file
	Message      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Message)
}

// Load reads the file at path. Errors are *Error. They have a line for invalid YAML, an unknown or duplicate key, a value of a
// wrong type or outside of the allowed ones, and a rule or option that does not exist. rules is called if the file names rules, or folders of rules.
func Load(files *regular.Reader, path string, rules RulesIn) (*Config, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, withName(path, err)
	}
	return read(files, full, path, rules, nil)
}

// read reads a file, and those that it extends. extendedBy are the paths of the files that led to it.
func read(files *regular.Reader, path, name string, rules RulesIn, extendedBy []string) (*Config, error) {
	data, err := files.Read(path, maxSize)
	if err != nil {
		return nil, withName(name, err)
	}
	file := filepath.ToSlash(name)
	c := &Config{Source: Source{File: file, Dir: filepath.Dir(name), Home: filepath.Dir(path), Files: []string{file}}}
	extend := func() (*Config, error) { return c.readExtended(files, path, rules, extendedBy) }
	extended, err := c.parse(data, rules, extend)
	if err != nil {
		return c, err
	}
	c.complete(extended)
	return c, nil
}

// mistake returns an error about the value of a key that the file sets.
func (c *Config) mistake(key, format string, args ...any) error {
	e := &Error{Path: c.File, Message: key + ": " + fmt.Sprintf(format, args...)}
	place := strings.Split(c.Place(key), ":")
	e.Line, _ = strconv.Atoi(place[len(place)-2])
	e.Column, _ = strconv.Atoi(place[len(place)-1])
	return e
}

// readExtended reads the file that the configuration at the path extends; nil if there is none.
func (c *Config) readExtended(files *regular.Reader, path string, rules RulesIn, extendedBy []string) (*Config, error) {
	if c.Extends == "" {
		return nil, nil
	}
	fail := func(format string, args ...any) error { return c.mistake("extends", format, args...) }
	if filepath.IsAbs(c.Extends) {
		return nil, fail("%s is absolute; write a path relative to this file", c.Extends)
	}
	target := filepath.Join(c.Home, filepath.FromSlash(c.Extends))
	extendedBy = append(extendedBy, path)
	if slices.Contains(extendedBy, target) {
		return nil, fail("%s extends this file itself, or one that extends it", c.Extends)
	}
	if root := load.RepositoryRoot(c.Home); root != "" {
		if _, err := files.Resolve(target, root); err != nil || !regular.Contains(root, target) {
			return nil, fail("%s is missing, or outside of the repository", c.Extends)
		}
	}
	extended, err := read(files, target, filepath.Join(c.Dir, filepath.FromSlash(c.Extends)), rules, extendedBy)
	var mistake *Error
	if errors.As(err, &mistake) && mistake.Line == 0 { // the file cannot be read
		return nil, fail("%s: %s", c.Extends, mistake.Message)
	}
	return extended, err
}

// withName returns the error as an *Error that contains the name of the file once.
func withName(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &Error{Path: name, Message: err.Error()}
}
