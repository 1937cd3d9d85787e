package lint

import (
	"context"
	"fmt"

	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// WithoutScan makes the linter evaluate every rule on every document.
func WithoutScan(l *Linter) { l.needles.Everything = true }

// Check compiles every selected rule and returns the first error.
func (l *Linter) Check() error {
	for _, ready := range l.ready {
		if _, err := l.programs.Of(ready.Rule); err != nil {
			return err
		}
	}
	return nil
}

// Failures returns the errors of rules that failed.
func Failures(findings []Finding) (all []error) {
	for _, f := range findings {
		if f.failure != nil {
			all = append(all, fmt.Errorf("rule %s on %s: %w", f.Rule, f.File, f.failure))
		}
	}
	return all
}

// File lints one file of manifests by the rules of resources. One that Selects refuses is not parsed unless it was named.
func (l *Linter) File(f *model.File, files terraform.Files, named bool, target versions.Target) (Result, error) {
	if !named && !l.Selects(f.Data) {
		return Result{Files: 1}, nil
	}
	r := l.newChecker(target)
	r.selected = !named
	return r.manifest(f, place.ParseDocuments(f, nil), files)
}

// Tree is Lint for one linter.
func (l *Linter) Tree(ctx context.Context, t Tree) TreeResult { return Lint(ctx, t, l.ForAll()) }

// FixTree is Fix for one linter.
func (l *Linter) FixTree(ctx context.Context, t Tree, unsafe bool, save func(path string, before, after []byte) error) TreeFixed {
	return Fix(ctx, t, l.ForAll(), unsafe, nil, save)
}

// Selects reports whether a file of manifests with these bytes can have a finding.
func (l *Linter) Selects(data []byte) bool {
	return scan.NewDictionary(&l.needles).Manifest(data).Any(scan.OfLinter(0))
}

// WantsDocument reports whether a document of manifests with these bytes is parsed in a run over a tree.
func (l *Linter) WantsDocument(data []byte) bool {
	return scan.NewDictionary(&l.needles).WantsDocument(data, scan.MayMatter)
}

// SelectsTerraform reports whether the scan selects a root with a file of these bytes.
func (l *Linter) SelectsTerraform(data []byte) bool {
	return (scan.NewDictionary(&l.needles).Terraform(data) &^ scan.Karpenter).SelectsRoot(scan.OfLinter(0))
}

// Ahead reports whether the linter has rules that were compiled ahead.
func (l *Linter) Ahead() bool { return l.programs.HasAhead() }

// CasesEach: of so many examples of a rule, `make test` takes one in tests that run the examples of all rules.
const CasesEach = 5

// ApplyFixes returns the texts that one round of fixes changes, and how many fixes it makes.
func ApplyFixes(findings []Finding, unsafe bool, read func(path string) ([]byte, error)) (changed map[string][]byte, made int) {
	done := fixes.Make(proposals(findings), unsafe, read)
	return done.Changed, len(done.Applied)
}
