package convert

import (
	"path"
	"slices"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Unasked returns the paths of the kustomizations among others whose patches may be for objects in files that change. The others stay as they
// are, and are those kustomizations and their patches; asked are the kustomizations of the run.
func (c *Converter) Unasked(others, asked []*model.File, changed map[string]bool) (paths []string) {
	b := &builder{Converter: c, seen: newSurvey(), files: map[string]*model.File{}}
	for _, f := range slices.Concat(others, asked) {
		b.files[f.Path] = f
		if filetype.IsKustomization(f.Path) {
			b.seen.addFile(f)
		}
	}
	for _, f := range others {
		dir := path.Dir(f.Path)
		k := b.seen.kustomizations[dir]
		if k != nil && k.Path == f.Path && b.mayPatch(dir, map[string]bool{}) && b.takes(dir, changed, map[string]bool{}) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// mayPatch says whether a kustomization, or a component of it, has a patch or names a field that may be of an object that is converted.
func (b *builder) mayPatch(dir string, visited map[string]bool) bool {
	k := b.seen.kustomizations[dir]
	if k == nil || visited[dir] {
		return false
	}
	visited[dir] = true
	return alphaKinds().Match(b.files[k.Path].Data) ||
		slices.ContainsFunc(k.Patches, b.mayConcern) ||
		slices.ContainsFunc(k.Components, func(c string) bool { return b.mayPatch(c, visited) })
}

// takes says whether a kustomization is built of one of the files.
func (b *builder) takes(dir string, files, visited map[string]bool) bool {
	k := b.seen.kustomizations[dir]
	if k == nil || visited[dir] {
		return false
	}
	visited[dir] = true
	return slices.ContainsFunc(slices.Concat(k.Resources, k.Components), func(name string) bool { return files[name] || b.takes(name, files, visited) })
}
