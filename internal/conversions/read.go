package conversions

import (
	"path"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// ReadFiles reads the files among paths that a conversion needs: first those that their bytes select, then patches and values files of
// those. It leaves out files that cannot be read, because lint reports them.
func ReadFiles(paths []string, from model.Reader) []*model.File {
	return readSelected(paths, from, patchesOf, charts.Needed)
}

// ReadModules is ReadFiles that also reads all files of the Terraform modules of these files, because they may refer to changed
// objects.
func ReadModules(paths []string, from model.Reader) []*model.File {
	return readSelected(paths, from, patchesOf, charts.Needed, modulesOf)
}

// modulesOf returns a function that reports whether a file belongs to a Terraform module of the given files.
func modulesOf(files []*model.File) func(path string) bool {
	dirs := map[string]bool{}
	for _, f := range files {
		dirs[path.Dir(f.Path)] = dirs[path.Dir(f.Path)] || filetype.IsTerraform(f.Path)
	}
	return func(name string) bool { return filetype.IsConfiguration(name) && dirs[path.Dir(name)] }
}

// patchesOf returns a function that reports whether a file is a patch to which the given files refer.
func patchesOf(files []*model.File) func(path string) bool {
	named := patches.Files(files)
	return func(path string) bool { return named[path] }
}

// readSelected reads the files that a scan of their bytes selects, and those that they need.
func readSelected(paths []string, from model.Reader, needs ...func([]*model.File) func(path string) bool) []*model.File {
	var files []*model.File
	isRead := map[string]bool{}
	take := func(mayBeWanted func(path string) bool, wanted func(path string, data []byte) bool) {
		for _, path := range paths {
			if isRead[path] || !mayBeWanted(path) {
				continue
			}
			data, err := from.ReadFile(path)
			if err != nil || !wanted(path, data) {
				continue
			}
			if f, err := model.Open(from, path); err == nil {
				isRead[path] = true
				files = append(files, f)
			}
		}
	}
	take(func(string) bool { return true }, convert.Selects)
	for _, need := range needs {
		take(need(files), func(string, []byte) bool { return true })
	}
	return files
}
