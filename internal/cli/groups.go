package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/versions"
)

// group is the files that one configuration is for.
type group struct {
	settings *settings
	linter   *lint.Linter
	failOn   rule.Severity
}

// newGroups returns a group for each configuration of the files that were asked for.
func newGroups(c *cli.Context, in *input) ([]*group, error) {
	all, err := in.configs.asked(in.Files)
	if err != nil {
		return nil, err
	}
	var groups []*group
	var converters conversions.Converters
	for _, s := range all {
		g := &group{settings: s, failOn: rule.Error}
		if g.linter, err = newLinter(c, s.Config, &converters); err != nil {
			return nil, err
		}
		if level := text(c, "fail-on", s.Config, "fail-on", s.FailOn).value; level != "" {
			if g.failOn, err = rule.ParseSeverity(level); err != nil {
				return nil, err
			}
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// builtinRules returns karplint's own rules.
var builtinRules = sync.OnceValues(func() (*rule.Rules, error) { return rule.Load(rules.FS) })

func newLinter(c *cli.Context, cfg *config.Config, converters *conversions.Converters) (*lint.Linter, error) {
	all, err := builtinRules()
	if err != nil {
		return nil, err
	}
	selected := words(c, "select", cfg, "select", cfg.Select)
	ignored := words(c, "ignore", cfg, "ignore", cfg.Ignore)
	off := setting[[]string]{append(slices.Clone(ignored.value), cfg.Rules.Off...), ignored.from}
	if len(ignored.value) == 0 && len(cfg.Rules.Off) > 0 {
		off.from = cfg.Place("rules")
	}
	kubernetes := text(c, "kubernetes-version", cfg, "kubernetes-version", cfg.KubernetesVersion)
	cluster, err := config.ParseKubernetes(kubernetes.value)
	if err != nil {
		return nil, kubernetes.wrap(err)
	}
	for _, s := range []setting[[]string]{selected, ignored} {
		if _, err := all.Select(s.value, nil); err != nil {
			return nil, s.wrap(err)
		}
	}
	version := text(c, "karpenter-version", cfg, "karpenter-version", cfg.KarpenterVersion)
	target, err := versions.ParseTarget(version.value, version.from)
	if err != nil {
		return nil, version.wrap(err)
	}
	linter, err := lint.New(all, lint.Options{
		Select: selected.value, Ignore: off.value, Target: target, Facts: facts.FS, DestroyOrder: cfg.DestroyOrder,
		KubernetesVersion: cluster, Severities: cfg.Rules.Severities, RuleOptions: cfg.Rules.Options,
		Convert: converters.Converter(configuredConversion(cfg), target),
	})
	if err == nil && len(linter.Rules()) == 0 {
		return nil, off.wrap(errors.New("no rule is left to check; ignore less"))
	}
	return linter, err
}

// lintUsage returns an error for flags that make no sense, whatever the configurations say.
func lintUsage(c *cli.Context) error {
	if err := exclusive(c, [2]string{"exit-zero", "fail-on"}); err != nil {
		return err
	}
	if c.IsSet("fail-on") {
		return oneOf(c, "fail-on", c.String("fail-on"), "error", "warning", "info")
	}
	return nil
}

// groupOf returns the group of a file that something may be reported in.
func (l *linting) groupOf(path string) *group {
	if len(l.groups) == 1 {
		return l.groups[0]
	}
	s := l.in.configs.around(path)
	if f, known := l.in.Listed(path); known {
		s = l.in.configs.of(f)
	}
	return groupFor(l.groups, s)
}

// groupFor returns the group of the settings, the first where there is none.
func groupFor(groups []*group, s *settings) *group {
	for _, g := range groups {
		if g.settings == s {
			return g
		}
	}
	return groups[0]
}

// fails reports whether lint fails because of the finding.
func (l *linting) fails(f lint.Finding) bool { return f.Severity >= l.groupOf(f.File).failOn }

// tree returns all files, those of other groups as what helps to understand the group's own.
func (l *linting) tree(g *group, varFiles []string) lint.Tree {
	tree := lint.Tree{Files: l.files, VarFiles: varFiles, Reports: func(path string) bool {
		return l.in.Asked(path) && l.groupOf(path) == g
	}}
	for _, f := range l.in.Files {
		tree.Inputs = append(tree.Inputs, lint.Input{
			Path: f.Path, Terraform: f.Terraform, Named: f.Named, Context: f.Context || l.in.configs.of(f) != g.settings,
		})
	}
	return tree
}

// rules returns the rules that one of the groups checks, sorted by id.
func (l *linting) rules() []*rule.Rule {
	var all []*rule.Rule
	for _, g := range l.groups {
		for _, rule := range g.linter.Rules() {
			if !slices.Contains(all, rule) {
				all = append(all, rule)
			}
		}
	}
	slices.SortFunc(all, func(a, b *rule.Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// projects returns the projects that were judged. Findings in manifests that belong to none of them are for what their
// configuration, or the flag, says: its directory stands for them.
func (l *linting) projects() []lint.Project {
	judged := slices.DeleteFunc(slices.Clone(l.result.Projects), l.borrowed)
	all := slices.Clone(judged)
	add := func(g *group) {
		p := lint.Project{Root: l.rootOf(g), Target: g.linter.Target()}
		if !slices.Contains(all, p) {
			all = append(all, p)
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
	slices.SortStableFunc(all, func(a, b lint.Project) int { return strings.Compare(a.Root, b.Root) })
	return all
}

// borrowed reports whether a project was only looked at for files of a configuration elsewhere, for the version that this says.
func (l *linting) borrowed(p lint.Project) bool {
	return slices.ContainsFunc(l.groups, func(g *group) bool {
		given := g.linter.Target()
		return given.IsKnown() && p.Target.From == given.From && !filetype.IsWithin(l.rootOf(g), p.Root)
	})
}

// rootOf returns the directory of the group's configuration, relative to the working directory, which stands for one above it.
func (l *linting) rootOf(g *group) string {
	if l.in.configs.only != nil || g.settings.scope.Dir == "" {
		return "."
	}
	rel, err := filepath.Rel(l.dir, g.settings.scope.Dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "."
	}
	return filepath.ToSlash(rel)
}
