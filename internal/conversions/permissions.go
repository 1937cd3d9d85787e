package conversions

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// permissionRules are the lint rules about permissions that the controller needs for a release and its classes.
var permissionRules = []string{"KL702", "KL703", "KL704", installations.ModulePermissions}

// AddPermissions adds a warning to the files for each permission that Karpenter lacks after the conversion: the controller
// creates instance profiles for classes with a role, and 1.0 tags instances. The objects do not show this, and it fails only when
// the first node starts. version is Karpenter's version after the conversion.
func AddPermissions(ctx context.Context, tree lint.Tree, converted []convert.File, version string) ([]convert.File, error) {
	target, err := versions.ParseTarget(version, "--karpenter-version")
	if err != nil {
		return nil, err
	}
	rules, err := installations.Rules()
	if err != nil {
		return nil, err
	}
	linter, err := lint.New(rules, lint.Options{Select: permissionRules, Target: target, Facts: facts.FS})
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for _, f := range converted {
		if !bytes.Equal(f.Before, f.After) {
			texts[f.Path] = f.After
		}
	}
	read := tree.Files.ReadFile
	tree.Files = fileset.Overlay{Base: tree.Files}.With(texts)
	converted = slices.Clone(converted)
	for _, f := range lint.Lint(ctx, tree, linter.ForAll()).Findings {
		if !slices.Contains(permissionRules, f.Rule) {
			continue
		}
		file := fileOf(&converted, f.File, read)
		line := lineBefore(file, f.Start.Line)
		file.Notes = append(file.Notes, convert.Note{
			File: f.File, Line: line, Object: f.Resource, Path: model.PathText(f.Path), Level: convert.Warning, Message: f.Text(),
		})
		slices.SortStableFunc(file.Notes, func(a, b convert.Note) int { return cmp.Compare(a.Line, b.Line) })
	}
	slices.SortStableFunc(converted, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return converted, nil
}

// lineBefore returns the original line for a line of the converted file. For a new line it is the line that it replaces.
func lineBefore(f *convert.File, line int) int {
	count := func(text string) int { return strings.Count(text, "\n") }
	shift := 0 // how many more lines the converted file has above
	for _, e := range diff.LineEdits(f.Before, f.After) {
		start := count(string(f.Before[:e.Start])) + 1
		added := count(e.New)
		switch {
		case line < start+shift:
			return line - shift
		case line < start+shift+added:
			return start
		}
		shift += added - count(string(f.Before[e.Start:e.End]))
	}
	return line - shift
}
