package cli

import (
	"fmt"
	"path/filepath"

	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/load"
)

// save writes a changed file, unless it has changed since, or a new one beside f. The error names the file.
func (r *runner) save(f load.File, path string, original, changed []byte) error {
	r.saves.RLock()
	defer r.saves.RUnlock()
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: not written, because karplint was interrupted", path)
	}
	if path != f.Path {
		return save.Create(f.Root, filepath.FromSlash(path), filepath.FromSlash(f.Path), changed)
	}
	return save.Write(f.Root, filepath.FromSlash(path), original, changed)
}
