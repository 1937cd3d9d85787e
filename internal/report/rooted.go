package report

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karplint/karplint/base/printable"
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
	slices.SortStableFunc(rooted.Findings, func(a, b lint.Finding) int { return strings.Compare(a.File, b.File) })
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

// replacePath replaces a path in a text, such as that in a command to run, where it is quoted for a shell.
func replacePath(text, path, by string) string {
	path, by = shellQuoted(printable.Text(path)), shellQuoted(printable.Text(by))
	if path == by {
		return text
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, path)
		if !found {
			return out.String() + text
		}
		out.WriteString(before)
		if endsInPath(before) || beginsInPath(after) { // of a longer path
			out.WriteString(path)
		} else {
			out.WriteString(by)
		}
		text = after
	}
}

func endsInPath(text string) bool {
	return text != "" && (text[len(text)-1] == '.' || isPathByte(text[len(text)-1]))
}

func beginsInPath(text string) bool { return text != "" && isPathByte(text[0]) }

func isPathByte(b byte) bool {
	return b == '/' || b == '-' || b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf
}

// shellQuoted returns a path as commands in texts name it: see rules/lib/command.rego.
func shellQuoted(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("@%+=:,./_-", r)
	}) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
