package conversions

import (
	"bytes"
	"cmp"
	"context"
	"maps"
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

// addPermissions adds a warning to the files for each permission that Karpenter lacks after the conversion: the controller
// creates instance profiles for classes with a role, and 1.0 tags instances. The objects do not show this, and it fails only when
// the first node starts. Each file is judged by Karpenter's version there after the conversion, if objects or charts change for this version.
func (r *Run) addPermissions(ctx context.Context, tree lint.Tree, converted []convert.File) ([]convert.File, error) {
	texts, releases := map[string][]byte{}, map[string]bool{}
	if r.ChartsToo() {
		releases[r.Converter.Release.String()] = true
	}
	for _, f := range converted {
		if !bytes.Equal(f.Before, f.After) {
			texts[f.Path] = f.After
		}
		if f.ChangesKind() {
			releases[r.Converter.Version(f.Path)] = true
		}
	}
	read := tree.Files.ReadFile
	tree.Files = fileset.Overlay{Base: tree.Files}.With(texts)
	converted = slices.Clone(converted)
	for _, release := range slices.Sorted(maps.Keys(releases)) {
		findings, err := permissionFindings(ctx, tree, release)
		if err != nil {
			return nil, err
		}
		for _, f := range findings {
			if r.Converter.Version(f.File) != release {
				continue
			}
			file := fileOf(&converted, f.File, read)
			file.Notes = append(file.Notes, convert.Note{
				File: f.File, Line: lineBefore(file, f.Start.Line), Object: f.Resource, Path: model.PathText(f.Path), Level: convert.Warning, Message: f.Text(),
			})
			slices.SortStableFunc(file.Notes, func(a, b convert.Note) int { return cmp.Compare(a.Line, b.Line) })
		}
	}
	slices.SortStableFunc(converted, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return converted, nil
}

// permissionFindings returns what permissionRules find with a release of Karpenter.
func permissionFindings(ctx context.Context, tree lint.Tree, release string) ([]lint.Finding, error) {
	target, err := versions.ParseTarget(release, "--karpenter-version")
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
	findings := linter.Findings(ctx, tree)
	return slices.DeleteFunc(findings, func(f lint.Finding) bool { return !slices.Contains(permissionRules, f.Rule) }), nil
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
