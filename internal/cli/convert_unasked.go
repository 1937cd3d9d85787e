package cli

import (
	"fmt"
	"path/filepath"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// unrequestedNotes returns a note for each kustomization that was not requested but patches changed objects: its patches are for the old kinds.
func (r *converting) unrequestedNotes(files []*model.File, converted []convert.File) (notes []string) {
	var changed []*model.File
	for i := range converted {
		if f := &converted[i]; f.Changed() {
			changed = append(changed, model.NewFile(absolute(f.Path), f.Before))
		}
	}
	if r.Around == nil || len(changed) == 0 {
		return nil
	}
	names := map[string]string{} // relative paths by absolute ones
	var paths, kustomizations []string
	for _, in := range r.Around.Inputs {
		name := absolute(in.Path)
		names[name] = in.Path
		paths = append(paths, name)
		if filetype.IsKustomization(name) {
			kustomizations = append(kustomizations, name)
		}
	}
	tree := kustomize.NewTree(paths, kustomizations, func(name string) ([]byte, error) { return r.Around.Files.ReadFile(names[name]) })
	for _, f := range files {
		delete(names, absolute(f.Path))
	}
	for _, user := range patches.Unasked(r.Converter.Goal, tree, changed) {
		if name := names[user]; name != "" {
			notes = append(notes, fmt.Sprintf("%s: its patches may apply to converted objects; add it to the paths, so that they are converted too", name))
		}
	}
	return notes
}

// absolute returns the absolute path of a file, so that paths of kustomizations can be compared.
func absolute(name string) string {
	if full, err := filepath.Abs(name); err == nil {
		return filepath.ToSlash(full)
	}
	return name
}
