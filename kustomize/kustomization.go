// Package kustomize reads kustomizations, and patches in objects of Flux and Argo CD: which files each one builds, which objects a patch
// selects, and the result of a patch. It reads trees of values and writes nothing.
package kustomize

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Kustomization is a kustomization, or the part of an object of Flux or Argo CD that patches others. Names of files and directories are
// relative to the working directory.
type Kustomization struct {
	Path       string   // of the file that holds it
	Component  bool     // its patches are for the objects of the kustomizations that use it
	Resources  []string // files and directories; those of other repositories as they are written
	Components []string // directories
	Charts     []string // of Helm, which kustomize renders
	Patches    []*Patch

	Configurations   []string       // files
	Replacements     []*model.Value // each a map
	ReplacementFiles []string
	Transformers     []string // files and directories
	Refers           bool     // it has replacements, variables or transformers, which name fields of objects

	decoration

	// Of one that is in an object:
	Transformer bool   // the object configures one of kustomize's own transformers
	Place       []any  // of the fields
	From        string // the directory that it is for, from the root of a repository
	// Elsewhere names its base where that is not among the files: a chart of a repository, a directory that a template names.
	Elsewhere string
	Chart     bool           // Elsewhere is a chart
	Upon      *Kustomization // of the same object, which comes first
}

// IsRemote reports whether kustomize fetches a resource from elsewhere.
func IsRemote(resource string) bool {
	isURL := strings.Contains(resource, "://") || strings.Contains(resource, "?ref=")
	return isURL || strings.HasPrefix(resource, "git@") || strings.HasPrefix(resource, "github.com/")
}

// InObject reports whether a kustomization is in an object of another kind, and is not that of a directory.
func (k *Kustomization) InObject() bool { return k.Place != nil || k.Transformer }

// fluxGroup is that of Flux's Kustomization.
const fluxGroup = "kustomize.toolkit.fluxcd.io"

// Read returns the kustomizations in an object: the one of a file with the name of a kustomization, which may leave out its kind, or those in an
// object of Flux, Argo CD, or of the configuration of a transformer. Most objects have none.
func Read(res *model.Resource) []*Kustomization {
	file, v := res.Document.File.Path, res.Value
	if filetype.IsKustomization(file) && res.Group() != fluxGroup {
		return []*Kustomization{readFile(path.Dir(file), res)}
	}
	r := &objectReader{res: res}
	switch group := res.Group(); {
	case res.APIVersion == "builtin":
		r.transformer()
	case group == fluxGroup && res.Kind == "Kustomization":
		r.add(v.Get("spec", "path"), "spec")
	case group == "helm.toolkit.fluxcd.io" && res.Kind == "HelmRelease":
		r.renderers()
	case group == "argoproj.io" && res.Kind == "Application":
		r.sources("spec")
	case group == "argoproj.io" && res.Kind == "ApplicationSet":
		r.sources("spec", "template", "spec")
	}
	return r.kustomizations
}

// readFile reads the kustomization of a directory.
func readFile(dir string, res *model.Resource) *Kustomization {
	v := res.Value
	k := &Kustomization{
		Path: res.Document.File.Path, Component: res.Kind == "Component", decoration: readDecoration(v),
		Resources: slices.Concat(names(dir, v.Get("resources")), names(dir, v.Get("bases"))), Components: names(dir, v.Get("components")),
		Configurations: names(dir, v.Get("configurations")), Patches: readPatches(dir, res.Document, v, nil),
	}
	for _, item := range v.List("transformers") {
		if !strings.Contains(item.Text, "\n") {
			k.Transformers = append(k.Transformers, path.Join(dir, item.Text))
		}
	}
	for _, item := range v.List("replacements") {
		if name := item.Str("path"); name != "" {
			k.ReplacementFiles = append(k.ReplacementFiles, path.Join(dir, name))
		}
	}
	k.Replacements = inlineReplacements(v.Get("replacements"))
	for _, item := range v.List("helmCharts") {
		k.Charts = append(k.Charts, item.Str("name"))
	}
	k.Refers = v.Get("replacements") != nil || v.Get("vars") != nil || v.Get("transformers") != nil
	return k
}

// names returns the files and directories that a list names from a directory.
func names(dir string, list *model.Value) (paths []string) {
	for _, item := range list.List() {
		name := item.Text
		if !IsRemote(name) {
			name = path.Join(dir, name)
		}
		paths = append(paths, name)
	}
	return paths
}

// inlineReplacements returns the replacements of a list that are in it.
func inlineReplacements(list *model.Value) (replacements []*model.Value) {
	for _, item := range list.List() {
		if v := Plain(item); v != nil && item.Str("path") == "" {
			replacements = append(replacements, v)
		}
	}
	return replacements
}

// ReadReplacements returns those of a document of a file of replacements.
func ReadReplacements(root *model.Value) []*model.Value {
	v := Plain(root)
	switch {
	case v == nil:
		return nil
	case v.Kind == model.List:
		return v.Items
	}
	return []*model.Value{v}
}

// Files returns the files that a kustomization takes patches, replacements and configurations from.
func (k *Kustomization) Files() []string {
	files := slices.Concat(k.ReplacementFiles, k.Configurations)
	for _, p := range k.Patches {
		if p.File != "" {
			files = append(files, p.File)
		}
	}
	return files
}

func isTrue(v *model.Value) bool { return v != nil && v.Text == "true" }
