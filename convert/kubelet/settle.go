package kubelet

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// settle gives a class the settings of its pools, if they agree. Otherwise a person must write a class for each.
func (plan *Plan) settle(classes []*classUse, pools []*poolUse) {
	c := classes[0]
	wanted, has := settingsOf(c, pools)
	if open := obstacle(classes, wanted, has); open != "" {
		for _, p := range pools {
			if p.kubelet != nil {
				plan.set(p, poolMove{open: open})
			}
		}
		return
	}
	w := wanted[0]
	plan.follow(w, poolMove{of: []units.ID{c.ID}, class: c.name}, c.kubelet == nil && !c.json)
	for _, c := range classes {
		move := classMove{}
		if c.kubelet == nil && w.kubelet != nil {
			move.kubelet, move.pools = w.kubelet, w.names()
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
			plan.pools[pool] = poolMove{open: fmt.Sprintf("in v1 the kubelet settings belong to the class, and karplint cannot write them to the "+
				"EC2NodeClass %q safely; write them to its spec.kubelet by hand, and remove them here", move.class)}
		}
	}
	return affected
}

// settingsOf returns the settings that the pools of a class want, in the order of the files, and whether a pool wants those that the class has
// already.
func settingsOf(c *classUse, pools []*poolUse) (wanted []settings, has bool) {
	for _, p := range pools {
		kubelet := cmp.Or(p.kubelet, c.kubelet)
		i := slices.IndexFunc(wanted, func(w settings) bool { return model.Equal(w.kubelet, kubelet) })
		if i < 0 {
			i = len(wanted)
			wanted = append(wanted, settings{kubelet: kubelet})
		}
		wanted[i].pools = append(wanted[i].pools, p)
		has = has || p.isV1 && p.kubelet == nil || c.kubelet != nil && model.Equal(kubelet, c.kubelet)
	}
	return wanted, has
}

// obstacle returns the reason why the class cannot get the settings of its pools, and a remedy, or "". has is true if it has them already.
func obstacle(classes []*classUse, wanted []settings, has bool) string {
	c := classes[0]
	for _, class := range classes[1:] {
		if len(wanted) > 1 || !model.Equal(c.kubelet, class.kubelet) {
			return ambiguous(classes)
		}
	}
	w := wanted[0]
	switch {
	case len(wanted) > 1:
		return fmt.Sprintf("the pools of the EC2NodeClass %q have different kubelet settings (%s, %s), "+
			"which in v1 belong to the class; write a class for each of them", c.name, w.names()[0], wanted[1].names()[0])
	case c.kubelet != nil && !has:
		return fmt.Sprintf("the EC2NodeClass %q has other kubelet settings than its pools, and in v1 they belong to the class; "+
			"write a class for these pools, or give them those of the class", c.name)
	case c.kubelet == nil && w.kubelet != nil && !isPortable(w, c):
		return fmt.Sprintf("in v1 the kubelet settings belong to the class, and they hold templates that may mean something else in %s; "+
			"write them to spec.kubelet of the EC2NodeClass %q, and remove them here", c.path, c.name)
	}
	return ""
}

// isPortable reports whether the settings mean the same where the class is: a template that reads the values of a chart does in its
// whole directory, and one that reads a variable of a loop only in the same blocks.
func isPortable(w settings, c *classUse) bool {
	for _, p := range w.pools {
		switch {
		case !hasTemplate(w.kubelet, ""):
		case path.Dir(p.path) != path.Dir(c.path):
			return false
		case hasTemplate(w.kubelet, "Values.") && (p.path != c.path || !inSameBlocks(p.doc, c.doc)):
			return false
		}
	}
	return true
}

// inSameBlocks reports whether no template block ends or starts between two documents of a file without containing both or neither.
func inSameBlocks(a, b *model.Document) bool {
	from, to := min(a.Root.Span.Start, b.Root.Span.Start), max(a.Root.Span.Start, b.Root.Span.Start)
	text := a.File.Data[from:to]
	depth := 0
	for _, t := range gotmpl.Find(text) {
		if depth += gotmpl.Read(string(text[t.Span.Start:t.Span.End])).Depth(); depth < 0 {
			return false
		}
	}
	return depth == 0
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

// follow moves the pools of a settings. The comments of one of them travel if the class gets its settings; other comments of
// the others stay.
func (plan *Plan) follow(w settings, move poolMove, placed bool) {
	comments := map[string]bool{"": true}
	if placed {
		for _, text := range remarks(w.kubelet) {
			comments[text] = true
		}
	}
	for _, p := range w.pools {
		if p.kubelet == nil {
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
		if c := inner.Comments(); c != nil {
			texts = append(append(append(texts, c.Above...), c.Beside), c.Below...)
		}
	}
	return texts
}

func (w settings) names() []string {
	var names []string
	for _, p := range w.pools {
		names = append(names, "NodePool "+p.shown)
	}
	return names
}
