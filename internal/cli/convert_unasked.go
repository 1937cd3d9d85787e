package cli

import (
	"fmt"
	"path/filepath"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// unasked says which kustomizations that were not asked for patch what the files become that change: their patches are for the old kinds.
func (r *converting) unasked(files []*model.File, converted []convert.File) (notes []string) {
	changed := map[string]bool{}
	for i := range converted {
		if converted[i].Changed() {
			changed[absolute(converted[i].Path)] = true
		}
	}
	if r.around == nil || len(changed) == 0 {
		return nil
	}
	var asked, others []*model.File
	names := map[string]string{} // as the user knows them, by their absolute paths
	for _, f := range files {
		names[absolute(f.Path)] = f.Path
		asked = append(asked, model.NewFile(absolute(f.Path), f.Data))
	}
	read := func(name string) {
		if data, err := r.around.Files.ReadFile(name); err == nil && names[absolute(name)] == "" {
			names[absolute(name)] = name
			others = append(others, model.NewFile(absolute(name), data))
		}
	}
	for _, in := range r.around.Inputs {
		if filetype.IsKustomization(in.Path) {
			read(in.Path)
		}
	}
	patches := convert.Patches(others)
	for _, in := range r.around.Inputs {
		if patches[absolute(in.Path)] {
			read(in.Path)
		}
	}
	for _, name := range r.converter.Unasked(others, asked, changed) {
		notes = append(notes, fmt.Sprintf("%s: its patches may be for objects that change, and it stays, because it was not asked for: give its path as well", names[name]))
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
