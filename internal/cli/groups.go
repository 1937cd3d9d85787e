package cli

import (
	"cmp"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

// group is the files with the same configuration.
type group struct {
	settings *settings
	linter   *lint.Linter
	failOn   rule.Severity
}

// newGroups returns a group for each configuration of the requested files. A known release overrides the target of the
// configurations.
func newGroups(c *cli.Context, in *input, release versions.Target) ([]*group, error) {
	requested, err := in.configs.requestedSettings(in.Files)
	if err != nil {
		return nil, err
	}
	if err := in.configs.checkWords(c, requested); err != nil {
		return nil, err
	}
	var groups []*group
	var converters conversions.Converters
	for _, s := range requested {
		g := &group{settings: s, failOn: rule.Error}
		if s.sharesLinter() {
			g.linter = s.present.group.linter
		} else if g.linter, err = newLinter(c, in.configs, s.Config, release, &converters); err != nil {
			return nil, err
		}
		if level := textSetting(c, "fail-on", s.Config, "fail-on", s.FailOn).value; level != "" {
			if g.failOn, err = rule.ParseSeverity(level); err != nil {
				return nil, err
			}
		}
		s.group = g
		groups = append(groups, g)
	}
	return groups, nil
}

// checkWords returns an error for a word of --select or --ignore that names a rule in none of the configurations. Each may have rules of its own.
func (c *configs) checkWords(ctx *cli.Context, requested []*settings) error {
	for _, flag := range []string{"select", "ignore"} {
		for _, word := range split(ctx.StringSlice(flag)) {
			var unknown error
			for _, s := range requested {
				rules, err := c.rulesOf(s.Config)
				if err != nil {
					return err
				}
				if _, unknown = rules.Select(rule.Selection{Select: []string{word}}); unknown == nil {
					break
				}
			}
			if unknown != nil {
				return setting[[]string]{from: "--" + flag}.wrap(unknown)
			}
		}
	}
	return nil
}

// knownWords returns the words that name rules of a configuration. If none of several does, only KL000 is left, which tells what cannot be read.
func knownWords(rules *rule.Rules, words []string) (known []string) {
	for _, word := range words {
		if _, err := rules.Select(rule.Selection{Select: []string{word}}); err == nil {
			known = append(known, word)
		}
	}
	if len(words) > 0 && len(known) == 0 {
		return []string{"KL000"}
	}
	return known
}

// sharesLinter reports whether the settings of a former side are those of the present side, so that one linter judges both.
func (s *settings) sharesLinter() bool {
	return s.present != nil && s.present.group != nil && s.KarpenterVersion == s.present.KarpenterVersion &&
		s.KubernetesVersion == s.present.KubernetesVersion
}

func newLinter(
	c *cli.Context, configs *configs, cfg *config.Config, release versions.Target, converters *conversions.Converters,
) (*lint.Linter, error) {
	rules, err := configs.rulesOf(cfg)
	if err != nil {
		return nil, err
	}
	selected := wordsSetting(c, "select", cfg, "select", cfg.Select)
	ignored := wordsSetting(c, "ignore", cfg, "ignore", cfg.Ignore)
	if c.IsSet("select") {
		selected.value = knownWords(rules, selected.value)
	}
	if c.IsSet("ignore") {
		ignored.value = slices.DeleteFunc(slices.Clone(ignored.value), func(word string) bool { return knownWords(rules, []string{word})[0] != word })
	}
	disabled := setting[[]string]{append(slices.Clone(ignored.value), cfg.Rules.Off...), ignored.from}
	if len(ignored.value) == 0 && len(cfg.Rules.Off) > 0 {
		disabled.from = cfg.Place("rules")
	}
	kubernetes := textSetting(c, "kubernetes-version", cfg, "kubernetes-version", cfg.KubernetesVersion)
	cluster, err := config.ParseKubernetes(kubernetes.value)
	if err != nil {
		return nil, kubernetes.wrap(err)
	}
	for _, s := range []setting[[]string]{selected, ignored} {
		if _, err := rules.Select(rule.Selection{Select: s.value}); err != nil {
			return nil, s.wrap(err)
		}
	}
	version := textSetting(c, "karpenter-version", cfg, "karpenter-version", cfg.KarpenterVersion)
	target, err := versions.ParseTarget(version.value, version.from)
	if err != nil {
		return nil, version.wrap(err)
	}
	if release.IsKnown() {
		target = release
	}
	linter, err := lint.New(rules, lint.Options{
		Select: selected.value, Ignore: disabled.value, On: cfg.Rules.On, Target: target, Facts: facts.FS, DestroyOrder: cfg.DestroyOrder,
		Planned: c.IsSet("karpenter-version") && !release.IsKnown(), Stops: road.Between, Show: configs.show,
		KubernetesVersion: cluster, Severities: cfg.Rules.Severities, RuleOptions: cfg.Rules.Options,
		Convert: converters.Converter(configuredConversion(cfg), target),
	})
	if err == nil && len(linter.Rules()) == 0 {
		return nil, disabled.wrap(errors.New("no rule is left to check; ignore fewer rules"))
	}
	return linter, err
}

// groupOf returns the group of a file with a finding.
func (l *linting) groupOf(path string) *group {
	if len(l.groups) == 1 {
		return l.groups[0]
	}
	s := l.in.configs.settingsAround(path)
	if f, ok := l.in.Listed(path); ok {
		s = l.in.configs.settingsOf(f)
	}
	return groupFor(l.groups, s)
}

// groupFor returns the group with the settings, or the first one.
func groupFor(groups []*group, s *settings) *group {
	if s == nil || s.group == nil {
		return groups[0]
	}
	return s.group
}

// fails reports whether lint fails because of the finding.
func (l *linting) fails(f lint.Finding) bool { return f.Severity >= l.groupOf(f.File).failOn }

// tree returns the files to lint, with those around them.
func (l *linting) tree(varFiles []string) lint.Tree {
	tree := lint.Tree{Source: inventory.Source{Files: l.files, VarFiles: varFiles}, Reports: l.in.IsRequested}
	for _, f := range l.in.Files {
		tree.Inputs = append(tree.Inputs, inputOf(f))
	}
	tree.Configurations = l.in.brokenConfigurations(l.files.ReadFile)
	return tree
}

// linters returns the linter of each file.
func (l *linting) linters() lint.Settings {
	settings := lint.Settings{Of: func(path string) *lint.Linter { return l.groupOf(path).linter }}
	for _, g := range l.groups {
		settings.Linters = append(settings.Linters, g.linter)
	}
	return settings
}

// rules returns the rules that one of the groups checks, sorted by id.
func (l *linting) rules() []*rule.Rule {
	var used []*rule.Rule
	for _, g := range l.groups {
		for _, choice := range g.linter.Rules() {
			if !slices.Contains(used, choice.Rule) {
				used = append(used, choice.Rule)
			}
		}
	}
	slices.SortFunc(used, func(a, b *rule.Rule) int { return strings.Compare(a.ID, b.ID) })
	return used
}

// projects returns the projects that were checked, each root once. A finding in a manifest without a project has the target of its configuration or
// of the flag, so the directory of the configuration is listed as a project.
func (l *linting) projects() []lint.Project {
	judged := slices.DeleteFunc(slices.Clone(l.result.Projects), l.isBorrowed)
	used := slices.Clone(judged)
	add := func(g *group) {
		root := l.rootOf(g)
		if !slices.ContainsFunc(judged, func(p lint.Project) bool { return p.Root == root }) {
			used = append(used, lint.Project{Root: root, Target: g.linter.Target()})
		}
	}
	for _, f := range l.result.Findings {
		file, listed := l.in.Listed(f.File)
		if listed && !file.Terraform && !slices.ContainsFunc(judged, func(p lint.Project) bool { return filetype.IsWithin(p.Root, f.File) }) {
			add(l.groupOf(f.File))
		}
	}
	for _, g := range l.groups {
		if len(judged) == 0 && g.linter.Target().IsKnown() {
			add(g)
		}
	}
	return onePerRoot(used)
}

// newReleases returns a note for each target that is newer than the tables.
func (l *linting) newReleases() (notes []string) {
	for _, p := range l.projects() {
		if note := cmp.Or(road.Judged(p.Target.Interval), road.Beyond(p.Target.Interval)); note != "" {
			notes = append(notes, note)
		}
	}
	slices.Sort(notes)
	return slices.Compact(notes)
}

// onePerRoot returns the projects sorted by their roots. Those with the same root, such as a Terraform root with manifests of other installations,
// become one, with all their versions.
func onePerRoot(projects []lint.Project) (unique []lint.Project) {
	targets := map[string][]versions.Target{}
	for _, p := range projects {
		targets[p.Root] = append(targets[p.Root], p.Target)
	}
	for _, root := range slices.Sorted(maps.Keys(targets)) {
		unique = append(unique, lint.Project{Root: root, Target: versions.Union(targets[root]...)})
	}
	return unique
}

// isBorrowed reports whether a project was read only as the context of another configuration, and for that configuration's target.
func (l *linting) isBorrowed(p lint.Project) bool {
	return slices.ContainsFunc(l.groups, func(g *group) bool {
		target := g.linter.Target()
		return target.IsKnown() && p.Target.From == target.From && !filetype.IsWithin(l.rootOf(g), p.Root)
	})
}

// rootOf returns the directory of the group's configuration relative to the working directory; "." if it is above.
func (l *linting) rootOf(g *group) string {
	if l.in.configs.fromFlag != nil || g.settings.scope.Dir == "" {
		return "."
	}
	rel, err := filepath.Rel(l.dir, g.settings.scope.Dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "."
	}
	return filepath.ToSlash(rel)
}
