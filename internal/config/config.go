// Package config reads .karplint.yaml: what a team wants of karplint, in the repository.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/karplint/karplint/lint/rule"
)

// Name is the file that Find looks for.
const Name = ".karplint.yaml"

// Config is what a configuration file says. The zero Config is that of no file.
type Config struct {
	File string // as given to Load, "" without a file
	Dir  string // the file's directory; Exclude is relative to it

	Select            []string // ids, prefixes or names of rules
	Ignore            []string
	FailOn            string   // "error", "warning" or "info", "" if not set
	KarpenterVersion  string   // as written
	KubernetesVersion string   // as written: 1.29 or 1.29.3, with or without "v"
	DestroyOrder      string   // "controller-last" or "controller-first", "" if not set
	Exclude           []string // globs of files and directories that are not read
	Rules             Rules
	Convert           Convert

	places map[string]string
}

// Rules are the settings of single rules, by id.
type Rules struct {
	Off        []string // in the order of the file
	Severities map[string]rule.Severity
	Options    map[string]map[string]any // by the option's name too; values as lint.Option.Value returns them
}

// Convert holds the settings of the conversion.
type Convert struct {
	Role            string
	InstanceProfile string
	IgnoreDefaults  bool
	Roles           map[string]string // the name of a node class → its role
}

// Place returns the file:line:column of the value of a key ("select", "convert.role"), or of the entry of a map
// ("convert.roles.gpu"), to go in front of a complaint about it; "" if the file does not set it.
func (c *Config) Place(key string) string { return c.places[key] }

// Find returns the path of the nearest .karplint.yaml in dir (an absolute path) or above, and
// "" if there is none up to the root of the repository, or of the file system.
func Find(dir string) string {
	for {
		path := filepath.Join(dir, Name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if err == nil || parent == dir {
			return ""
		}
		dir = parent
	}
}

// Load reads the file at path. An error starts with file:line:column where it is about the
// text: YAML that does not parse, an unknown or doubled key, a value of a wrong type or one
// that the key does not take, a rule or an option that does not exist. rules is called where the file names rules.
func Load(path string, rules func() (*rule.Rules, error)) (*Config, error) {
	data, err := os.ReadFile(path)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed):
		return nil, fmt.Errorf("%s: %w", path, failed.Err)
	case err != nil:
		return nil, err
	}
	c := &Config{File: filepath.ToSlash(path), Dir: filepath.Dir(path)}
	return c, c.parse(data, rules)
}
