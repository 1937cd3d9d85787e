// Package aside finds the objects that a person has excluded from conversion: they stay as they are, and the conversion of other
// objects does not wait for them.
package aside

import (
	"bytes"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// By is a comment, an annotation or a glob that sets an object aside.
type By struct {
	Text   string // for messages: karplint:ignore convert, the glob, or the answer
	Reason string // "" for a glob. A comment or annotation without a reason does not set an object aside.
	IsGlob bool
	Answer string // the place of the glob whose answer it is; "" for none
}

const annotation = "karplint.dev/ignore"

// Finder finds the comments, annotations and globs that set objects aside. It reads the comments of a file once, because a file may
// have many objects.
type Finder struct {
	settings *settings.Settings
	files    map[*model.File]*comments
}

// NewFinder returns a finder for the globs of kind and name in settings, and for their answers which say that a class exists.
func NewFinder(s *settings.Settings) *Finder { return &Finder{s, map[*model.File]*comments{}} }

// Of returns the annotation, the glob of its kind and name, or the comment that sets an object aside. ok is false if there is none.
func (s *Finder) Of(u *units.Unit) (by By, ok bool) {
	if u.Err != nil || u.Res.Kind == "" {
		return By{}, false
	}
	if text := u.Res.Value.Str("metadata", "annotations", annotation); text != "" {
		if names, reason, isNamed := cutWord(text); isNamed {
			return By{Text: annotation + ": " + names, Reason: reason}, true
		}
	}
	object := u.Res.Kind + "/" + u.Res.Name
	for _, glob := range s.settings.Exclude {
		if doublestar.MatchUnvalidated(glob, object) {
			return By{Text: "convert.exclude: " + glob, IsGlob: true}, true
		}
	}
	if a := s.settings.Answer(object, "class"); a != nil && apis.IsClass(u.Res.Kind) {
		return By{Text: "class: existing is the answer of " + a.Place, IsGlob: true, Answer: a.Glob}, true
	}
	f := u.Res.Document.File
	if s.files[f] == nil {
		s.files[f] = readComments(f)
	}
	return s.files[f].of(u)
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

// comments are the comments of a file that set objects aside.
type comments struct {
	byLine map[int]By // by line: the comment on it, or in the comments and templates directly above it
	ofFile *By        // above the first content of the file: it sets all objects aside; nil if there is none
}

func readComments(f *model.File) *comments {
	c := &comments{byLine: map[int]By{}}
	if !bytes.Contains(f.Data, []byte("karplint:ignore")) {
		return c
	}
	isTop := true
	var above *By
	line := 0
	for text := range bytes.Lines(f.Data) {
		line++
		content := strings.TrimPrefix(string(text), "\uFEFF")
		isTop = isTop && beforeContent().MatchString(strings.TrimRight(content, "\r\n"))
		by := above
		if written, ok := onLine(content); ok {
			by = &written
			if isTop && c.ofFile == nil && strings.HasPrefix(written.Text, "karplint:ignore-file") {
				c.ofFile = &written
			}
		}
		if by != nil {
			c.byLine[line] = *by
		}
		if above = nil; onlyWords().MatchString(content) {
			above = by
		}
	}
	return c
}

// of returns the comment that sets an object aside. It is on a line with the object's type, metadata or name, on the first line of the
// object or of the Terraform block around it, directly above one of these lines, or above the first content of the file.
func (c *comments) of(u *units.Unit) (by By, ok bool) {
	f := u.Res.Document.File
	if len(c.byLine) == 0 {
		return By{}, false
	}
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
		if by, ok = c.byLine[line]; ok {
			return by, true
		}
	}
	if c.ofFile == nil {
		return By{}, false
	}
	return *c.ofFile, true
}

func onLine(text string) (by By, ok bool) {
	m := comment().FindStringSubmatch(strings.TrimRight(text, " \t\r\n"))
	if m == nil {
		return By{}, false
	}
	return By{Text: "karplint:ignore" + m[1] + " " + m[2], Reason: strings.TrimSpace(m[3])}, true
}
