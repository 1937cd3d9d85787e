package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// commandLine is a line of a script, with those that continue it.
type commandLine struct {
	text string
	line int // 1-based, its first one
}

// commandLines returns the lines of a script. A line that ends with a backslash continues on the next
// one.
func commandLines(text string) (all []commandLine) {
	line := 1
	for _, lines := range continuedLine().FindAllString(text, -1) {
		all = append(all, commandLine{lineBreak().ReplaceAllString(strings.TrimRight(lines, "\r\n"), " "), line})
		line += strings.Count(lines, "\n")
	}
	return all
}

var (
	continuedLine = pattern.New(`(?:[^\n]*\\\r?\n)*[^\n]*\n?`)
	lineBreak     = pattern.New(`\\\r?\n`)
)

// Script returns notes about objects and names of the alpha API in the lines of a script, or of a template that is not read as YAML. word is
// "script" or "template". Comments are left alone.
func Script(goal *apis.Goal, f *model.File, word string) []record.Note {
	if !apis.ContainsAny(f.Data, apis.Needles) && !apis.UsesKubectl(f.Data) {
		return nil
	}
	text := string(f.Data)
	doc := &model.Document{File: f, Span: model.Span{End: len(f.Data)}}
	res := &model.Resource{Document: doc, Value: &model.Value{Kind: model.String, Text: text}}
	o := &Object{Object: record.New(res, func(*model.File, int) int { return 0 }), Goal: goal}
	o.Name = word
	for _, l := range commandLines(text) {
		count := len(o.Notes)
		o.scriptLine(l.text)
		for i := range o.Notes[count:] {
			o.Notes[count+i].Line = l.line
		}
	}
	return record.PublicNotes(o.Notes)
}

func (o *Object) scriptLine(line string) {
	trimmed := strings.TrimSpace(line)
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") {
		return
	}
	if i := strings.Index(line, " #"); i >= 0 && strings.Count(line[:i], `"`)%2 == 0 && strings.Count(line[:i], "'")%2 == 0 {
		line = line[:i]
	}
	for _, n := range slices.Concat(o.Names.Labels, o.Names.Annotations) {
		if _, named := usesName(unescaped(line), n.Old); named && n.New != "" {
			o.See(pages.Names).Warn(nil, "the %s names %q, which is %q in %s; change it when the objects are converted", o.Name, n.Old, n.New, o.To)
		}
	}
	if o.reportCommand(nil, line) {
		return
	}
	if u, _ := oldUseIn(line); u != "" {
		o.See(pages.Pool).Warn(nil, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted", u)
		return
	}
	switch {
	case apis.IsAlphaText(line) && strings.HasPrefix(trimmed, "apiVersion"):
		o.See(pages.Pool).Decide(nil, "the %[1]s contains an object of the alpha API, which karplint does not convert in %[1]ss; convert it by hand", o.Name)
	case apis.IsAlphaText(line):
		o.See(pages.Pool).Warn(nil, "the %s names an alpha API of Karpenter; change it when the objects are converted", o.Name)
	}
}
