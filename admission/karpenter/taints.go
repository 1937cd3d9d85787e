package karpenter

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

var taintEffects = []string{"NoSchedule", "PreferNoSchedule", "NoExecute"}

// taint is a taint with a known key and effect.
type taint struct {
	place
	id taintID
}

// taintID is the part of a taint that must be unique.
type taintID struct{ key, effect string }

// seenTaints are the taints with an id so far, as far as they matter to later ones.
type seenTaints struct{ first, certain *taint }

// add calls duplicate with an earlier taint and t if the nodes have both whenever templates render one of them, and adds t.
func (s *seenTaints) add(t taint, duplicate func(earlier, later taint)) {
	earlier := s.certain
	if t.present == known.Yes {
		earlier = s.first
	}
	if earlier != nil {
		duplicate(*earlier, t)
	}
	s.first = cmp.Or(s.first, &t)
	if t.present == known.Yes {
		s.certain = cmp.Or(s.certain, &t)
	}
}

// checkNodes checks the settings of nodes, which several kinds have.
func (j *judge) checkNodes(nodes place) {
	if j.kind != "NodeOverlay" {
		j.checkTaints(j.field(nodes, "taints"), j.field(nodes, "startupTaints"))
		j.checkKubelet(j.field(nodes, "kubelet"))
	}
	j.checkRequirements(j.field(nodes, "requirements"))
}

// checkTaints checks the taints of nodes. A taint may occur only once in both lists together.
func (j *judge) checkTaints(lists ...place) {
	seen := map[taintID]*seenTaints{}
	for _, list := range lists {
		items, _ := j.items(list)
		for _, item := range items {
			t, ok := j.checkTaint(item)
			if !ok {
				continue
			}
			if seen[t.id] == nil {
				seen[t.id] = &seenTaints{}
			}
			seen[t.id].add(t, j.checkDuplicate)
		}
	}
}

// checkTaint checks a taint. It returns false if its key or effect is unknown.
func (j *judge) checkTaint(item place) (taint, bool) {
	key, hasKey := j.textAt(item, "key")
	effect, hasEffect := j.textAt(item, "effect")
	value, hasValue := j.textAt(item, "value")
	if fault := faultOfKey(key); hasKey && fault != "" {
		j.refuse("taint-key", problem{
			place: j.field(item, "key"),
			fact:  fmt.Sprintf("taint key %q %s", key, fault),
			help:  admission.KeyHelp,
		})
	}
	if fault := faultOfKey(value); hasValue && value != "" && fault != "" {
		j.refuse("taint-value", problem{
			place: j.field(item, "value"),
			fact:  fmt.Sprintf("the value %q of taint %q %s", value, key, fault),
			help:  admission.ValueHelp,
		})
	}
	if hasEffect && effect != "" && !slices.Contains(taintEffects, effect) {
		p := problem{
			place: j.field(item, "effect"),
			fact:  fmt.Sprintf("taint %q has the unknown effect %q", key, effect),
			help:  "use one of NoSchedule, PreferNoSchedule, NoExecute",
		}
		if meant := nearest.Slip(effect, taintEffects); meant != "" {
			p.fix = setText(p.place.path, effect, meant)
		}
		j.refuse("taint-effect", p)
	}
	return taint{item, taintID{key, effect}}, hasKey && hasEffect
}

// checkDuplicate reports a second taint with the same key and effect. Two taints in templates may be alternatives. If only one of
// them is in a template, that one is reported.
func (j *judge) checkDuplicate(s, t taint) {
	if s.present == known.Maybe {
		s, t = t, s
	}
	p := problem{
		place: t.place,
		fact:  fmt.Sprintf("taint %q with the effect %s is in %s already", t.id.key, t.id.effect, model.PathText(s.path)),
		help:  "delete one of the two",
	}
	if j.isSame(s.place, t.place) {
		p.fix = &admission.Fix{Title: "delete " + model.PathText(t.path), Ops: []edit.Op{{Do: edit.Delete, Path: t.path}}}
	}
	j.refuse("duplicate-taint", p)
}

// isSame reports whether two taints are in the same list and have the same value, so that one of them is redundant.
func (j *judge) isSame(a, b place) bool {
	if !slices.Equal(a.path[:len(a.path)-1], b.path[:len(b.path)-1]) {
		return false
	}
	v, ok := j.textAt(a, "value")
	w, known := j.textAt(b, "value")
	return ok && known && v == w
}
