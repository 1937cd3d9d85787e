package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/model"
)

// readScripts returns the files with each script that has objects as the file of manifests that it is read as.
func (c *Converter) readScripts(files []*model.File) []*model.File {
	c.scripts = map[string]*scripts.Script{}
	read := slices.Clone(files)
	for i, f := range files {
		if s := scripts.Read(f); s != nil {
			c.scripts[f.Path], read[i] = s, s.Manifests
		}
	}
	return read
}

// written returns a file as it is written, also for a script that is read as manifests.
func (c *Converter) written(f *model.File) *model.File {
	if s := c.scripts[f.Path]; s != nil {
		return s.Written
	}
	return f
}

// restoreScripts makes the outcomes of scripts those of the files as they are written.
func (c *Converter) restoreScripts(out []File) {
	for i := range out {
		r := &out[i]
		s := c.scripts[r.Path]
		if s == nil {
			continue
		}
		after, isWhole := s.Restore(r.After)
		r.Before, r.After = s.Written.Data, after
		if !isWhole {
			r.After = r.Before
			r.Notes = append(r.Notes, Note{
				File: r.Path, Line: 1, Object: "script", Level: record.Decision,
				Message: "the conversion would change lines of the script beside its objects; convert it by hand",
			})
		}
	}
}
