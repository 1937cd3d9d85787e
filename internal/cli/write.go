package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/load"
)

// save writes a changed file, unless it has changed since it was read. The error contains the name of the file.
func (r *runner) save(f load.File, path string, original, changed []byte) error {
	return r.saveGroup([]save.Change{newChange(f, path, original, changed)})[0]
}

// newChange returns the change to a listed file.
func newChange(f load.File, path string, original, changed []byte) save.Change {
	return save.Change{Root: f.Root, Path: filepath.FromSlash(path), Before: original, After: changed}
}

// saveGroup writes files that belong together, all or none. It returns an error or nil for each.
func (r *runner) saveGroup(changes []save.Change) []error {
	r.saves.RLock()
	defer r.saves.RUnlock()
	if !r.isInterrupted() {
		return save.Group(changes)
	}
	errs := make([]error, len(changes))
	for i, c := range changes {
		errs[i] = fmt.Errorf("%s: not written, because karplint was interrupted", c.Path)
	}
	return errs
}

// removeLeftovers removes leftovers of killed runs from the directories of the files, before files are written there. It returns a
// note for each file that such a run was about to write: other files of its group may have been written.
func removeLeftovers(files []load.File) (notes []string) {
	cleaned := map[string]bool{}
	for _, f := range files {
		dir := filepath.Dir(filepath.FromSlash(f.Path))
		if f.Context || f.IsStdin() || cleaned[dir] {
			continue
		}
		cleaned[dir] = true
		for _, l := range save.RemoveLeftovers(dir) {
			notes = append(notes, fmt.Sprintf("%s: an earlier run was killed before it wrote this file; %s is removed", filepath.ToSlash(l.Target),
				filepath.Base(l.Path)))
		}
	}
	slices.Sort(notes)
	return notes
}
