package convert

import (
	"bytes"
	"path"
	"slices"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// readEnded returns the files with each template of a chart with the newline at its end that Helm adds to what it renders: there a block scalar (|)
// that ends the file has a newline, which it would not have in a plain file. ended are those templates as they are written, by path.
func (c *Converter) readEnded(files []*model.File) (read []*model.File, ended map[string]*model.File) {
	ended = map[string]*model.File{}
	isPart := map[string]bool{} // of the run
	for _, f := range files {
		isPart[f.Path] = true
	}
	read = slices.Clone(files)
	for i, f := range files {
		dir := helm.ChartOf(f.Path)
		if dir == "" || len(f.Data) == 0 || bytes.HasSuffix(f.Data, []byte("\n")) {
			continue
		}
		if chart := path.Join(dir, "Chart.yaml"); isPart[chart] || c.opts.Exists != nil && c.opts.Exists(chart) {
			ended[f.Path], read[i] = f, model.NewFile(f.Path, append(bytes.Clone(f.Data), '\n'))
		}
	}
	return read, ended
}

// restoreEnds makes the outcomes of templates without a newline at the end those of the files as they are written.
func restoreEnds(out []File, ended map[string]*model.File) {
	for i := range out {
		r := &out[i]
		f := ended[r.Path]
		if f == nil {
			continue
		}
		r.Before, r.After = f.Data, bytes.TrimSuffix(r.After, []byte("\n"))
	}
}
