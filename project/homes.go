package project

import "github.com/karplint/karplint/survey"

// homes maps CRD charts in directories of their own to the file of their controller, as in apps/karpenter-crd/a.yaml and
// apps/karpenter/a.yaml.
type controllerFiles map[*survey.Resource]string

// fileOf returns the file whose directory decides to which installation the resource belongs.
func (h controllerFiles) fileOf(r *survey.Resource) string {
	if file, ok := h[r]; ok {
		return file
	}
	return r.File.Path
}

// findControllerFiles finds the controllers of CRD charts by the clusters that both name. The controllers must be in one directory.
func (a *arranger) findControllerFiles(manifests []*survey.Resource) controllerFiles {
	controllers := map[string]map[string]string{} // by cluster and directory: the path of a file
	for _, r := range manifests {
		if r.Role() == survey.ControllerRole {
			dir, _ := a.nearest(r.File.Path)
			for _, name := range r.Value.Get("clusters").Children() {
				if controllers[name.Text] == nil {
					controllers[name.Text] = map[string]string{}
				}
				controllers[name.Text][dir] = r.File.Path
			}
		}
	}
	files := controllerFiles{}
	for _, r := range manifests {
		if r.Role() != survey.CRDsRole {
			continue
		}
		dir, tree := a.nearest(r.File.Path)
		if tree == nil || !tree.several {
			continue
		}
		neighbours := map[string]string{}
		for _, name := range r.Value.Get("clusters").Children() {
			for controllerDir, file := range controllers[name.Text] {
				if controllerDir == dir || contains(dir, controllerDir) {
					neighbours[controllerDir] = file
				}
			}
		}
		if len(neighbours) == 1 {
			for _, file := range neighbours { // in any order: there is one
				files[r] = file
			}
		}
	}
	return files
}
