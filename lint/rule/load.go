package rule

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/lint/rego"
)

// Rules are the rules of one or several folders, sorted by id.
type Rules struct {
	rules []*Rule
	files fs.FS // the first file system

	mu       sync.Mutex
	programs *Programs // the last that were asked for
}

// Load reads the rules of each file system: every folder with a rule.rego is a rule, lib holds
// modules that rules import. The first file system is karplint's own (rules.FS), more are a team's.
// An error names the file: metadata that is missing, unknown or wrong, an id or a name that occurs
// twice, a folder whose name is not its package's. The body of a rule is parsed and compiled when a
// file first needs it, because most runs need few rules.
func Load(folders ...fs.FS) (*Rules, error) {
	rules := &Rules{}
	libs := rego.Modules{}
	for i, files := range folders {
		if err := libs.AddLibraries(files); err != nil {
			return nil, err
		}
		if i == 0 {
			rules.files = files
		}
		if err := rules.add(files, libs); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(rules.rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules, nil
}

func (r *Rules) add(files fs.FS, libs rego.Modules) error {
	rules, err := readRules(files)
	if err != nil {
		return err
	}
	for _, rule := range rules {
		for _, previous := range r.rules {
			if previous.ID == rule.ID || previous.Name == rule.Name {
				return fmt.Errorf("%s: %s %s is taken by %s %s", path.Join(rule.Folder, "rule.rego"), rule.ID, rule.Name, previous.ID, previous.Name)
			}
		}
		rule.files, rule.libs = files, libs
		r.rules = append(r.rules, rule)
	}
	return nil
}

// readRules returns the rules of a file system.
func readRules(files fs.FS) ([]*Rule, error) {
	names, err := fs.Glob(files, "*/rule.rego")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("no rule: no folder has a rule.rego")
	}
	var rules []*Rule
	for _, name := range names {
		rule, err := readEither(files, name)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// readEither reads what was compiled ahead of a rule, or its source.
func readEither(files fs.FS, name string) (*Rule, error) {
	if metadata, err := rego.Metadata(files, name); err == nil {
		if rule, err := decodeRule(metadata); err == nil {
			return rule, nil
		}
	}
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return readRule(name, path.Dir(name), source)
}

// All returns every rule, sorted by id.
func (r *Rules) All() []*Rule { return r.rules }

// Find returns the rule with the id or the name. An error names the nearest.
func (r *Rules) Find(idOrName string) (*Rule, error) {
	if rule := r.Lookup(idOrName); rule != nil {
		return rule, nil
	}
	return nil, fmt.Errorf("no rule is called %q%s", idOrName, nearest.Hint(idOrName, r.words()))
}

// Lookup returns the rule with an id or name, nil if there is none.
func (r *Rules) Lookup(idOrName string) *Rule {
	for _, rule := range r.rules {
		if strings.EqualFold(rule.ID, idOrName) || rule.Name == idOrName {
			return rule
		}
	}
	return nil
}

func (r *Rules) words() []string {
	var words []string
	for _, rule := range r.rules {
		words = append(words, rule.ID, rule.Name)
	}
	return words
}
