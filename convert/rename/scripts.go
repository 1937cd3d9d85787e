package rename

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/model"
)

// Script returns notes about objects and names of the alpha API in the lines of a script, or of a template that is not read as YAML. word is
// "script" or "template". Comments are left alone.
func Script(goal *apis.Goal, f *model.File, word string) []record.Note {
	if !apis.ContainsAny(f.Data, apis.Needles) && !apis.UsesCommands(f.Data) && !ShowsObject(f.Data) {
		return nil
	}
	text := string(f.Data)
	doc := &model.Document{File: f, Span: model.Span{End: len(f.Data)}}
	res := &model.Resource{Document: doc, Value: &model.Value{Kind: model.String, Text: text}}
	o := &Object{Object: record.New(res), Goal: goal, Named: &Named{}}
	o.Name = word
	for _, l := range scripts.Lines(text) {
		count := len(o.Notes)
		o.scriptLine(l.Text)
		for i := range o.Notes[count:] {
			o.Notes[count+i].Line = l.Number
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
	o.reportCRDs(nil, line)
	if o.reportCommand(nil, line) {
		return
	}
	if u, _ := oldUseIn(line); u != "" {
		o.See(pages.Pool).Warn(nil, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted", u)
		return
	}
	switch {
	case apis.IsAlphaText(line) && strings.HasPrefix(trimmed, "apiVersion"):
		o.See(pages.Pool).Decide(nil, "the %[1]s contains an object of the alpha API, which karplint does not convert in %[1]ss; convert it by hand",
			o.Name)
	case o.Older.NamedIn(line) != "" && strings.HasPrefix(trimmed, "apiVersion"):
		o.See(pages.Manifests).Warn(nil, "the %[1]s contains an object of %[2]s, which karplint does not convert in %[1]ss; convert it by hand", o.Name,
			o.Older.NamedIn(line))
	case apis.IsAlphaText(line):
		o.See(pages.Pool).Warn(nil, "the %s names an alpha API of Karpenter; change it when the objects are converted", o.Name)
	}
}

// shownObject matches the apiVersion of a Karpenter object in a document, also inside a quotation or list.
var shownObject = pattern.New(`(?m)^[ \t>*-]*"?apiVersion"?:[ \t]*["']?(karpenter\.(?:sh|k8s\.aws)/v1(?:alpha|beta)[0-9])\b`)

// ShowsObject reports whether documentation may show an object of an old Karpenter API.
func ShowsObject(data []byte) bool {
	return bytes.Contains(data, []byte("karpenter")) && shownObject().Match(data)
}

// Documentation returns a note about the objects of old APIs in a document, because documents are not converted.
func Documentation(goal *apis.Goal, f *model.File) []record.Note {
	var lines []string
	first, shown := 0, ""
	for _, m := range shownObject().FindAllSubmatchIndex(f.Data, -1) {
		api := string(f.Data[m[2]:m[3]])
		if !apis.IsAlphaText(api) && goal.Older.NamedIn(api) == "" {
			continue
		}
		line := f.Position(m[2]).Line
		if first == 0 {
			first, shown = line, api
		}
		lines = append(lines, strconv.Itoa(line))
	}
	if first == 0 {
		return nil
	}
	message := fmt.Sprintf("the document shows an object of %s, which karplint does not change; change it together with the objects", shown)
	if len(lines) > 1 {
		message = fmt.Sprintf("the document shows objects of old APIs, such as %s (lines %s), which karplint does not change; change them together with "+
			"the objects", shown, strings.Join(lines, ", "))
	}
	return []record.Note{{File: f.Path, Line: first, Object: "document", Level: record.Info, Message: message, See: pages.Manifests}}
}
