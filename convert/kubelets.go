package convert

import (
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// kubelet returns the object as one whose settings of the kubelet move.
func (o *object) kubelet() *kubelet.Object {
	return &kubelet.Object{Object: o.Object, ID: o.ID, InValues: o.inValues, Uses: o.conv.kubelets, Plan: o.survey.kubelets}
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
			if o.blocked && o.edits == 0 {
				unwritable[o.ID] = true
			}
		}
	}
	return s.kubelets.Withhold(unwritable)
}

// RefusePatch returns why a patch must not change a pool, because the class would have to change with it, and a remedy; or "".
func (c *conversion) RefusePatch(kind string, original, patched *model.Value) string {
	return c.survey.kubelets.RefusePatch(kind, original, patched)
}
