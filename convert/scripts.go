package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// commandLine is a line of a script, with those that continue it.
type commandLine struct {
	text string
	line int // 1-based, its first one
}

// commandLines returns the lines of a script. A line that ends with a backslash goes on in the next one.
func commandLines(text string) (all []commandLine) {
	line := 1
	for _, whole := range continuedLine().FindAllString(text, -1) {
		all = append(all, commandLine{lineBreak().ReplaceAllString(strings.TrimRight(whole, "\r\n"), " "), line})
		line += strings.Count(whole, "\n")
	}
	return all
}

var (
	continuedLine = pattern.New(`(?:[^\n]*\\\r?\n)*[^\n]*\n?`)
	lineBreak     = pattern.New(`\\\r?\n`)
)

// script reports what the lines of a script, or of a template that is not read as YAML, do with objects and names of the alpha API. Comments are left alone.
func (c *conversion) script() {
	text := string(c.file.Data)
	if !apis.ContainsAny(c.file.Data, apis.Needles) && !apis.UsesKubectl(c.file.Data) {
		return
	}
	doc := &model.Document{File: c.file, Span: model.Span{End: len(c.file.Data)}}
	o := newObject(c.Converter, &model.Resource{Document: doc, Value: &model.Value{Kind: model.String, Text: text}})
	o.Name = "script"
	if isTemplate(c.file.Path) {
		o.Name = "template"
	}
	for _, l := range commandLines(text) {
		before := len(o.Notes)
		o.scriptLine(l.text)
		for i := range o.Notes[before:] {
			o.Notes[before+i].Line = l.line
		}
	}
	c.Notes = append(c.Notes, record.PublicNotes(o.Notes)...)
}

func (o *object) scriptLine(line string) {
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
	if o.oldCommand(nil, line) {
		return
	}
	if u, _ := oldUseIn(line); u != "" {
		o.See(pages.Pool).Warn(nil, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted", u)
		return
	}
	switch {
	case apis.IsAlphaText(line) && strings.HasPrefix(trimmed, "apiVersion"):
		o.See(pages.Pool).Decide(nil, "the %[1]s holds an object of the alpha API, which karplint does not convert in %[1]ss; convert it by hand", o.Name)
	case apis.IsAlphaText(line):
		o.See(pages.Pool).Warn(nil, "the %s names an alpha API of Karpenter; change it when the objects are converted", o.Name)
	}
}

// IsScript says whether the name is that of a shell script, a Makefile, a Jenkinsfile, or of a template that does not say it is one
// of YAML. Files reports what these do with objects of the alpha API, and never changes them. path uses "/".
func IsScript(file string) bool {
	switch path.Ext(file) {
	case ".sh", ".bash", ".mk":
		return true
	}
	if isTemplate(file) {
		return true
	}
	switch name := path.Base(file); name {
	case "Makefile", "makefile", "GNUmakefile":
		return true
	default:
		return name == "Jenkinsfile" || strings.HasPrefix(name, "Jenkinsfile.") || path.Ext(name) == ".jenkinsfile"
	}
}

// isTextFile says whether a file of the run is read as a script: by its name, and a template of any name where no object stands in it. file is
// its number.
func (c *Converter) isTextFile(f *model.File, file int) bool {
	if !IsScript(f.Path) || !isTemplate(f.Path) {
		return IsScript(f.Path)
	}
	isText := true
	c.parsed.Units(f, file, func(u *units.Unit) {
		isObject := u.Err == nil && u.Res.Value.Entry("apiVersion") != nil && u.Res.Value.Entry("kind") != nil
		isText = isText && !isObject
	})
	return isText
}

// isTemplate says whether the name is that of a template whose text may be of any kind: provisioner.tpl, but not provisioner.yaml.tpl.
func isTemplate(file string) bool {
	rendered, ok := filetype.Rendered(file)
	return ok && !filetype.IsYAML(rendered)
}
