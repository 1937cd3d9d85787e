package cli

import (
	"fmt"
	"path/filepath"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/internal/load"
)

// save writes a changed file back, unless it was changed meanwhile. The error names the file.
func (r *runner) save(f load.File, before, after []byte) error {
	r.saves.RLock()
	defer r.saves.RUnlock()
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: interrupted; it was not written", f.Path)
	}
	return edit.Write(f.Root, filepath.FromSlash(f.Path), before, after)
}

// create writes a new file beside another one. The error names the file.
func (r *runner) create(beside load.File, path string, content []byte) error {
	r.saves.RLock()
	defer r.saves.RUnlock()
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: interrupted; it was not written", path)
	}
	return edit.Create(beside.Root, filepath.FromSlash(path), filepath.FromSlash(beside.Path), content)
}
