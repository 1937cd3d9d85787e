// Package ignore reads suppressions (comments and annotations that hide findings from the result), decides which findings they
// cover, and removes unused ones.
package ignore

import (
	"fmt"
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

const (
	ignoreDirective  = "karplint:ignore"
	fileDirective    = "karplint:ignore-file"
	ignoreAnnotation = "karplint.dev/ignore"

	convertWord = "convert" // sets an object aside for convert, in the place of a rule
)

// Placeholder is where editors let a person write the reason of a suppression. As long as it is there, there is none.
const Placeholder = "<reason>"

// maxNamed bounds how many rules of a suppression are read. It is several times the number of all rules.
const maxNamed = 500

// Suppression is a comment or an annotation that keeps findings out of the result:
//
//	# karplint:ignore KL501 KL502 -- reason        on the finding's line, or above it; in Terraform also // and /* */
//	# karplint:ignore-file KL501 -- reason         above the first content of the file
//	karplint.dev/ignore: "KL501 reason"            in the annotations of an object
//
// The word convert in the place of a rule is for the conversion: see convert/aside.
//
// Rules are named by id or by name. Other comments and lines of a template may be
// between a suppression and its line, but no blank line. A suppression without rules or without a reason suppresses nothing.
type Suppression struct {
	File      *model.File
	Span      model.Span // the comment, or the annotation's entry
	directive string     // "karplint:ignore", "karplint:ignore-file", "annotation", or a misspelling of one of them
	ids       []*namedRule
	reason    string
	problem   string     // the reason why it suppresses nothing, or ""
	misplaced bool       // the problem is its position in the file
	setsAside bool       // it is for convert, so that it is not unused
	line      int        // the line (1-based) to which it applies; 0 for every line
	annotated place.View // the view of the resource with the annotation; nil for a comment
}

// namedRule is one rule that a suppression names.
type namedRule struct {
	text string
	span model.Span
	rule *rule.Rule // nil if no rule has that id or name
	used bool
}

// key identifies one rule of a suppression within a run.
func (s *Suppression) key(id *namedRule) string {
	return fmt.Sprintf("%s:%d:%s", s.File.Path, s.Span.Start, id.rule.ID)
}

// FileOf returns the file of the suppression with a key.
func FileOf(key string) string {
	inFile := key[:max(0, strings.LastIndex(key, ":"))]
	return inFile[:max(0, strings.LastIndex(inFile, ":"))]
}

// File is a file with its suppressions.
type File struct {
	rules     *rule.Rules
	File      *model.File
	terraform bool                   // comments may also begin with // and /*
	Top       []*Suppression         // of the whole file
	Unparsed  bool                   // a part of it does not parse, so unused suppressions cannot be determined
	lines     []*Suppression         // of single lines; manifests are read document by document
	byLine    map[int][]*Suppression // lines by their number
	topSpans  map[model.Span]bool
	lineAfter map[int]int // the line that a comment alone on a line suppresses, for all lines that were passed on the way to it
}

// NewFile returns the file with the suppressions of the whole file.
func NewFile(rules *rule.Rules, f *model.File) *File {
	s := &File{rules: rules, File: f, terraform: filetype.IsTerraform(f.Path), topSpans: map[model.Span]bool{}, byLine: map[int][]*Suppression{},
		lineAfter: map[int]int{}}
	if Mentions(f.Data) {
		s.Top = s.topSuppressions()
	}
	for _, t := range s.Top {
		s.topSpans[t.Span] = true
	}
	return s
}

// topSuppressions returns the suppressions of the whole file. They are read line by line, so that
// they work in a file that does not parse.
func (s *File) topSuppressions() []*Suppression {
	var list []*Suppression
	inside := false // a comment of several lines
	for line := 1; line <= s.File.Lines(); line++ {
		span := s.File.LineSpan(line)
		text := strings.TrimPrefix(string(s.File.Data[span.Start:span.End]), "\uFEFF")
		trimmed := strings.TrimSpace(text)
		switch {
		case inside:
			inside = !strings.Contains(trimmed, "*/")
		case s.isComment(trimmed):
			inside = strings.HasPrefix(trimmed, "/*") && !strings.Contains(trimmed, "*/")
			comment := model.Span{Start: span.End - len(strings.TrimLeft(text, " \t")), End: span.End}
			if c := s.comment(comment); c != nil && c.directive == fileDirective {
				list = append(list, c)
			}
		case trimmed == "", !s.terraform && isPreamble(trimmed):
		default:
			return list
		}
	}
	return list
}

// isPreamble reports whether a line of a manifest, without surrounding blanks, may come before its first content.
func isPreamble(line string) bool {
	return line == "---" || strings.HasPrefix(line, "%YAML") || isTemplateLine(line)
}

// isComment reports whether a line without surrounding blanks starts with a comment.
func (s *File) isComment(line string) bool {
	if s.terraform && (strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*")) {
		return true
	}
	return strings.HasPrefix(line, "#")
}

// InDocument returns the suppressions among the comments of a manifest.
func (s *File) InDocument(doc *model.Document) []*Suppression {
	if !Mentions(doc.File.Data[doc.Span.Start:doc.Span.End]) {
		return nil
	}
	var list []*Suppression
	for _, c := range yaml.Comments(doc) {
		list = s.addComment(list, c.Span, func(line string, _ int) bool {
			return strings.HasPrefix(line, "#") || isTemplateLine(line)
		})
	}
	return list
}

// InTerraform returns the suppressions among the comments of a Terraform file, which are in their order.
func (s *File) InTerraform(comments []hcl.Comment) []*Suppression {
	isComment := func(_ string, start int) bool {
		next := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start > start })
		return next > 0 && start < comments[next-1].Span.End
	}
	var list []*Suppression
	for _, c := range comments {
		list = s.addComment(list, c.Span, isComment)
	}
	return list
}

