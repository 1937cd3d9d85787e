package conversions

import (
	"path"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// ReadFiles reads those of the paths that a conversion needs, in their order for each reason. It leaves out files that cannot be read, because
// lint reports them.
func ReadFiles(paths []string, read func(path string) ([]byte, error)) []*model.File {
	return readSelected(paths, read, patchesOf, charts.Needed)
}

// ReadModules reads the same, and all files of the modules of Terraform that some of them belong to: they may refer to what changes.
func ReadModules(paths []string, read func(path string) ([]byte, error)) []*model.File {
	return readSelected(paths, read, patchesOf, charts.Needed, modulesOf)
}

// modulesOf reports which files belong to a module of Terraform of some files.
func modulesOf(files []*model.File) func(path string) bool {
	dirs := map[string]bool{}
	for _, f := range files {
		dirs[path.Dir(f.Path)] = dirs[path.Dir(f.Path)] || filetype.IsTerraform(f.Path)
	}
	return func(name string) bool { return filetype.IsConfiguration(name) && dirs[path.Dir(name)] }
}

// patchesOf reports which files are patches to which others refer.
func patchesOf(files []*model.File) func(path string) bool {
	named := patches.Files(files)
	return func(path string) bool { return named[path] }
}

// readSelected reads the files that are selected by their bytes, and those that they need.
func readSelected(paths []string, read func(path string) ([]byte, error), needs ...func([]*model.File) func(path string) bool) []*model.File {
	var files []*model.File
	isRead := map[string]bool{}
	take := func(mayBeWanted func(path string) bool, wanted func(path string, data []byte) bool) {
		for _, path := range paths {
			if isRead[path] || !mayBeWanted(path) {
				continue
			}
			if data, err := read(path); err == nil && wanted(path, data) {
				isRead[path] = true
				files = append(files, model.NewFile(path, data))
			}
		}
	}
	take(func(string) bool { return true }, convert.Selects)
	for _, need := range needs {
		take(need(files), func(string, []byte) bool { return true })
	}
	return files
}
