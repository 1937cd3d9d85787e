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

// Unasked returns the paths of kustomizations in a tree whose patches may apply to objects in changed files.
func Unasked(goal *apis.Goal, tree *kustomize.Tree, changed []*model.File) []string {
	users := map[string]bool{}
	for _, f := range changed {
		if filetype.IsTerraform(f.Path) {
			continue
		}
		units.Read(f, 0, nil, func(u *units.Unit) {
			if u.Err != nil || len(goal.Steps(u.Res)) == 0 {
				return
			}
			for _, user := range tree.Users(f.Path, kustomize.NewObject(u.Res, nil)) {
				users[user] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(users))
}