// addComment adds the suppression in a comment to the list, if there is one. passes reports whether a
// suppression above a line applies to the next line instead; its arguments are the line without surrounding
// blanks, and its offset.
func (s *File) addComment(list []*Suppression, span model.Span, passes func(line string, start int) bool) []*Suppression {
	c := s.comment(span)
	if c == nil || s.topSpans[c.Span] {
		return list
	}
	switch c.directive {
	case ignoreDirective:
		c.line = s.lineFor(c.Span, passes)
	case fileDirective:
		c.problem, c.misplaced = "it is below the first content of the file", true
	}
	return append(list, c)
}

// A directive, also a misspelled one (karplint: ignore, karplint-ignore), but not a word of a
// sentence (karplint-ignored).
var (
	mention   = pattern.New(`karplint(:[ \t]*|-)ignore`)
	directive = pattern.New(`^(?:#+|//+|/\*+)\s*(karplint(?::ignore[A-Za-z-]*|(?::[ \t]+|-)ignore(?:-[A-Za-z-]+)?\b))`)
)

// Mentions reports whether the text may have a suppression.
func Mentions(text []byte) bool { return mention().Match(text) }

// comment reads a comment that starts with karplint:ignore, or with a misspelling of it; nil for any
// other. Its span ends without trailing blanks.
func (s *File) comment(span model.Span) *Suppression {
	raw := strings.TrimRight(string(s.File.Data[span.Start:span.End]), " \t\r\n")
	match := directive().FindStringSubmatchIndex(raw)
	if match == nil {
		return nil
	}
	text := raw
	if strings.HasPrefix(raw, "/*") {
		text, _, _ = strings.Cut(raw, "*/")
		raw = raw[:min(len(raw), len(text)+2)]
	}
	c := &Suppression{
		File:      s.File,
		Span:      model.Span{Start: span.Start, End: span.Start + len(raw)},
		directive: raw[match[2]:match[3]],
	}
	names, reason, _ := strings.Cut(text[match[1]:], "--")
	c.reason = strings.TrimSpace(reason)
	for _, word := range words().FindAllStringIndex(names, maxNamed+1) {
		if names[word[0]:word[1]] == convertWord {
			c.setsAside = true
			continue
		}
		start := span.Start + match[1] + word[0]
		c.ids = append(c.ids, s.named(names[word[0]:word[1]], model.Span{Start: start, End: start + word[1] - word[0]}))
	}
	c.check()
	return c
}

