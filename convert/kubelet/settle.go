package kubelet

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// settle gives the pools of a class the class if they agree about the settings, and copies of it otherwise.
func (plan *Plan) settle(classes []*classUse, pools []*poolUse, usedNames map[string]bool) {
	c := classes[0]
	wishes, fixed := wishesOf(c, pools)
	keeper := 0
	for i := range wishes {
		switch {
		case fixed >= 0:
			keeper = fixed
		case len(wishes[i].pools) > len(wishes[keeper].pools):
			keeper = i
		}
	}
	if c.kubelet != nil && fixed < 0 {
		keeper = -1 // no pool here wants the settings of the class, but others may
	}
	open := obstacle(classes, wishes, keeper)
	if open == "" && (len(wishes) > 1 || keeper < 0) {
		open = plan.patchedClass(c)
	}
	if open != "" {
		for _, p := range pools {
			if p.kubelet != nil {
				plan.set(p, poolMove{open: open})
			}
		}
		return
	}
	var copies []classCopy
	for i, w := range wishes {
		if i == keeper {
			plan.follow(w, poolMove{of: []units.ID{c.ID}, class: c.name}, c.kubelet == nil && !c.json)
			continue
		}
		copied := classCopy{name: freeName(c.name+"-"+w.pools[0].name, usedNames), kubelet: w.kubelet, pools: w.names()}
		usedNames[copied.name] = true
		copies = append(copies, copied)
		plan.follow(w, poolMove{of: []units.ID{c.ID}, class: copied.name, copied: c.name}, !c.json)
	}
	for _, c := range classes {
		move := classMove{copies: copies}
		if keeper >= 0 && c.kubelet == nil && wishes[keeper].kubelet != nil {
			move.kubelet, move.pools = wishes[keeper].kubelet, wishes[keeper].names()
		}
		plan.classes[c.ID] = move
	}
}

// Withhold leaves the settings of the kubelet in the pools of classes that turned out to be impossible to write to. It returns the numbers of
// the files with those pools and classes.
func (plan *Plan) Withhold(unwritable map[units.ID]bool) map[int]bool {
	failed, affected := map[units.ID]bool{}, map[int]bool{}
	for class := range plan.classes {
		if unwritable[class] {
			failed[class], affected[class.File] = true, true
			delete(plan.classes, class)
		}
	}
	for pool, move := range plan.pools {
		if move.class != "" && slices.ContainsFunc(move.of, func(class units.ID) bool { return failed[class] }) {
			affected[pool.File] = true
			plan.pools[pool] = poolMove{open: fmt.Sprintf("in v1 the kubelet settings belong to the class, and karplint cannot write them to the EC2NodeClass %q safely; write them to its spec.kubelet by hand, and remove them here", move.class)}
		}
	}
	return affected
}

// wishesOf returns the settings that the pools of a class want, in the order of the files. fixed is the index of the settings that the class
// has already, or -1 if no pool wants them.
func wishesOf(c *classUse, pools []*poolUse) (wishes []wish, fixed int) {
	fixed = -1
	for _, p := range pools {
		kubelet := cmp.Or(p.kubelet, c.kubelet)
		i := slices.IndexFunc(wishes, func(w wish) bool { return model.Equal(w.kubelet, kubelet) })
		if i < 0 {
			i = len(wishes)
			wishes = append(wishes, wish{kubelet: kubelet})
		}
		wishes[i].pools = append(wishes[i].pools, p)
		hasAlready := p.isV1 && p.kubelet == nil
		if hasAlready || c.kubelet != nil && model.Equal(kubelet, c.kubelet) {
			fixed = i
		}
	}
	return wishes, fixed
}

