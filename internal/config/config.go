// Package config reads .karplint.yaml, the configuration of a team in its repository.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
	FailOn            string   // "error", "warning" or "info", "" if not set
	KarpenterVersion  string   // as written
	KubernetesVersion string   // as written: 1.29 or 1.29.3, with or without "v"
	DestroyOrder      string   // "controller-last" or "controller-first", "" if not set
	Exclude           []string // globs of files and directories that are not read
	Rules             ruleSettings
	Convert           convertSettings

	places map[string]string
}

// ruleSettings are the settings of single rules, by id.
type ruleSettings struct {
	Off        []string // in the order of the file
	Severities map[string]rule.Severity
	Options    map[string]map[string]any // by the option's name; values as rule.Option.Value returns them
}

// convertSettings is the settings of the conversion.
type convertSettings struct {
	Role            string
	InstanceProfile string
	IgnoreDefaults  bool
	Roles           map[string]string // the name of a node class → its role
}

// Place returns the file:line:column of the value of a key ("select", "convert.role"), or of the entry of a map
// ("convert.roles.gpu"), for a message about it; "" if the file does not set it.
func (c *Config) Place(key string) string { return c.places[key] }

// Find returns the path of the nearest .karplint.yaml in dir (an absolute path) or above. It returns "" if there is none up to the
// root of the repository, or of the file system.
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

// Load reads the file at path. An error about the text starts with file:line:column: YAML that does not parse, an unknown or
// repeated key, a value of a wrong type or one that is not allowed, a rule or an option that does not exist. rules is called if the
// file names rules.
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
