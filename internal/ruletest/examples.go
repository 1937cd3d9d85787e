// Package ruletest tests rules: the examples of a rule through the whole linter, and its tests in Rego with the coverage of its lines.
package ruletest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/baseline"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

// Outcome is what the linter finds in an example, and fixes.
type Outcome struct {
	Linter *lint.Linter
	Tree   lint.Tree
	Result lint.TreeResult
	Fixed  lint.TreeFixed
	Got    rule.Example // Name, Bad, Findings and Fixed
}

// Run lints an example of a rule, and makes its fixes. The error is one of the run, not of the rule.
func Run(ctx context.Context, rules *rule.Rules, about *rule.Rule, c *rule.Example) (o Outcome, err error) {
	if o.Linter, err = Linter(rules, about, c); err != nil {
		return o, err
	}
	o.Tree = Tree(c, c.Files)
	if o.Result, err = Lint(ctx, o.Linter, c, o.Tree); err != nil {
		return o, err
	}
	if o.Fixed, err = Fix(ctx, o.Linter, o.Tree, FixesUnsafe(about)); err != nil {
		return o, err
	}
	o.Got = rule.Example{Name: c.Name, Bad: c.Bad, Findings: Lines(about, c, o.Result.Findings)}
	if strings.Contains(strings.Join(o.Got.Findings, "\n"), " fix: ") {
		o.Got.Fixed = changedFiles(c, o.Fixed.Texts)
	}
	return o, nil
}

// Linter returns the linter for an example: of the rule alone, or of every rule if it is about suppressions.
func Linter(rules *rule.Rules, about *rule.Rule, c *rule.Example) (*lint.Linter, error) {
	target, err := versions.ParseTarget(c.Version, "test")
	if err != nil {
		return nil, err
	}
	return lint.New(rules, lint.Options{
		Select: selection(about), Target: target, DestroyOrder: c.DestroyOrder, Facts: facts.FS,
		Convert: conversions.Converter(convert.Options{}, target), Planned: target.IsKnown(), Stops: road.Between,
		RuleOptions: map[string]map[string]any{about.ID: c.Options},
	})
}

func selection(about *rule.Rule) []string {
	if strings.HasPrefix(about.ID, "KL00") {
		return nil
	}
	return []string{about.ID}
}

// FixesUnsafe reports whether the examples also show unsafe fixes: not if every rule is selected, because the rule itself has only safe ones then.
func FixesUnsafe(about *rule.Rule) bool { return selection(about) != nil }

// Tree is an example as a run of the command reads it: a file that is named, or a directory.
func Tree(c *rule.Example, files []rule.ExampleFile) lint.Tree {
	texts := map[string][]byte{}
	tree := lint.Tree{}
	for _, f := range files {
		texts[f.Name] = []byte(f.Text)
		if filetype.IsTerraform(f.Name) || filetype.IsManifest(f.Name) {
			tree.Inputs = append(tree.Inputs, fileset.Input{Path: f.Name, Terraform: filetype.IsTerraform(f.Name), Named: !c.IsDirectory()})
		}
	}
	tree.Files = fileset.Overlay{Texts: texts}
	return tree
}

// Lint lints the tree of an example, compared with its former state if it has one.
func Lint(ctx context.Context, l *lint.Linter, c *rule.Example, tree lint.Tree) (lint.TreeResult, error) {
	if len(c.Before) == 0 {
		result := lint.Lint(ctx, tree, l.ForAll())
		var err error
		result.Findings, err = withBaseline(l, tree, result.Findings)
		return result, errors.Join(append(result.Errors, err)...)
	}
	side := func(tree lint.Tree) lint.Side {
		return lint.Side{Tree: tree, Settings: l.ForAll(), PathOf: func(file string) string { return file }}
	}
	result := lint.Compare(ctx, side(tree), side(Tree(c, c.Before)))
	return result, errors.Join(result.Errors...)
}

