// Package config reads .karplint.yaml, the configuration of a team in its repository.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint/rule"
)

// Name is the name of the configuration file.
const Name = ".karplint.yaml"

// Config is the content of a configuration file. The zero Config is that of no file.
type Config struct {
	File string // as given to Load, "" without a file
	Dir  string // the file's directory; Exclude is relative to it

	Select            []string // ids, prefixes or names of rules
	Ignore            []string
	FailOn            string // "error", "warning" or "info", "" if not set
	KarpenterVersion  string // as written
	KubernetesVersion string // as written: 1.29 or 1.29.3, with or without "v"
	Timeout           string // of a run, as written; it counts above the working directory, as MaxMemory does
	MaxMemory         string
	DestroyOrder      string   // "controller-last" or "controller-first", "" if not set
	Baseline          string   // the file of accepted findings, relative to Dir; it counts above the working directory
	Exclude           []string // globs of files and directories that are not read
	RulesDir          []string // folders with rules of one's own, relative to Dir

	// Known are karplint's rules with those in RulesDir; nil without RulesDir.
	Known *rule.Rules

	Rules   ruleSettings
	Convert convertSettings

	places map[string]string
}

// ruleSettings are the settings of single rules, by id.
type ruleSettings struct {
	Off        []string // in the order of the file
	On         []string // those with the level on, likewise
	Severities map[string]rule.Severity
	Options    map[string]map[string]any // by the option's name; values as rule.Option.Value returns them
}

// convertSettings is the settings of the conversion.
type convertSettings struct {
	Role            string
	InstanceProfile string
	IgnoreDefaults  bool
	Exclude         []string
	Roles           map[string]string // the name of a node class → its role
}

// Place returns the file:line:column of the value of a key ("select", "convert.role"), or of the entry of a map
// ("convert.roles.gpu"), for a message about it; "" if the file does not set it.
func (c *Config) Place(key string) string { return c.places[key] }

// WithVersionsOf returns the configuration with the versions of Karpenter and Kubernetes that another one sets.
func (c *Config) WithVersionsOf(other *Config) *Config {
	changed := *c
	changed.KarpenterVersion, changed.KubernetesVersion = other.KarpenterVersion, other.KubernetesVersion
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
	return read(files, path, name, rules)
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
	return read(files, full, path, rules)
}

func read(files *regular.Reader, path, name string, rules RulesIn) (*Config, error) {
	data, err := files.Read(path, maxSize)
	if err != nil {
		return nil, withName(name, err)
	}
	c := &Config{File: filepath.ToSlash(name), Dir: filepath.Dir(name)}
	return c, c.parse(data, rules)
}

// withName returns the error as an *Error that contains the name of the file once.
func withName(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return &Error{Path: name, Message: err.Error()}
}
