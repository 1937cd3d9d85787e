package lint

import (
	"fmt"

	"github.com/karplint/karplint/base/parallel"
)

// convert adds fixes by conversion to findings, if the conversion is possible.
func (r *lintRound) convert(p *part, findings []Finding) []error {
	wanted := map[string][]*Finding{}
	for i := range findings {
		if f := &findings[i]; f.conversion != nil && f.Fix == nil {
			wanted[f.conversion.to] = append(wanted[f.conversion.to], f)
		}
	}
	if p.converter == nil || len(wanted) == 0 {
		return nil
	}
	m := Manifests{Read: r.Files.ReadFile, Installed: r.Projects.Installed, State: r.Projects}
	for _, in := range r.Inputs {
		if !in.Terraform {
			m.Paths = append(m.Paths, in.Path)
		}
	}
	var errs []error
	for to, about := range wanted {
		err := parallel.Try("the conversion to "+to, func() error {
			conversions, err := p.converter(to, m)
			for _, c := range conversions {
				c.mend(about)
			}
			return err
		})
		if err != nil {
			errs = append(errs, fmt.Errorf("fixes by conversion to %s: %w", to, err))
		}
	}
	return errs
}
