package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

const (
	ignoreDirective  = "karplint:ignore"
	fileDirective    = "karplint:ignore-file"
	ignoreAnnotation = "karplint.dev/ignore"
)

// suppression is a comment or an annotation that keeps findings out of the result:
//
//	# karplint:ignore KL501 KL502 -- reason        on the finding's line, or above it
//	# karplint:ignore-file KL501 -- reason         above the first content of the file
//	karplint.dev/ignore: "KL501 reason"            in the annotations of an object
//
// Rules are named by id or by name. Above a line, other comments and lines of a template may stand in
// between, but no blank line. A suppression without rules or without a reason suppresses nothing.
type suppression struct {
	span      model.Span // the comment, or the annotation's entry
	directive string     // "karplint:ignore", "karplint:ignore-file", "annotation", or what stands there instead
	ids       []*namedRule
	reason    string
	problem   string // why it suppresses nothing, "" if it may
	line      int    // the line (1-based) it is for; 0: every finding it is asked about
	remove    remover
}

// namedRule is one rule that a suppression names.
type namedRule struct {
	text string
	span model.Span
	rule *Rule // nil: no rule has that id or name
	used bool
}

// cover says whether a suppression of the list covers the finding, and marks all that do.
func cover(list []*suppression, f Finding) bool {
	covered := false
	for _, s := range list {
		if s.problem != "" || s.line != 0 && s.line != f.Start.Line {
			continue
		}
		for _, id := range s.ids {
			if id.rule != nil && id.rule.ID == f.Rule {
				id.used, covered = true, true
			}
		}
	}
	return covered
}

// topSuppressions returns the suppressions of the whole file. They are read line by line, so that
// they work in a file that does not parse.
func (r *run) topSuppressions() []*suppression {
	var found []*suppression
	f := r.file
	for line := 1; line <= f.Lines(); line++ {
		span := f.LineSpan(line)
		text := strings.TrimPrefix(string(f.Data[span.Start:span.End]), "\uFEFF")
		trimmed := strings.TrimSpace(text)
		if strings.HasPrefix(trimmed, "#") {
			comment := model.Span{Start: span.End - len(strings.TrimLeft(text, " \t")), End: span.End}
			if s := r.comment(comment); s != nil && s.directive == fileDirective {
				found = append(found, s)
			}
		} else if trimmed != "" && trimmed != "---" && !strings.HasPrefix(trimmed, "%YAML") && !isTemplateLine(trimmed) {
			break
		}
	}
	return found
}

// documentSuppressions returns the suppressions among a document's comments.
func (r *run) documentSuppressions(doc *model.Document) []*suppression {
	if !mention.MatchString(doc.Text(doc.Span)) {
		return nil
	}
	var found []*suppression
	for _, c := range yaml.Comments(doc) {
		s := r.comment(c.Span)
		if s == nil || slices.ContainsFunc(r.top, func(t *suppression) bool { return t.span == s.span }) {
			continue
		}
		switch s.directive {
		case ignoreDirective:
			s.line = lineFor(r.file, s.span)
		case fileDirective:
			s.problem = "it stands below the first content of the file"
		}
		found = append(found, s)
	}
	return found
}

// A directive, also one that is written wrongly (karplint: ignore, karplint-ignore), but no word of a
// sentence (karplint-ignored).
var (
	mention   = regexp.MustCompile(`karplint(:[ \t]*|-)ignore`)
	directive = regexp.MustCompile(`^#+\s*(karplint(?::ignore[A-Za-z-]*|(?::[ \t]+|-)ignore(?:-[A-Za-z-]+)?\b))`)
)

// comment reads a comment that starts with karplint:ignore, or what looks like it; nil for any
// other. Its span ends without trailing blanks.
func (r *run) comment(span model.Span) *suppression {
	raw := strings.TrimRight(string(r.file.Data[span.Start:span.End]), " \t\r")
	match := directive.FindStringSubmatchIndex(raw)
	if match == nil {
		return nil
	}
	s := &suppression{
		span:      model.Span{Start: span.Start, End: span.Start + len(raw)},
		directive: raw[match[2]:match[3]],
	}
	names, reason, _ := strings.Cut(raw[match[1]:], "--")
	s.reason = strings.TrimSpace(reason)
	for _, at := range words.FindAllStringIndex(names, -1) {
		start := span.Start + match[1] + at[0]
		s.ids = append(s.ids, r.named(names[at[0]:at[1]], model.Span{Start: start, End: start + at[1] - at[0]}))
	}
	s.check()
	s.remove = commentRemover(r.file, s)
	return s
}

var words = regexp.MustCompile(`[^\s,]+`)

func (r *run) named(text string, span model.Span) *namedRule {
	rule, _ := r.linter.rules.Find(text)
	return &namedRule{text: text, span: span, rule: rule}
}

