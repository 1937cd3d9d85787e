// Package kustomize reads kustomizations, and patches in objects of Flux and Argo CD: it finds out which files each one builds, which
// objects a patch selects, and how the patch changes them. It works on trees of values and writes no files.
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
	Path       string   // of the file that contains it
	Component  bool     // its patches apply to the objects of the kustomizations that use it
	Resources  []string // files and directories; remote ones as they are written
	Components []string // directories
	Charts     []string // Helm charts that kustomize renders
	Patches    []*Patch

	Configurations   []string       // files
	Replacements     []*model.Value // each a map
	ReplacementFiles []string
	Transformers     []string // files and directories, which may change any object
	Refers           bool     // it has replacements, variables or transformers, which name fields of objects
	Unfollowed       bool     // it may change objects in other ways than by its patches and replacements

	decoration

	// Only for a kustomization in an object:
	Place []any  // of the fields
	From  string // the directory that it builds, relative to the root of a repository
	// Elsewhere is the name of its base if that cannot be among the files: a chart in a repository, or a directory whose name
	// is templated.
	Elsewhere string
	Chart     bool           // Elsewhere is a chart
	Upon      *Kustomization // the previous kustomization of the same object, whose output this one patches
}

// IsRemote reports whether kustomize downloads a resource from another repository.
func IsRemote(resource string) bool {
	isURL := strings.Contains(resource, "://") || strings.Contains(resource, "?ref=")
	return isURL || strings.HasPrefix(resource, "git@") || strings.HasPrefix(resource, "github.com/")
}

// InObject reports whether the kustomization is a part of an object of another kind, as opposed to the
// kustomization of a directory.
func (k *Kustomization) InObject() bool { return k.Place != nil }

// fluxGroup is the API group of Flux's Kustomization.
const fluxGroup = "kustomize.toolkit.fluxcd.io"

// Read returns the kustomizations in an object: the object itself, in a file named like a kustomization, which need not have a kind; or
// those in an object of Flux or Argo CD. Most objects have none.
func Read(res *model.Resource) []*Kustomization {
	file, v := res.Document.File.Path, res.Value
	if filetype.IsKustomization(file) && res.Group() != fluxGroup {
		return []*Kustomization{readFile(path.Dir(file), res)}
	}
	r := &objectReader{res: res}
	switch group := res.Group(); {
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
	for _, item := range v.List("replacements") {
		if name := item.Str("path"); name != "" {
			k.ReplacementFiles = append(k.ReplacementFiles, path.Join(dir, name))
		}
	}
	k.Replacements = inlineReplacements(v.Get("replacements"))
	for _, item := range v.List("helmCharts") {
		k.Charts = append(k.Charts, item.Str("name"))
	}
	k.Unfollowed = slices.ContainsFunc(unfollowed, func(field string) bool { return v.Get(field) != nil })
	for _, name := range names(dir, v.Get("transformers")) {
		if !strings.Contains(name, "\n") { // else it is the transformer itself
			k.Transformers = append(k.Transformers, name)
		}
	}
	k.Refers = v.Get("replacements") != nil || v.Get("vars") != nil || v.Get("transformers") != nil
	return k
}

// unfollowed are fields of a kustomization that may change any field of an object, or how a patch is merged.
var unfollowed = []string{"vars", "transformers", "configurations", "crds", "openapi"}

// names returns the files and directories in a list, which are relative to dir.
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

// inlineReplacements returns the replacements that a list contains itself, as opposed to the files
// that it names.
func inlineReplacements(list *model.Value) (replacements []*model.Value) {
	for _, item := range list.List() {
		if v := Plain(item); v != nil && item.Str("path") == "" {
			replacements = append(replacements, v)
		}
	}
	return replacements
}

// ReadReplacements returns the replacements in a document of a replacement file.
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

// Files returns the files from which a kustomization reads patches, replacements, configurations and transformers.
func (k *Kustomization) Files() []string {
	files := slices.Concat(k.ReplacementFiles, k.Configurations, k.Transformers)
	for _, p := range k.Patches {
		if p.File != "" {
			files = append(files, p.File)
		}
	}
	return files
}

func isTrue(v *model.Value) bool { return v != nil && v.Text == "true" }
