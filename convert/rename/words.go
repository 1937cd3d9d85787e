package rename

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// reportText reports the old names and old kinds in a text that is not converted. first is the line of the file that the text
// starts on, 0 where its lines are not those of the file.
func (o *Object) reportText(path []any, text string, first int) {
	o.reportNames(path, text, first)
	if filetype.IsKustomization(o.Res.Document.File.Path) || facts.IsKarpenter(o.Res.Group()) {
		return // which are converted themselves
	}
	api := o.oldAPI(text)
	switch {
	case api != "" && (strings.Contains(text, "apiVersion") || !strings.ContainsAny(strings.TrimSpace(text), " \n")):
		count := len(o.Notes)
		o.See(pages.Pool).Decide(path, "%s names %s, which karplint does not convert there; convert it by hand", o.describeText(path), api)
		o.moveToLine(count, first, lineIn(text, func(line string) bool { return o.oldAPI(line) != "" }))
	case o.reportUse(path, text, first):
	case api != "":
		o.See(pages.Pool).Warn(path, "the text mentions %s; change it unless it is prose", api)
	}
}

// oldAPI names for people the API in a text that is converted, or returns "".
func (o *Object) oldAPI(text string) string {
	switch {
	case apis.IsAlphaText(text):
		return "an alpha API of Karpenter"
	case o.Older.NamedIn(text) != "":
		return "Karpenter's API " + o.Older.NamedIn(text)
	}
	return ""
}

// describeText names for people the text at a path: a text, or an expression of Terraform that makes one.
func (o *Object) describeText(path []any) string {
	v := o.Res.Value.Get(path...)
	switch {
	case v == nil || v.Kind != model.Unknown || o.Res.Document.Syntax != model.HCL:
		return "the text"
	case strings.HasPrefix(v.Text, "[") || strings.HasPrefix(v.Text, "{"):
		return "a for expression"
	}
	return "an expression"
}

// lineIn returns the first line of a text, from 1, for which is returns true; 0 if there is none.
func lineIn(text string, matches func(string) bool) int {
	for i, line := range strings.Split(text, "\n") {
		if matches(line) {
			return i + 1
		}
	}
	return 0
}

// use is the way in which a text contains a name.
type use int

const (
	unused    use = iota
	mentioned     // in prose
	command       // as an argument of a command, which finds nothing after the conversion
	setting       // as the name itself, in a setting
)

// reportNames reports an old name inside a text, which is not renamed: a setting needs a person, a command and words about it a
// look.
func (o *Object) reportNames(path []any, text string, first int) {
	if !strings.Contains(text, "karpenter") {
		return
	}
	text = unescaped(text)
	for _, n := range slices.Concat(o.Names.Labels, o.Names.Annotations) {
		if n.New == "" || !strings.Contains(text, n.Old) {
			continue
		}
		use, line := o.useOf(text, n.Old)
		count := len(o.Notes)
		switch use {
		case setting:
			o.See(pages.Names).Decide(path, "the text contains %q, which karplint does not rename here; it is %q in %s: change it by hand", n.Old, n.New, o.To)
		case command:
			o.See(pages.Names).Warn(path, "a command requests %q, which is %q in %s; change it when the objects are converted", n.Old, n.New, o.To)
		case mentioned:
			o.See(pages.Names).Warn(path, "the text mentions %q, which is %q in %s; change it unless it is prose", n.Old, n.New, o.To)
		}
		o.moveToLine(count, first, line)
	}
}

// moveToLine moves the notes from an index on to a line of a text, from 1, that starts on a line of the file.
func (o *Object) moveToLine(from, first, line int) {
	for i := range o.Notes[from:] {
		if first > 0 && line > 0 {
			o.Notes[from+i].Line = first + line - 1
		}
	}
}

// useOf returns the use of name in text that matters most, and its line.
func (o *Object) useOf(text, name string) (worst use, line int) {
	ci := isCI(o.Res.Document.File.Path)
	for _, l := range scripts.Lines(text) {
		kind := unused
		switch used, named := usesName(l.Text, name); {
		case named && (ci || cli().MatchString(l.Text)):
			kind = command
		case used:
			kind = setting
		case named:
			kind = mentioned
		}
		if kind > worst {
			worst, line = kind, l.Number
		}
	}
	return worst, line
}

// cli matches lines that run a command which reads objects, nodes or instances.
var cli = pattern.New(`(^|[\s;&|"'(])(kubectl|aws|oc|k9s|helm)\s`)

// isCI reports whether a file is the configuration of a build service, so that its texts are commands.
func isCI(file string) bool {
	switch path.Base(file) {
	case ".gitlab-ci.yml", ".gitlab-ci.yaml", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".drone.yml", ".travis.yml", "buildspec.yml",
		"buildspec.yaml", "Taskfile.yml", "Taskfile.yaml", "cloudbuild.yaml":
		return true
	}
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return slices.Contains([]string{".github", ".circleci", ".gitlab", ".buildkite"}, dir)
	})
}

