package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint/rule"
)

func (r *runner) rulesList(c *cli.Context) (int, error) {
	if err := noPaths(c); err != nil {
		return 0, err
	}
	stdout, err := terminalOf(c, r.stdout)
	if err != nil {
		return 0, err
	}
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return 0, err
	}
	rules, settings, err := r.rulesHere(c)
	if err != nil {
		return 0, err
	}
	enabled, err := rules.Select(rule.Selection{
		Select: settings.Select, Ignore: append(slices.Clone(settings.Ignore), settings.Rules.Off...), On: settings.Rules.On,
	})
	if err != nil {
		return 0, err
	}
	listed := report.RuleList{
		Rules: rules.All(), Severities: settings.Rules.Severities, Options: settings.Rules.Options,
		Off: func(r *rule.Rule) bool {
			return !slices.ContainsFunc(enabled, func(c rule.Choice) bool { return c.Rule == r })
		},
	}
	if c.String("format") == "json" {
		return exitOK, report.WriteRulesJSON(r.out, listed)
	}
	return exitOK, report.WriteRules(r.out, listed, stdout)
}

// rulesHere returns the rules and the settings of the working directory.
func (r *runner) rulesHere(c *cli.Context) (*rule.Rules, *settings, error) {
	configs, err := r.newConfigs(c)
	if err != nil {
		return nil, nil, err
	}
	return configs.rulesHere()
}

// rulesHere returns the rules and the settings of the working directory.
func (c *configs) rulesHere() (*rule.Rules, *settings, error) {
	settings, err := c.settingsIn(c.dir)
	if err != nil {
		return nil, nil, err
	}
	rules, err := c.rulesOf(settings.Config)
	return rules, settings, err
}

func (r *runner) rulesExplain(c *cli.Context) (int, error) {
	if c.NArg() != 1 {
		return 0, usage(c, "%s needs one rule's id or name", c.Command.HelpName)
	}
	stdout, err := terminalOf(c, r.stdout)
	if err != nil {
		return 0, err
	}
	rules, _, err := r.rulesHere(c)
	if err != nil {
		return 0, err
	}
	explained, err := rules.Find(c.Args().First())
	if err != nil {
		return 0, fmt.Errorf("%w; karplint rules list shows all rules", err)
	}
	examples, err := explained.Examples()
	if errors.Is(err, fs.ErrNotExist) { // of a team's rule, which is not finished
		examples, err = &rule.Examples{}, nil
	}
	if err != nil {
		return 0, err
	}
	return exitOK, report.Explain(r.out, explained, examples, stdout)
}

func noPaths(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage(c, "unexpected argument %[2]q: %[1]s takes none", c.Command.HelpName, c.Args().First())
	}
	return nil
}
