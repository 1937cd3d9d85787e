package cli

import (
	"fmt"
	"path/filepath"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// unasked says which kustomizations that were not asked for patch what the files become that change: their patches are for the old kinds.
func (r *converting) unasked(files []*model.File, converted []convert.File) (notes []string) {
	var changed []*model.File
	for i := range converted {
		if f := &converted[i]; f.Changed() {
			changed = append(changed, model.NewFile(absolute(f.Path), f.Before))
		}
	}
	if r.around == nil || len(changed) == 0 {
		return nil
	}
	names := map[string]string{} // as the user knows them, by their absolute paths
	var all, others []string
	for _, in := range r.around.Inputs {
		name := absolute(in.Path)
		names[name] = in.Path
		all = append(all, name)
		if filetype.IsKustomization(name) {
			others = append(others, name)
		}
	}
	tree := kustomize.NewTree(all, others, func(name string) ([]byte, error) { return r.around.Files.ReadFile(names[name]) })
	for _, f := range files {
		delete(names, absolute(f.Path))
	}
	for _, user := range r.converter.Unasked(tree, changed) {
		if name := names[user]; name != "" {
			notes = append(notes, fmt.Sprintf("%s: its patches may apply to objects that change, but it was not named; name it too, so that they are converted", name))
		}
	}
	return notes
}

// absolute returns the absolute path of a file, by which one kustomization means another however their paths were given.
func absolute(name string) string {
	if all, err := filepath.Abs(name); err == nil {
		return filepath.ToSlash(all)
	}
	return name
}