var words = pattern.New(`[^\s,]+`)

func (s *File) named(text string, span model.Span) *namedRule {
	return &namedRule{text: text, span: span, rule: s.rules.Lookup(text)}
}

func (s *Suppression) check() {
	for _, id := range s.ids {
		id.used = id.used || s.setsAside
	}
	switch {
	case s.directive != ignoreDirective && s.directive != fileDirective && s.directive != "annotation":
		s.problem = s.directive + " is not a directive"
	case len(s.ids) > maxNamed:
		s.problem = fmt.Sprintf("it names more than %d rules", maxNamed)
		s.ids = nil
	case len(s.ids) == 0 && !s.setsAside:
		s.problem = "it names no rule"
	case s.reason == "", s.reason == Placeholder:
		s.problem = "it has no reason"
	}
}

// lineFor returns the line to which a comment applies: its own, or, if the comment is alone on its line,
// the next line for which passes returns false.
func (s *File) lineFor(span model.Span, passes func(line string, start int) bool) int {
	f := s.File
	first, last := f.Position(span.Start).Line, f.Position(span.End).Line
	if strings.TrimSpace(string(f.Data[f.LineSpan(first).Start:span.Start])) != "" {
		return first
	}
	if strings.TrimSpace(string(f.Data[span.End:f.LineSpan(last).End])) != "" {
		return last // after a comment that ends within its line
	}
	line := last + 1
	for ; line <= f.Lines() && s.lineAfter[line] == 0; line++ {
		s := f.LineSpan(line)
		text := string(f.Data[s.Start:s.End])
		trimmed := strings.TrimSpace(text)
		if trimmed == "" || !passes(trimmed, s.End-len(strings.TrimLeft(text, " \t"))) {
			break
		}
	}
	passed := line
	if known := s.lineAfter[line]; known != 0 {
		line = known
	}
	for ; passed > last; passed-- {
		s.lineAfter[passed] = line
	}
	return line
}

// isTemplateLine reports whether the line consists of template expressions, such as {{- if .Values.x }}.
// Rendering removes such a line, or replaces it with unknown content.
func isTemplateLine(line string) bool { return templateLine().MatchString(line) }

var templateLine = pattern.New(`^(\{\{([^}]|\}[^}])*\}\}\s*)+$`)

// AnnotationPath is the path of the annotation in an object.
var AnnotationPath = []any{"metadata", "annotations", ignoreAnnotation}

// Annotation returns the suppression in the annotations of the object value, if there is one; v is
// the view of the object.
func Annotation(rules *rule.Rules, value *model.Value, v place.View) []*Suppression {
	text := value.Get(AnnotationPath...)
	if text == nil || text.Kind == model.Unknown {
		return nil
	}
	site := v.Site(AnnotationPath)
	a := &Suppression{File: site.File, Span: site.Span, directive: "annotation", annotated: v}
	named := &File{rules: rules}
	unread := strings.TrimSpace(text.Text)
	for len(a.ids) <= maxNamed {
		word := words().FindString(unread)
		if word == "" {
			break
		}
		id := named.named(word, text.Span)
		if word == convertWord {
			a.setsAside = true
			unread = strings.TrimLeft(strings.TrimPrefix(unread, word), " \t,")
			continue
		}
		if id.rule == nil && !rule.IsID(id.text) {
			break
		}
		a.ids = append(a.ids, id)
		unread = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(unread, " \t\n,"), word), " \t,")
	}
	a.reason = strings.TrimSpace(strings.TrimPrefix(unread, "--"))
	a.check()
	return []*Suppression{a}
}
