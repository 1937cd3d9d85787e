package patches

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Unasked returns the paths of kustomizations in a tree whose patches may apply to objects in changed files, which are given by their paths in the
// tree.
func Unasked(goal *apis.Goal, tree *kustomize.Tree, changed map[string]*model.File) []string {
	users := map[string]bool{}
	for name, f := range changed { // in any order: the users are sorted
		if filetype.IsTerraform(f.Path) {
			continue
		}
		units.Read(f, 0, nil, func(u *units.Unit) {
			if u.Err != nil || len(goal.Steps(u.Res)) == 0 {
				return
			}
			for _, user := range tree.Users(name, kustomize.NewObject(u.Res, nil)) {
				users[user] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(users))
}
