package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// kubelet returns the object as one whose settings of the kubelet move.
func (o *object) kubelet() *kubelet.Object {
	return &kubelet.Object{Object: o.Object, ID: o.ID, InValues: o.inValues, Uses: o.conv.kubelets, Plan: o.seen.kubelets}
}

// takeKubelet does the part of a pool or a class in the plan for the settings of the kubelet.
func (o *object) takeKubelet() {
	k := o.kubelet()
	k.TakePart()
	k.Place()
}

// withholdKubelets leaves settings of the kubelet in their pools if their class cannot be written to, which only its conversion shows.
func (s *survey) withholdKubelets(results []*result) map[int]bool {
	unwritable := map[units.ID]bool{}
	for _, r := range results {
		for _, o := range r.outcomes {
			if o.held && o.edits == 0 {
				unwritable[o.ID] = true
			}
		}
	}
	return s.kubelets.Withhold(unwritable)
}

// NearestClasses returns the classes of a kind and name that are nearest to a file, without patches.
func (s *survey) NearestClasses(file, kind, name string) (all []units.ID) {
	for _, m := range s.nearest(file, kind, name) {
		if !s.builds.IsPatch(m.path) {
			all = append(all, m.ID)
		}
	}
	return all
}

// ClassNames returns the names of the classes, and of Provisioners that become one.
func (s *survey) ClassNames() (names []string) {
	for _, m := range s.members {
		if slices.Contains(apis.ClassKinds(s.goal.APIs), m.kind) || m.own {
			names = append(names, m.name)
		}
	}
	return names
}

// RefusePatch returns why a patch must not change a pool, because the class would have to change with it, and what to do; or "".
func (c *conversion) RefusePatch(kind string, original, patched *model.Value) string {
	return c.seen.kubelets.RefusePatch(kind, original, patched)
}