// withBaseline adds the findings about the baseline of an example, if it has one.
func withBaseline(l *lint.Linter, tree lint.Tree, findings []lint.Finding) ([]lint.Finding, error) {
	const name = ".karplint-baseline.txt"
	text, err := tree.Files.ReadFile(name)
	if err != nil {
		return findings, nil //nolint:nilerr // there is none
	}
	entries, broken := baseline.Parse(text)
	if broken != nil {
		return nil, broken
	}
	stale := slices.DeleteFunc(entries, func(e baseline.Entry) bool {
		return slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Fingerprint == e.Fingerprint })
	})
	all := slices.Concat(findings, l.Stale(model.NewFile(name, text), stale))
	lint.Sort(all)
	return all, nil
}

// Fix makes the fixes in a tree.
func Fix(ctx context.Context, l *lint.Linter, tree lint.Tree, unsafe bool) (lint.TreeFixed, error) {
	fixed := lint.Fix(ctx, tree, l.ForAll(), unsafe, nil, func(string, []byte, []byte) error { return nil })
	return fixed, errors.Join(fixed.Errors...)
}

// changedFiles returns the changed files of the example, in their order.
func changedFiles(c *rule.Example, texts map[string][]byte) []rule.ExampleFile {
	var changed []rule.ExampleFile
	for _, f := range c.Files {
		if text, ok := texts[f.Name]; ok {
			changed = append(changed, rule.ExampleFile{Name: f.Name, Text: string(text)})
		}
	}
	return changed
}

// Lines prints the findings of the rule as examples hold them.
func Lines(about *rule.Rule, c *rule.Example, findings []lint.Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Rule != about.ID {
			continue
		}
		line := ""
		if c.IsDirectory() {
			line = f.File + ":"
		}
		all = append(all, line+fmt.Sprintf("%d:%d-%d:%d %s %s", f.Start.Line, f.Start.Column, f.End.Line, f.End.Column, f.Severity, f.Message))
		if f.Why != "" {
			all = append(all, "  why: "+f.Why)
		}
		if f.Help != "" && (f.Fix == nil || f.Help != f.Fix.Title) {
			all = append(all, "  help: "+f.Help)
		}
		if f.Fix != nil {
			all = append(all, fmt.Sprintf("  %s fix: %s", f.Fix.Safety, f.Fix.Title))
		}
	}
	return all
}

// Problems returns what is wrong with the rule, whatever the example expects: it fails, its fixes are not those of its METADATA, do not end, or
// leave a file that does not parse.
func (o *Outcome) Problems(ctx context.Context, about *rule.Rule, c *rule.Example) (problems []string, err error) {
	add := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, f := range o.Result.Findings {
		switch {
		case f.Failure() != nil:
			add("the rule failed: %v", f.Failure())
		case f.Rule == "KL000" && about.IsCustom():
			add("%s:%d:%d: %s", f.File, f.Start.Line, f.Start.Column, f.Text())
		}
	}
	if c.Bad && len(o.Got.Findings) == 0 {
		add("no finding in a bad example")
	}
	if !c.Bad && len(o.Got.Findings) > 0 {
		add("findings in a good example:\n%s", strings.Join(o.Got.Findings, "\n"))
	}
	withoutFix := o.withoutFix(about, add)
	if len(o.Fixed.Findings) > withoutFix {
		add("fixing leaves %s; without a fix there were %d:\n%s",
			count(len(o.Fixed.Findings), "finding"), withoutFix, strings.Join(Lines(about, c, o.Fixed.Findings), "\n"))
	}
	if len(o.Fixed.Notes) > 0 {
		add("fixes were not made: %q", o.Fixed.Notes)
	}
	if len(o.Fixed.Texts) == 0 {
		return problems, nil
	}
	for _, name := range slices.Sorted(maps.Keys(o.Fixed.Texts)) {
		if broken := doesNotParse(name, o.Fixed.Texts[name]); broken != nil {
			add("the fixed file %s does not parse: %v", name, broken)
		}
	}
	again, err := Fix(ctx, o.Linter, Tree(c, o.fixedFiles(c)), FixesUnsafe(about))
	for _, name := range slices.Sorted(maps.Keys(again.Texts)) {
		add("fixing it twice differs:\n%s", diff.Unified(name, o.Fixed.Texts[name], again.Texts[name]))
	}
	return problems, err
}