// usesName reports whether text contains name as a whole word, and whether it uses it: as the whole text, in
// quotes, or in front of a colon or an equals sign (a key in YAML is given with its colon), as TOML, JSON, YAML and flags of the kubelet do.
func usesName(text, name string) (used, mentioned bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false, mentioned
		}
		start := from + i
		from = start + len(name)
		if continuesName(text[from:]) {
			continue
		}
		mentioned = true
		quoted := start > 0 && strings.IndexByte(`"'`, text[start-1]) >= 0
		following := strings.TrimLeft(text[from:], " \t")
		isKey := following != "" && strings.IndexByte(`:="'\`, following[0]) >= 0
		if text == name || quoted || isKey {
			return true, true
		}
	}
}

// continuesName reports whether the text after a name continues the name. A full stop may end a sentence
// instead.
func continuesName(text string) bool { return nameByte().MatchString(strings.TrimPrefix(text, ".")) }

// nameByte matches a text that begins with a byte of a name.
var nameByte = pattern.New(`^[A-Za-z0-9_.-]`)

var (
	// oldCommand matches commands on objects of the alpha API: kubectl get provisioners.
	oldCommand = pattern.New(`\b((?:kubectl|oc)\b[^\n|;]*?\s(?:get|delete|describe|edit|patch|annotate|label|wait|` +
		`explain|create|replace)\s(?:[^\n|;]*?[\s,/"'])?` +
		`(?:(?:provisioners?|awsnodetemplates?)(?:\.karpenter\.(?:sh|k8s\.aws))?|machines?\.karpenter\.sh))(?:$|[\s,/"';)|])`)
	// oldUse matches names of objects of the alpha API: provisioners.karpenter.sh, Argo CD's karpenter.sh_Provisioner. A webhook's
	// defaulting.webhook.provisioners.karpenter.sh is no such name.
	oldUse = pattern.New(`(?:^|[^\w.-])((?:provisioners?|awsnodetemplates?|machines)\.karpenter\.(?:sh|k8s\.aws))\b|` +
		`(karpenter\.(?:sh_Provisioner|k8s\.aws_AWSNodeTemplate))\b`)
)

// reportUse reports a text that uses objects of the alpha API, and returns whether it is one. The author of a command sees
// that it fails; a setting may end silently.
func (o *Object) reportUse(path []any, text string, first int) bool {
	if !strings.Contains(text, "rovisioner") && !strings.Contains(text, "awsnodetemplate") && !strings.Contains(text, "karpenter") {
		return false
	}
	reported := false
	for _, l := range scripts.Lines(text) {
		if o.reportCommand(path, l.Text) {
			o.moveToLine(len(o.Notes)-1, first, l.Number)
			reported = true
		}
	}
	if reported {
		return true
	}
	name, offset := oldUseIn(text)
	if name != "" {
		o.See(pages.Pool).Decide(path, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted", name)
		o.moveToLine(len(o.Notes)-1, first, 1+strings.Count(text[:offset], "\n"))
	}
	return name != ""
}

// oldUseIn returns the first name of objects of the alpha API in text, and its offset; "" if there is none.
func oldUseIn(text string) (name string, offset int) {
	m := oldUse().FindStringSubmatchIndex(text)
	switch {
	case m == nil:
		return "", 0
	case m[2] >= 0:
		return text[m[2]:m[3]], m[2]
	}
	return text[m[4]:m[5]], m[4]
}

// oldValue matches an argument of helm that sets an old value of the chart.
var oldValue = pattern.New(`--set(?:-string)?[ =]["']?(?:[\w.-]+=[^,\s]*,)*(settings\.aws\.\w+)`)

// reportCommand reports a command that sets an old value of the chart, and one on objects of the alpha API. It returns whether the text contains
// one on objects.
func (o *Object) reportCommand(path []any, text string) bool {
	if m := oldValue().FindStringSubmatch(text); m != nil {
		o.See(pages.Settings).Warn(path, "a command sets %q, and Karpenter's chart ignores the values below settings.aws from 0.33 on; "+
			"set those that KL601 names with that release", m[1])
	}
	m := oldCommand().FindStringSubmatch(text)
	if m != nil {
		o.See(pages.Pool).Warn(path, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted",
			strings.Join(strings.Fields(m[1]), " "))
	}
	return m != nil
}

// unescaped returns a text in which the dots of names are not escaped, as --set and JSON paths do it.
func unescaped(text string) string { return strings.ReplaceAll(text, `\.`, ".") }
