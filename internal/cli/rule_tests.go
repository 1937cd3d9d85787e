package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/lint/rule"
)

// ruleTest runs the tests of a rule, or of libraries. It returns nil if there are none.
type ruleTest struct {
	name string // of the rule, or of the folder with libraries
	run  func(context.Context) (*ruletest.Report, error)
}

// testRules runs the tests of a team's own rules.
func (r *runner) testRules(c *cli.Context) (int, error) {
	named, tested, err := r.testedFolders(c)
	if err != nil {
		return 0, err
	}
	sets := newRuleSets(r.dir, r.configs.reader, named)
	rules, err := sets.with("", nil)
	if err != nil {
		return 0, err
	}
	folders, err := sets.folders("", nil)
	if err != nil {
		return 0, err
	}
	var tests []ruleTest
	for _, folder := range folders {
		if tested[folder.Dir] {
			tests = append(tests, ruleTest{path.Join(folder.Dir, "lib"), func(ctx context.Context) (*ruletest.Report, error) {
				return ruletest.Libraries(ctx, rules, folder), nil
			}})
		}
	}
	for _, about := range rules.All() {
		if about.IsCustom() && (tested[about.Folder] || tested[path.Dir(about.Folder)]) {
			tests = append(tests, ruleTest{about.ID + " " + about.Name, func(ctx context.Context) (*ruletest.Report, error) {
				report, err := ruletest.Rule(ctx, rules, about, c.Bool("update"))
				if err == nil {
					err = r.updateExamples(about, report)
				}
				return report, err
			}})
		}
	}
	return r.runTests(tests)
}

// runTests runs the tests of rules one after the other, until a limit ends them.
func (r *runner) runTests(tests []ruleTest) (code int, err error) {
	for _, test := range tests {
		type result struct {
			report *ruletest.Report
			err    error
		}
		made, exceeded := limit.Within(r.ctx, func(ctx context.Context) result {
			report, err := test.run(ctx)
			return result{report, err}
		})
		switch {
		case exceeded != nil:
			fmt.Fprintf(r.out, "FAIL  %s  %s%v, so nothing more is tested; raise --%s, or look for an expression that never ends\n",
				test.name, begun(limit.Current()), exceeded, exceeded.Flag)
			return exitFound, nil
		case made.err != nil:
			return 0, made.err
		case made.report == nil: // there are no libraries
			continue
		}
		made.report.Write(r.out)
		if !made.report.Passes() {
			code = exitFound
		}
	}
	return code, nil
}

// begun names the test or example that a limit ended, if it was in one.
func begun(test string) string {
	if test == "" {
		return ""
	}
	return test + ": "
}

// testedFolders returns the folders of rules, and what to test of them: all of a folder, or the folder of one rule.
func (r *runner) testedFolders(c *cli.Context) (named []string, tested map[string]bool, err error) {
	dirs := c.Args().Slice()
	if len(dirs) == 0 {
		own, err := r.configs.settingsIn(r.dir)
		if err != nil {
			return nil, nil, err
		}
		for _, dir := range own.RulesDir {
			dirs = append(dirs, relative(r.dir, filepath.Join(own.Config.Dir, filepath.FromSlash(dir))))
		}
	}
	if len(dirs) == 0 {
		return nil, nil, usage(c, "%s needs a folder with rules, or rules-dir in the configuration", c.Command.HelpName)
	}
	tested = map[string]bool{}
	for _, dir := range dirs {
		isOne := regular.IsFile(filepath.Join(dir, "rule.rego"))
		if dir != "" {
			dir = filepath.Clean(dir)
		}
		if isOne && dir == "." {
			dir = filepath.Join("..", filepath.Base(r.dir))
		}
		tested[filepath.ToSlash(dir)] = true
		if isOne {
			dir = filepath.Dir(dir)
		}
		if !slices.Contains(named, dir) {
			named = append(named, dir)
		}
	}
	return named, tested, nil
}

// relative returns the path of a folder as seen from another, if it has one.
func relative(from, dir string) string {
	if name, err := filepath.Rel(from, fullPath(from, dir)); err == nil {
		return name
	}
	return dir
}

// updateExamples writes the examples of a rule with what it found.
func (r *runner) updateExamples(about *rule.Rule, report *ruletest.Report) error {
	if report.Updated == nil {
		return nil
	}
	file := filepath.Join(filepath.FromSlash(about.Folder), "examples.txtar")
	before, err := r.configs.reader.Read(r.full(file), maxRuleFile)
	if err != nil {
		return err
	}
	return save.Write("", file, before, report.Updated)
}

// newRule writes a rule that passes its tests.
func (r *runner) newRule(c *cli.Context) (int, error) {
	if c.NArg() != 3 {
		return 0, usage(c, "%s needs a folder of rules, an id and a name: %[1]s policies ACME001 pool-has-limits", c.Command.HelpName)
	}
	dir, id, name := c.Args().Get(0), c.Args().Get(1), c.Args().Get(2)
	if err := r.checkNew(c, dir, id, name); err != nil {
		return 0, err
	}
	folder := filepath.Join(dir, name)
	if err := save.Directory(folder); err != nil {
		return 0, err
	}
	files := ruletest.Skeleton(id, name)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if err := save.New(filepath.Join(folder, file), files[file], false); err != nil {
			return 0, err
		}
	}
	test, use := "karplint test "+dir, "karplint lint --rules "+dir
	if isConfigured(r.dir, configHere(r, c), dir) {
		test, use = "karplint test", "karplint lint"
	}
	fmt.Fprintf(r.out, "%s written; test it: %s; use it: %s\n", folder, test, use)
	return exitOK, nil
}

// checkNew returns an error if a rule cannot be added to a folder.
func (r *runner) checkNew(c *cli.Context, dir, id, name string) error {
	if err := rule.CheckCustom(id, name); err != nil {
		return err
	}
	if dir == "" {
		return errors.New("a path is empty; write . for the working directory")
	}
	if folder := filepath.Join(dir, name); regular.Exists(folder) {
		return fmt.Errorf("%s exists already; choose another name, or delete it first", folder)
	}
	known, err := knownRules(r.dir, configHere(r, c), dir)
	if err != nil {
		return err
	}
	for _, word := range []string{id, name} {
		if taken := known.Lookup(word); taken != nil {
			return fmt.Errorf("%s is taken by %s %s; choose another one", word, taken.ID, taken.Name)
		}
	}
	return nil
}

// configHere returns the configuration of the working directory. It is empty if there is none, or if it is wrong: a new rule may be what it lacks.
func configHere(r *runner, c *cli.Context) *config.Config {
	_, settings, err := r.rulesHere(c)
	if err != nil {
		return &config.Config{}
	}
	return settings.Config
}

// knownRules returns karplint's own rules with those that a configuration names, and those in a folder if it has any.
func knownRules(from string, cfg *config.Config, dir string) (*rule.Rules, error) {
	if all, err := newRuleSets(from, nil, []string{dir}).with(cfg.Dir, cfg.RulesDir); err == nil {
		return all, nil
	}
	return newRuleSets(from, nil, nil).with(cfg.Dir, cfg.RulesDir)
}

// isConfigured reports whether a configuration names a folder of rules.
func isConfigured(from string, cfg *config.Config, dir string) bool {
	real, err := regular.WithoutLinks(fullPath(from, dir))
	return err == nil && slices.ContainsFunc(cfg.RulesDir, func(name string) bool {
		other, err := regular.WithoutLinks(filepath.Join(fullPath(from, cfg.Dir), filepath.FromSlash(name)))
		return err == nil && other == real
	})
}