func isFailure(f lint.Finding) bool { return f.Failure() != nil }

// withoutFix returns how many findings stay after the fixes. It reports fixes that METADATA denies.
func (o *Outcome) withoutFix(about *rule.Rule, report func(format string, args ...any)) (count int) {
	for _, f := range o.Result.Findings {
		if f.Fix == nil || f.Fix.Safety == rule.Unsafe && !FixesUnsafe(about) {
			count++
		}
		if f.NoFix == lint.DeniedFix {
			report("the report %q has a fix, which is not made: %s", f.Message, f.NoFix)
		}
	}
	return count
}

// fixedFiles returns the files of the example after the fixes.
func (o *Outcome) fixedFiles(c *rule.Example) []rule.ExampleFile {
	files := slices.Clone(c.Files)
	for i, f := range files {
		if text, changed := o.Fixed.Texts[f.Name]; changed {
			files[i].Text = string(text)
		}
	}
	return files
}

// Differences returns what differs from the findings and the fixed files that the example expects.
func (o *Outcome) Differences(c *rule.Example) (differences []string) {
	compare := func(name, want, got string) {
		if d := diff.Unified(name, []byte(want), []byte(got)); d != "" {
			differences = append(differences, d)
		}
	}
	text := func(lines []string) string { return strings.Join(append(lines, ""), "\n") }
	compare(caseFile(c, "findings"), text(c.Findings), text(o.Got.Findings))
	compare(caseFile(c, "fixed"), joined(c.Fixed), joined(o.Got.Fixed))
	return differences
}

func joined(files []rule.ExampleFile) string {
	archive := &txtar.Archive{}
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: []byte(f.Text)})
	}
	return string(txtar.Format(archive))
}

// doesNotParse returns the parse error of a text, read in the format of its file's name.
func doesNotParse(name string, text []byte) error {
	f := model.NewFile(name, text)
	if filetype.IsTerraform(name) {
		if _, broken := hcl.Parse(f); broken != nil {
			return broken
		}
		return nil
	}
	var failed error
	yaml.Documents(f, func(_ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			failed = broken
		}
		return failed == nil
	})
	return failed
}

// caseFile returns the name of a file behind a case: bad/pool.findings.
func caseFile(c *rule.Example, word string) string {
	stem, _, _ := strings.Cut(path.Base(c.Name), ".")
	return path.Join(path.Dir(c.Name), stem+"."+word)
}

// Archive returns the text of examples.txtar with other findings and fixed files, which Cases have. text is that of the file.
func Archive(text []byte, examples *rule.Examples) []byte {
	archive := txtar.Parse(text)
	archive.Files = nil
	for i := range examples.Cases {
		c := &examples.Cases[i]
		add := func(name, text string) {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
		addAll := func(word string, files []rule.ExampleFile) {
			for _, f := range files {
				add(nameIn(c, word, f.Name), f.Text)
			}
		}
		addAll("", c.Files)
		addAll("before", c.Before)
		if len(c.Findings) > 0 {
			add(caseFile(c, "findings"), strings.Join(c.Findings, "\n")+"\n")
		}
		addAll("fixed", c.Fixed)
	}
	return txtar.Format(archive)
}

// nameIn returns the name of a file of a case in the archive; word is "", "before" or "fixed".
func nameIn(c *rule.Example, word, file string) string {
	_, extension, _ := strings.Cut(path.Base(c.Name), ".")
	switch {
	case c.IsDirectory() && word == "":
		return path.Join(c.Name, file)
	case c.IsDirectory():
		return path.Join(caseFile(c, word), file)
	case word == "":
		return c.Name
	}
	return caseFile(c, word) + "." + extension
}
