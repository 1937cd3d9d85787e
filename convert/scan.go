package convert

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// patchers are in objects that patch builds of other directories, together with one of patchWords.
var (
	patchers   = [][]byte{[]byte("kustomize.toolkit.fluxcd.io/"), []byte("helm.toolkit.fluxcd.io/"), []byte("argoproj.io/")}
	patchWords = [][]byte{[]byte("patches")}
)

// machines are resources of other projects too.
var machines, group = [][]byte{[]byte("machines")}, [][]byte{[]byte("karpenter.sh")}

// successors occur in files with objects of the new API, classes of any provider, or permissions for the new API.
var successors = [][]byte{[]byte("NodePool"), []byte(facts.ClassSuffix), []byte(rename.NewTag)}

// defaults are in commands that set the default for classes without an instance profile.
var defaults = [][]byte{[]byte(scripts.ProfileSetting)}

// Selects reports whether Files could change the file or learn something from it: a byte scan for the alpha
// APIs and the old labels, for the new kinds (a pool that exists already), for patches in objects of Flux and Argo CD, and the name
// kustomization.yaml (which describes the files beside it). Files that it refuses
// need not be given to Files. path uses "/".
func Selects(path string, data []byte) bool {
	data = yaml.Words(data)
	switch {
	case isState(path):
		return false
	case filetype.IsKustomization(path):
		return true
	case filetype.IsTerraform(path) && sites.TakesTexts(data):
		return true
	case IsDocumentation(path):
		return showsChange(data)
	case IsScript(path) && !isTemplate(path):
		return showsChange(data) || apis.ContainsAny(data, apis.Needles) || apis.UsesCommands(data)
	}
	mayPatch := apis.ContainsAny(data, patchers) && apis.ContainsAny(data, patchWords)
	return mayPatch || selects(data) || apis.ContainsAny(data, apis.OldTaint)
}

// showsChange reports whether a text may show an object of the alpha API, or a command that sets the default for classes.
func showsChange(data []byte) bool {
	return rename.ShowsObject(data) || apis.ContainsAny(data, defaults)
}

// selects is like Selects for a file of any name, without the words that only conversions to v1
// need.
func selects(data []byte) bool {
	if apis.ContainsAny(data, apis.Needles) || apis.ContainsAny(data, successors) {
		return true
	}
	namesMachines := apis.ContainsAny(data, machines) && apis.ContainsAny(data, group)
	return namesMachines || apis.UsesCommands(data)
}

// concerns reports whether a document may matter to a conversion: to be converted, or because others depend on it.
func concerns(document []byte) bool {
	return Selects("", document) || apis.ContainsAny(document, karpenterName) || bytes.Contains(document, []byte("Provisioner"))
}

// isState reports whether Terraform wrote the file about its state, and will write it again.
func isState(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, ".tfstate") || strings.HasSuffix(name, ".lock.hcl")
}

// karpenterName is in every file with an object of Karpenter's.
var karpenterName = [][]byte{[]byte("karpenter")}

// Matters reports whether the conversion of a file may depend on the installed version of Karpenter, because the file may contain anything
// that is converted.
func (c *Converter) Matters(path string, data []byte) bool {
	isCommands := IsScript(path) && !isTemplate(path) && !scripts.IsShell(path) // no objects are read in them
	if isCommands || IsDocumentation(path) || !apis.ContainsAny(data, karpenterName) {
		return false
	}
	return apis.ContainsAny(data, apis.Needles) || apis.ContainsAny(data, c.Older.Needles) || bytes.Contains(data, []byte(c.Facts.RolePlaceholder))
}

// mayConvert reports whether a text in a value names something old.
func mayConvert(v *model.Value) bool {
	return v.Any(func(inner *model.Value) bool {
		if slices.ContainsFunc(inner.Entries, func(e *model.Entry) bool { return selects([]byte(e.Key.Text)) }) {
			return true
		}
		text := []byte(inner.Text)
		return len(inner.Items) == 0 && (selects(text) || apis.ContainsAny(text, apis.OldTaint))
	})
}

// IsScript reports whether the name is that of a shell script, a Makefile, a Jenkinsfile, or of a template without YAML in its
// name. Files reports commands in these for objects of the alpha API, and changes only objects in heredocs of a shell script. path uses "/".
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

// IsDocumentation reports whether the name is that of a document for people. Files names the old objects that it shows, and never changes
// it. path uses "/".
func IsDocumentation(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".mdx", ".markdown", ".adoc", ".rst":
		return true
	}
	return false
}

// isTextFile reports whether a file is treated as text: documentation, a script by its name, or a template without an object. file
// is its number in the run.
func (c *Converter) isTextFile(f *model.File, file int) bool {
	switch {
	case IsDocumentation(f.Path):
		return true
	case c.scripts[f.Path] != nil:
		return false
	}
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

// isTemplate reports whether the name is that of a template whose text may be of any kind: provisioner.tpl, but not provisioner.yaml.tpl.
func isTemplate(file string) bool {
	rendered, ok := filetype.Rendered(file)
	return ok && !filetype.IsYAML(rendered)
}
