package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// tooLarge is a file that is too large to be read.
type tooLarge struct {
	path string
	err  error // names the bound
}

// unchecked returns findings about requested files that were not checked: those that are too large, unless known has such a
// finding, and those with a broken configuration.
func (r *Run) unchecked(known []Finding) (findings []Finding) {
	for _, f := range r.scanned.tooLarge {
		if slices.ContainsFunc(known, func(k Finding) bool { return k.File == f.path }) {
			continue
		}
		reason := failure{message: fmt.Sprintf("the file is %v", f.err), help: "split it, or exclude it", reading: reading{unread: true}}
		findings = append(findings, r.requested[f.path].failed(model.NewFile(f.path, nil), model.Span{}, reason)...)
	}
	for _, c := range r.tree.Configurations {
		fact, help, _ := strings.Cut(c.Message, "; ")
		findings = append(findings, r.linters[0].failed(c.File, c.Span, failure{message: fact, help: help, reading: reading{configuration: true}})...)
	}
	return findings
}

// failed returns the finding about a file that was not checked; none if a suppression covers it.
func (l *Linter) failed(f *model.File, span model.Span, reason failure) []Finding {
	w := l.newChecker(versions.Target{})
	ignores := ignore.NewFile(l.rules, f)
	w.files[f.Path] = ignores
	w.broken(ignores, span, reason)
	result, _ := w.result(0)
	return result.Findings
}
