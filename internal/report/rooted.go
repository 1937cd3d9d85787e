package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint"
)

// byRoot returns the report with the paths by the root of the repository, in places and in texts, for programs that read it somewhere else.
func (l *Lint) byRoot() *Lint {
	if l.Path == nil {
		return l
	}
	rooted := *l
	rooted.Findings = make([]lint.Finding, len(l.Findings))
	for i, f := range l.Findings {
		rooted.Findings[i] = l.findingByRoot(f)
	}
	if of := l.TemplateFile; of != nil {
		rooted.TemplateFile = func(template string) string { return l.Path(of(template)) }
	}
	return &rooted
}

func (l *Lint) findingByRoot(f lint.Finding) lint.Finding {
	text := func(s string) string { return replacePath(s, f.File, l.Path(f.File)) }
	f.Message, f.Why, f.Help = text(f.Message), text(f.Why), text(f.Help)
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		r := &f.Related[i]
		r.Message, r.File = text(r.Message), l.Path(r.File)
	}
	if f.Fix != nil {
		fix := *f.Fix
		fix.Title, fix.Edits = text(fix.Title), slices.Clone(fix.Edits)
		for i := range fix.Edits {
			fix.Edits[i].File = l.Path(fix.Edits[i].File)
		}
		f.Fix = &fix
	}
	f.File = l.Path(f.File)
	return f
}

// replacePath replaces a path in a text, such as that in a command to run.
func replacePath(text, path, by string) string {
	if path == by || !strings.Contains(text, path) {
		return text
	}
	whole := regexp.MustCompile(`(^|[^\w./-])` + regexp.QuoteMeta(path) + `($|[^\w/-])`)
	return whole.ReplaceAllString(text, "${1}"+strings.ReplaceAll(by, "$", "$$")+"${2}")
}