// obstacle returns the reason why the wishes cannot be fulfilled, and a remedy, or "".
func obstacle(classes []*classUse, wishes []wish, keeper int) string {
	c := classes[0]
	for _, class := range classes[1:] {
		if len(wishes) > 1 || !model.Equal(c.kubelet, class.kubelet) {
			return ambiguous(classes)
		}
	}
	for i, w := range wishes {
		name := w.pools[0].name
		if i == keeper {
			if c.kubelet != nil || w.kubelet == nil || isPortable(w, c) {
				continue
			}
			return fmt.Sprintf("in v1 the kubelet settings belong to the class, and they hold templates that may mean something else in %s; write them to spec.kubelet of the EC2NodeClass %q, and remove them here", c.path, c.name)
		}
		switch {
		case c.single:
			return fmt.Sprintf("the pools of the EC2NodeClass %q have different kubelet settings, which in v1 belong to the class, and its JSON file (%s) cannot hold a copy; make it a List, or write a class for each", c.name, c.path)
		case c.templated || name == "" || !isPortable(w, c):
			return fmt.Sprintf("the pools of the EC2NodeClass %q have different kubelet settings, which in v1 belong to the class, and names or settings are templates; write a class for each of them", c.name)
		case len(c.name+"-"+name) > maxName:
			return fmt.Sprintf("the pools of the EC2NodeClass %q have different kubelet settings, which in v1 belong to the class, and %q is too long a name for a copy; write a class for each of them", c.name, c.name+"-"+name)
		}
	}
	return ""
}

// patchedClass returns why a class cannot be copied that a kustomization patches, or "".
func (plan *Plan) patchedClass(c *classUse) string {
	kustomizations := plan.builds.PatchedIn(c.ID)
	if len(kustomizations) == 0 {
		return ""
	}
	return fmt.Sprintf("the pools of the EC2NodeClass %q have different kubelet settings, which in v1 belong to the class, and the patch of the class (%s) would not apply to a copy; write a class for each of them", c.name, kustomizations[0])
}

// maxName is the length of a label's value: Karpenter writes the name of the class on its nodes.
const maxName = 63

// isPortable reports whether the settings mean the same in the file of the class: a template that reads the values of a chart does in its
// whole directory, and one that reads a variable of a loop may not.
func isPortable(w wish, c *classUse) bool {
	for _, p := range w.pools {
		if p.path == c.path || !hasTemplate(w.kubelet, "") {
			continue
		}
		if path.Dir(p.path) != path.Dir(c.path) || hasTemplate(w.kubelet, "Values.") {
			return false
		}
	}
	return true
}

// hasTemplate reports whether v contains a Go template without the text global, or if global is "" any template or variable of a shell.
func hasTemplate(v *model.Value, global string) bool {
	for node := range v.Nodes() {
		if node.Kind != model.Unknown {
			continue
		}
		if global == "" || strings.Contains(node.Text, "{{") && !strings.Contains(node.Text, global) {
			return true
		}
	}
	return false
}

// follow moves the pools of a wish. The comments of one of them travel if the class gets its settings; other comments of
// the others stay.
func (plan *Plan) follow(w wish, move poolMove, placed bool) {
	comments := map[string]bool{"": true}
	if placed {
		for _, text := range remarks(w.kubelet) {
			comments[text] = true
		}
	}
	for _, p := range w.pools {
		if p.kubelet == nil && move.copied == "" {
			continue
		}
		move.allSaid = true
		for _, text := range remarks(p.kubelet) {
			move.allSaid = move.allSaid && comments[text]
		}
		move.paired = p.paired
		plan.set(p, move)
	}
}

// remarks returns the comments in v.
func remarks(v *model.Value) []string {
	var texts []string
	for inner := range v.All() {
		if c := inner.Comments; c != nil {
			texts = append(append(append(texts, c.Above...), c.Beside), c.Below...)
		}
	}
	return texts
}

func (w wish) names() []string {
	var names []string
	for _, p := range w.pools {
		names = append(names, "NodePool "+p.shown)
	}
	return names
}

// freeName returns the name, with a number if there is a class of that name.
func freeName(name string, usedNames map[string]bool) string {
	free := name
	for n := 2; usedNames[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}
