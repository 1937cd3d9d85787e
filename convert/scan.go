package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// patchers stand in objects that patch what is built elsewhere, together with one of patchWords.
var (
	patchers   = [][]byte{[]byte("kustomize.toolkit.fluxcd.io/"), []byte("helm.toolkit.fluxcd.io/"), []byte("argoproj.io/")}
	patchWords = [][]byte{[]byte("patches")}
)

// machines are resources of other projects too.
var machines, group = [][]byte{[]byte("machines")}, [][]byte{[]byte("karpenter.sh")}

// successors stand in files that say which objects exist already, and what is allowed.
var successors = [][]byte{[]byte("NodePool"), []byte("EC2NodeClass"), []byte(rename.NewTag)}

// Selects says whether Files could change the file or learn something from it: a byte scan for the alpha
// APIs and the old labels, for the new kinds (a pool that exists already), for patches in objects of Flux and Argo CD, and the name
// kustomization.yaml (which says what the files beside it are). Files that it refuses
// need not be given to Files. path uses "/".
func Selects(path string, data []byte) bool {
	switch {
	case isState(path):
		return false
	case filetype.IsKustomization(path):
		return true
	case filetype.IsTerraform(path) && sites.TakesTexts(data):
		return true
	case IsScript(path) && !isTemplate(path):
		return apis.ContainsAny(data, apis.Needles) || apis.UsesKubectl(data)
	}
	return selects(data) || apis.ContainsAny(data, apis.OldTaint) || apis.ContainsAny(data, patchers) && apis.ContainsAny(data, patchWords)
}

// selects is Selects for a file of any name, but for what only conversions to v1 look for.
func selects(data []byte) bool {
	return apis.ContainsAny(data, apis.Needles) || apis.ContainsAny(data, successors) || apis.UsesKubectl(data) || apis.ContainsAny(data, machines) && apis.ContainsAny(data, group)
}

// isState says whether Terraform wrote the file: it says what was, and a new one will say what is.
func isState(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, ".tfstate") || strings.HasSuffix(name, ".lock.hcl")
}

// karpenterName stands in every file with an object of Karpenter's.
var karpenterName = [][]byte{[]byte("karpenter")}

// Matters says whether it may matter for the conversion of a file which Karpenter is installed: whether the file may hold anything that
// is converted.
func (c *Converter) Matters(path string, data []byte) bool {
	return (!IsScript(path) || isTemplate(path)) && apis.ContainsAny(data, karpenterName) && (apis.ContainsAny(data, apis.Needles) || apis.ContainsAny(data, c.Older.Needles))
}

// mayConvert says whether a text in a value names something old.
func mayConvert(v *model.Value) bool {
	return v.Any(func(inner *model.Value) bool {
		text := []byte(inner.Text)
		return len(inner.Items) == 0 && (selects(text) || apis.ContainsAny(text, apis.OldTaint)) ||
			slices.ContainsFunc(inner.Entries, func(e *model.Entry) bool { return selects([]byte(e.Key.Text)) })
	})
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
