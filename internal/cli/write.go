package cli

import (
	"path/filepath"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/internal/load"
)

// save writes a changed file back, unless it was changed meanwhile. The error names the file.
func (r *runner) save(f load.File, before, after []byte) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err() // after an interrupt nothing more is begun
	}
	return edit.Write(f.Root, filepath.FromSlash(f.Path), before, after)
}