func (s *suppression) check() {
	switch {
	case s.directive != ignoreDirective && s.directive != fileDirective && s.directive != "annotation":
		s.problem = s.directive + " is no directive"
	case len(s.ids) == 0:
		s.problem = "it names no rule"
	case s.reason == "":
		s.problem = "it has no reason"
	}
}

// lineFor returns the line that a comment suppresses: its own, or, where it stands alone, the
// next one that is neither a comment nor a line of a template.
func lineFor(f *model.File, span model.Span) int {
	line := f.Position(span.Start).Line
	start := f.LineSpan(line).Start
	if strings.TrimSpace(string(f.Data[start:span.Start])) != "" {
		return line
	}
	for line++; line <= f.Lines(); line++ {
		s := f.LineSpan(line)
		text := strings.TrimSpace(string(f.Data[s.Start:s.End]))
		if !strings.HasPrefix(text, "#") && !isTemplateLine(text) {
			break
		}
	}
	return line
}

// isTemplateLine says whether the line is nothing but template expressions, such as {{- if .Values.x }}:
// nothing of it is left when the file is rendered, or what is left cannot be known.
func isTemplateLine(line string) bool { return templateLine.MatchString(line) }

var templateLine = regexp.MustCompile(`^(\{\{([^}]|\}[^}])*\}\}\s*)+$`)

// annotation returns the suppression in the resource's annotations, if any.
func (r *run) annotation(resource *model.Resource) []*suppression {
	annotations := resource.Value.Get("metadata", "annotations")
	entry := annotations.Entry(ignoreAnnotation)
	if entry == nil || entry.Value.Kind == model.Unknown {
		return nil
	}
	s := &suppression{
		span:      place{entry: entry, value: entry.Value}.span(r.file),
		directive: "annotation",
	}
	rest := strings.TrimSpace(entry.Value.Text)
	for {
		at := words.FindStringIndex(rest)
		if at == nil {
			break
		}
		id := r.named(rest[at[0]:at[1]], entry.Value.Span)
		if id.rule == nil && !ruleID.MatchString(id.text) {
			break
		}
		s.ids = append(s.ids, id)
		rest = strings.TrimLeft(rest[at[1]:], " \t,")
	}
	s.reason = strings.TrimSpace(strings.TrimPrefix(rest, "--"))
	s.check()
	s.remove = annotationRemover(resource, s)
	return []*suppression{s}
}

// judge evaluates the rules about suppressions on each of the list.
func (r *run) judge(list []*suppression) {
	for _, s := range list {
		about := &subject{
			run: r, internal: true, remove: s.remove,
			resource: &model.Resource{Kind: suppressionKind, Value: r.value(s)},
		}
		for _, u := range r.aim.units {
			if slices.Contains(u.Kinds, suppressionKind) {
				r.findings = append(r.findings, about.evaluate(u)...)
			}
		}
	}
}

// value is what rules see of a suppression. unused and unknown are positions in ids: of rules that
// ran and found nothing to suppress, and of names that no rule has. near has for each id the line of a
// finding of that rule close to the line of the comment, 0 if there is none.
func (r *run) value(s *suppression) *model.Value {
	ids, unused, unknown, near := model.NewList(), model.NewList(), model.NewList(), model.NewList()
	for i, id := range s.ids {
		text := model.NewString(id.text)
		text.Span = id.span
		ids.Items = append(ids.Items, text)
		near.Items = append(near.Items, index(r.near(s, id)))
		switch {
		case s.problem != "":
		case id.rule == nil:
			unknown.Items = append(unknown.Items, index(i))
		case !id.used && r.aim.runs(id.rule):
			unused.Items = append(unused.Items, index(i))
		}
	}
	v := model.NewMap(
		model.NewEntry("directive", model.NewString(s.directive)),
		model.NewEntry("text", model.NewString(string(r.file.Data[s.span.Start:s.span.End]))),
		model.NewEntry("ids", ids),
		model.NewEntry("unused", unused),
		model.NewEntry("unknown", unknown),
		model.NewEntry("near", near),
		model.NewEntry("line", index(s.line)),
		model.NewEntry("reason", model.NewString(s.reason)),
		model.NewEntry("problem", model.NewString(s.problem)),
	)
	v.Span = s.span
	return v
}

// nearLines is how many lines away a finding may be that a misplaced comment was probably meant for.
const nearLines = 5

// near returns the line of the finding of the rule that is closest to the suppressed line, of two equally
// close ones the lower, or 0.
func (r *run) near(s *suppression, id *namedRule) int {
	best := 0
	for _, f := range r.findings {
		if s.line == 0 || id.rule == nil || f.Rule != id.rule.ID || distance(f.Start.Line, s.line) > nearLines {
			continue
		}
		if best == 0 || distance(f.Start.Line, s.line) <= distance(best, s.line) {
			best = f.Start.Line
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// runs says whether the rule is selected and may report for the target.
func (a *aim) runs(rule *Rule) bool {
	return slices.ContainsFunc(a.units, func(u *unit) bool { return u.Rule == rule })
}
