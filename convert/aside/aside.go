// Package aside finds the objects that a person set aside: they stay as they are, and a conversion of others does not wait for them.
package aside

import (
	"bytes"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// By is what sets an object aside.
type By struct {
	Text   string // for people: karplint:ignore convert, or the glob
	Reason string // "" for a glob, and for a comment or an annotation without one, which sets nothing aside
	IsGlob bool
}

const annotation = "karplint.dev/ignore"

// Of returns what sets an object aside: a comment, an annotation, or one of the globs of its kind and name. ok is false if there is none.
func Of(u *units.Unit, globs []string) (by By, ok bool) {
	if u.Err != nil || u.Res.Kind == "" {
		return By{}, false
	}
	if text := u.Res.Value.Str("metadata", "annotations", annotation); text != "" {
		if names, reason, isNamed := cutWord(text); isNamed {
			return By{Text: annotation + ": " + names, Reason: reason}, true
		}
	}
	for _, glob := range globs {
		if doublestar.MatchUnvalidated(glob, u.Res.Kind+"/"+u.Res.Name) {
			return By{Text: "convert.exclude: " + glob, IsGlob: true}, true
		}
	}
	if !bytes.Contains(u.Res.Document.File.Data, []byte("karplint:ignore")) {
		return By{}, false
	}
	if by, ok = inComment(u); ok {
		return by, true
	}
	return atTop(u.Res.Document.File)
}

// cutWord splits the text of an annotation after the rules at its start, if convert is one of them.
func cutWord(text string) (names, reason string, ok bool) {
	m := annotated().FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return strings.TrimSpace(m[1]), strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(m[2]), "--")), true
}

var (
	annotated = pattern.New(`^\s*((?:KL[0-9]+[\s,]+)*convert)\b[\s,]*((?s:.*))$`)
	comment   = pattern.New(`(?:^|\s)(?:#+|//+)\s*karplint:ignore(-file)?\s+((?:[^\s,-][^\s,]*[\s,]+)*?convert)\b(?:[^-\n]|-[^-\n])*(?:--(.*))?$`)
	onlyWords = pattern.New(`^\s*(?:#|//|\{\{)`)

	beforeContent = pattern.New(`^\s*(?:#|//|\{\{|---|$)`)
)

// inComment returns the comment that sets an object aside: on one of the first lines of the object or of the block of Terraform around it, or above
// that.
func inComment(u *units.Unit) (by By, ok bool) {
	f := u.Res.Document.File
	lines := []int{f.Position(u.Res.Value.Span.Start).Line}
	for _, path := range [][]any{{"apiVersion"}, {"kind"}, {"metadata"}, {"metadata", "name"}} {
		holder := u.Res.Value.Get(path[:len(path)-1]...)
		if key, _ := path[len(path)-1].(string); holder.IsMap() && holder.Entry(key) != nil {
			lines = append(lines, f.Position(holder.Entry(key).Key.Span.Start).Line)
		}
	}
	if u.Block != nil {
		lines = append(lines, u.Block.Document.File.Position(u.Block.Value.Span.Start).Line)
	}
	for _, line := range lines {
		if by, ok = onLine(f, line); ok {
			return by, true
		}
		for above := line - 1; above > 0 && onlyWords().MatchString(textOf(f, above)); above-- {
			if by, ok = onLine(f, above); ok {
				return by, true
			}
		}
	}
	return By{}, false
}

func onLine(f *model.File, line int) (by By, ok bool) {
	m := comment().FindStringSubmatch(strings.TrimRight(textOf(f, line), " \t\r\n"))
	if m == nil {
		return By{}, false
	}
	return By{Text: "karplint:ignore" + m[1] + " " + m[2], Reason: strings.TrimSpace(m[3])}, true
}

// atTop returns the comment above the first content of a file that sets aside all objects in it.
func atTop(f *model.File) (by By, ok bool) {
	for line := 1; line <= f.Lines() && beforeContent().MatchString(textOf(f, line)); line++ {
		if by, ok = onLine(f, line); ok && strings.HasPrefix(by.Text, "karplint:ignore-file") {
			return by, true
		}
	}
	return By{}, false
}

func textOf(f *model.File, line int) string {
	span := f.LineSpan(line)
	return strings.TrimPrefix(string(f.Data[span.Start:span.End]), "\uFEFF")
}
