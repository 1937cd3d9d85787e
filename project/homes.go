package project

import "github.com/karplint/karplint/survey"

// homes are the files beside which CRD charts belong that stand apart from the controllers of their clusters, as in apps/karpenter/a.yaml and
// apps/karpenter-crd/a.yaml.
type homes map[*survey.Resource]string

// of returns the path of the file by which the resource is arranged.
func (h homes) of(r *survey.Resource) string {
	if file, found := h[r]; found {
		return file
	}
	return r.File.Path
}

// maxHomes is how many directories with controllers of one cluster are looked at: where there are more, its name tells nothing.
const maxHomes = 100

// homes finds them by the clusters that both are said to go to. A CRD chart of which that is not one directory stays where it is.
func (a *arranger) homes(manifests []*survey.Resource) homes {
	controllers := map[string]map[string]string{} // by the name of a cluster and a directory, the path of a file
	for _, r := range manifests {
		if r.Role() == survey.ControllerRole {
			dir, _ := a.nearest(r.File.Path)
			for _, name := range r.Value.Get("clusters").Children() {
				if controllers[name.Text] == nil {
					controllers[name.Text] = map[string]string{}
				}
				if len(controllers[name.Text]) <= maxHomes {
					controllers[name.Text][dir] = r.File.Path
				}
			}
		}
	}
	all := homes{}
	for _, r := range manifests {
		if r.Role() != survey.CRDsRole {
			continue
		}
		dir, found := a.nearest(r.File.Path)
		if found == nil || !found.several {
			continue
		}
		beside := map[string]string{}
		for _, name := range r.Value.Get("clusters").Children() {
			for own, file := range controllers[name.Text] {
				if own == dir || holds(dir, own) {
					beside[own] = file
				}
			}
		}
		if len(beside) == 1 {
			for _, file := range beside {
				all[r] = file
			}
		}
	}
	return all
}
