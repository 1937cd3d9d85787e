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
	files fs.FS        // the first file system
	libs  rego.Modules // of karplint's own rules
	base  *Rules       // karplint's own, if there are a team's as well
	team  *team        // a team's own; nil if there are none

	mu       sync.Mutex
	programs *Programs // the last that were asked for
}

// Load reads karplint's own rules in each file system: every folder with a rule.rego is a rule, lib holds
// modules that rules import. The first file system has the rules that were compiled ahead.
// An error names the file: metadata that is missing, unknown or wrong, an id or a name that occurs
// twice, a folder whose name is not its package's. The body of a rule is parsed and compiled when a
// file first needs it, because most runs need few rules.
func Load(folders ...fs.FS) (*Rules, error) {
	rules := &Rules{libs: rego.Modules{}, files: folders[0]}
	for _, files := range folders {
		if err := rules.libs.AddLibraries(files, ".", "karplint.lib."); err != nil {
			return nil, err
		}
		found, err := readRules(files, ".", rulePrefix)
		if err != nil {
			return nil, err
		}
		if err := rules.add(found, func(r *Rule) { r.files, r.libs = files, rules.libs }); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

// add adds rules, after it completed them.
func (r *Rules) add(rules []*Rule, complete func(*Rule)) error {
	for _, rule := range rules {
		for _, previous := range r.rules {
			var what string
			switch {
			case previous.ID == rule.ID:
				what = "the id " + rule.ID
			case previous.Name == rule.Name:
				what = "the name " + rule.Name
			default:
				continue
			}
			return fmt.Errorf("%s: %s is taken by %s; choose another one", rule.file(), what, previous.called())
		}
		complete(rule)
		r.rules = append(r.rules, rule)
	}
	slices.SortFunc(r.rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return nil
}

// called names the rule with its folder, if it is a team's.
func (r *Rule) called() string {
	if r.IsCustom() {
		return fmt.Sprintf("%s %s in %s", r.ID, r.Name, r.Folder)
	}
	return fmt.Sprintf("karplint's own %s %s", r.ID, r.Name)
}

// readRules returns the rules in the folders of a directory. Their packages begin with the prefix.
func readRules(files fs.FS, dir, prefix string) (rules []*Rule, err error) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			continue
		}
		rule, err := readEither(files, path.Join(dir, e.Name()), prefix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	if len(rules) == 0 {
		if _, err := fs.ReadFile(files, path.Join(dir, "rule.rego")); err == nil {
			return nil, fmt.Errorf("%s is the folder of one rule; name the folder that it is in", dir)
		}
		return nil, fmt.Errorf("%s has no rule: no folder in it has a rule.rego", dir)
	}
	return rules, nil
}

// readEither reads what was compiled ahead of a rule, or its source.
func readEither(files fs.FS, folder, prefix string) (*Rule, error) {
	name := path.Join(folder, "rule.rego")
	if metadata, err := rego.Metadata(files, name); err == nil {
		if rule, err := decodeRule(metadata); err == nil {
			return rule, nil
		}
	}
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return readRule(name, folder, prefix, source)
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
