package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
)

// withConversions returns the findings with the fixes by conversion, unless a limit ends the run before, and adds errors of the conversion to errs.
func (r *Run) withConversions(findings []Finding, errs []error) ([]Finding, []error) {
	converted := slices.Clone(findings)
	more, exceeded := limit.Within(r.ctx, func(context.Context) (errs []error) {
		for _, by := range r.linters {
			errs = append(errs, r.convert(by, converted)...)
		}
		return errs
	})
	if exceeded == nil {
		return converted, append(errs, more...)
	}
	findings = append(findings, stoppedAt(fileOf(r.tree.Inputs, exceeded.File), exceeded)...)
	sortFindings(findings)
	return findings, errs
}

// convert adds fixes by conversion to findings of a linter, if the conversion is possible.
func (r *Run) convert(by *runLinter, findings []Finding) []error {
	wanted := map[string][]*Finding{}
	for i := range findings {
		if f := &findings[i]; f.conversion != nil && f.Fix == nil && r.linterOf(f.File) == by {
			wanted[f.conversion.to] = append(wanted[f.conversion.to], f)
		}
	}
	if by.converter == nil || by.withoutFixes || len(wanted) == 0 {
		return nil
	}
	m := Manifests{Files: r.now.Files, Installed: r.now.Projects.Installed, State: r.now.Projects}
	for _, in := range r.tree.Inputs {
		if !in.Terraform {
			m.Paths = append(m.Paths, in.Path)
		}
	}
	var errs []error
	for _, to := range slices.Sorted(maps.Keys(wanted)) {
		err := parallel.Try("the conversion to "+to, func() error {
			conversions, err := by.converter(to, m)
			for _, c := range conversions {
				c.mend(wanted[to])
			}
			return err
		})
		if err != nil {
			errs = append(errs, fmt.Errorf("fixes by conversion to %s: %w", to, err))
		}
	}
	return errs
}
