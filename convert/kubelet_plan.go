package convert

import (
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/model"
)

// poolUse is what a pool says about the kubelet, once it is of v1 but for that.
type poolUse struct {
	id
	path, name string
	class      string // the EC2NodeClass that it names; "" for none, and for a class of another provider
	templated  bool   // the name of the class is a template
	kubelet    *model.Value
	isV1       bool // it was of v1 before: without settings of its own it has those of its class
}

// classUse is what a class says about the kubelet.
type classUse struct {
	id
	path, name string
	templated  bool // its name is a template
	kubelet    *model.Value
	json       bool // it has no place for comments
	single     bool // the only object that its file can hold
}

// poolMove is what becomes of a pool's settings of the kubelet.
type poolMove struct {
	blocked bool   // nothing, for the class cannot be converted
	open    string // why nothing does, and what to do
	class   string // the class that has them from now on
	copied  string // the one that the pool named before, where class is a copy of it
	allSaid bool   // the class says everything that the comments in the pool say
}

// classMove is what a class gets.
type classMove struct {
	kubelet *model.Value // nil: it stays as it is
	pools   []string     // that it comes from
	copies  []classCopy
}

type classCopy struct {
	name    string
	kubelet *model.Value // nil: as in the original
	pools   []string
}

// wish is what some pools of a class agree on.
type wish struct {
	kubelet *model.Value
	pools   []*poolUse
}

// planKubelets decides where the settings of the kubelet go that stand in pools.
func (s *survey) planKubelets() {
	s.poolMoves, s.classMoves = map[id]poolMove{}, map[id]classMove{}
	wanted := false
	for _, p := range s.pools {
		wanted = wanted || p.kubelet != nil
	}
	if !wanted {
		return
	}
	taken := map[string]bool{} // names of classes
	known := map[id]*classUse{}
	for i := range s.classes {
		known[s.classes[i].id] = &s.classes[i]
		taken[s.classes[i].name] = true
	}
	for _, m := range s.members {
		if m.kind == "EC2NodeClass" || m.kind == "AWSNodeTemplate" || m.own {
			taken[m.name] = true
		}
	}
	var order [][]*classUse
	users := map[*classUse][]*poolUse{} // by the first of the classes that a pool means
	for i := range s.pools {
		p := &s.pools[i]
		classes, blocked := s.classesOf(p, known)
		switch {
		case blocked:
			s.poolMoves[p.id] = poolMove{blocked: true}
		case len(classes) == 0 && p.kubelet == nil:
		case len(classes) == 0:
			s.poolMoves[p.id] = poolMove{open: p.homeless()}
		default:
			if users[classes[0]] == nil {
				order = append(order, classes)
			}
			users[classes[0]] = append(users[classes[0]], p)
		}
	}
	for _, classes := range order {
		s.settle(classes, users[classes[0]], taken)
	}
}

// movesKubelet says whether something moves to or from an object.
func (s *survey) movesKubelet(of id) bool {
	_, pool := s.poolMoves[of]
	_, class := s.classMoves[of]
	return pool || class
}

// homeless says what to do with settings whose class is not among the files.
func (p *poolUse) homeless() string {
	switch {
	case p.class == "":
		return "v1 has the settings of the kubelet in the EC2NodeClass, and the pool names none; write them to spec.kubelet of the class that its nodes are made with, and remove them here"
	case p.templated:
		return fmt.Sprintf("v1 has the settings of the kubelet in the class, whose name comes from %q; write them to spec.kubelet of that EC2NodeClass, and remove them here", p.class)
	}
	return fmt.Sprintf("v1 has the settings of the kubelet in the class, and the EC2NodeClass %q is not among the files; write them to its spec.kubelet, and remove them here; or convert its file together with this one", p.class)
}

// classesOf returns the classes that a pool means: those of its name that are nearest to it. blocked says that one of them cannot be
// converted, and so nor can the pool.
func (s *survey) classesOf(p *poolUse, known map[id]*classUse) (classes []*classUse, blocked bool) {
	if p.templated {
		for i := range s.classes {
			if c := &s.classes[i]; c.templated && c.name == p.class && path.Dir(c.path) == path.Dir(p.path) {
				classes = append(classes, known[c.id])
			}
		}
		return classes, false
	}
	for _, kind := range []string{"EC2NodeClass", "AWSNodeTemplate"} {
		for _, m := range s.nearest(p.path, kind, p.class) {
			if _, isPatch := s.patches[m.path]; isPatch {
				continue
			}
			c := known[m.id]
			if c == nil {
				return nil, true
			}
			classes = append(classes, c)
		}
		if len(classes) > 0 {
			break
		}
	}
	return classes, false
}

// settle gives the pools of a class what they want: the class if they agree, copies of it where they do not.
func (s *survey) settle(classes []*classUse, pools []*poolUse, taken map[string]bool) {
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
		keeper = -1 // nobody here wants what the class says, but others may
	}
	open := inTheWay(classes, wishes, keeper)
	if open == "" && (len(wishes) > 1 || keeper < 0) {
		open = s.patchedClass(c)
	}
	if open != "" {
		for _, p := range pools {
			if p.kubelet != nil {
				s.poolMoves[p.id] = poolMove{open: open}
			}
		}
		return
	}
	var copies []classCopy
	for i, w := range wishes {
		if i == keeper {
			s.follow(w, poolMove{class: c.name}, c.kubelet == nil && !c.json)
			continue
		}
		copied := classCopy{name: freeName(c.name+"-"+w.pools[0].name, taken), kubelet: w.kubelet, pools: w.names()}
		taken[copied.name] = true
		copies = append(copies, copied)
		s.follow(w, poolMove{class: copied.name, copied: c.name}, !c.json)
	}
	for _, c := range classes {
		move := classMove{copies: copies}
		if keeper >= 0 && c.kubelet == nil && wishes[keeper].kubelet != nil {
			move.kubelet, move.pools = wishes[keeper].kubelet, wishes[keeper].names()
		}
		s.classMoves[c.id] = move
	}
}

// wishesOf returns what the pools of a class want, in the order of the files. fixed is the index of what the class says already, or
// -1 if no pool wants that.
func wishesOf(c *classUse, pools []*poolUse) (wishes []wish, fixed int) {
	fixed = -1
next:
	for _, p := range pools {
		kubelet := p.kubelet
		if kubelet == nil {
			kubelet = c.kubelet
		}
		for i := range wishes {
			if model.Equal(wishes[i].kubelet, kubelet) {
				wishes[i].pools = append(wishes[i].pools, p)
				if p.isV1 && p.kubelet == nil {
					fixed = i
				}
				continue next
			}
		}
		if model.Equal(kubelet, c.kubelet) && c.kubelet != nil || p.isV1 && p.kubelet == nil {
			fixed = len(wishes)
		}
		wishes = append(wishes, wish{kubelet, []*poolUse{p}})
	}
	return wishes, fixed
}

// inTheWay returns why the wishes cannot be fulfilled, and what to do, or "".
func inTheWay(classes []*classUse, wishes []wish, keeper int) string {
	c := classes[0]
	for _, other := range classes[1:] {
		if len(wishes) > 1 || !model.Equal(c.kubelet, other.kubelet) {
			return fmt.Sprintf("v1 has the settings of the kubelet in the class, and more than one EC2NodeClass %q is as near (%s, %s); write them to spec.kubelet of the right ones, and remove them here", c.name, c.path, other.path)
		}
	}
	for i, w := range wishes {
		name := w.pools[0].name
		switch {
		case w.kubelet != nil && i == keeper && c.kubelet == nil && !portable(w, c):
			return fmt.Sprintf("v1 has the settings of the kubelet in the class, and they hold templates that may mean something else in %s; write them to spec.kubelet of the EC2NodeClass %q, and remove them here", c.path, c.name)
		case i == keeper:
		case c.single:
			return fmt.Sprintf("the pools of the EC2NodeClass %q do not agree about the kubelet, which v1 has in the class, and its JSON file (%s) has no room for a copy; make it a List, or write a class for each", c.name, c.path)
		case c.templated || name == "" || !portable(w, c):
			return fmt.Sprintf("the pools of the EC2NodeClass %q do not agree about the kubelet, which v1 has in the class, and names or settings are templates; write a class for each of them", c.name)
		case len(c.name+"-"+name) > maxName:
			return fmt.Sprintf("the pools of the EC2NodeClass %q do not agree about the kubelet, which v1 has in the class, and %q is too long a name for a copy; write a class for each of them", c.name, c.name+"-"+name)
		}
	}
	return ""
}

// patchedClass returns why a class cannot be copied that a kustomization patches, or "".
func (s *survey) patchedClass(c *classUse) string {
	for _, uses := range s.uses {
		for _, u := range uses {
			if u.base != nil && u.base.id == c.id {
				return fmt.Sprintf("the pools of the EC2NodeClass %q do not agree about the kubelet, which v1 has in the class, and a copy would go without its patch (%s); write a class for each of them", c.name, u.kustomization)
			}
		}
	}
	return ""
}

// maxName is the length of a label's value: Karpenter writes the name of the class on its nodes.
const maxName = 63

// portable says whether the settings mean the same in the file of the class: a template that reads the values of a chart does in its
// whole directory, and one that reads a variable of a loop may not.
func portable(w wish, c *classUse) bool {
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

// hasTemplate says whether v holds a Go template without the text global, or with any variable of a shell where global is "".
func hasTemplate(v *model.Value, global string) bool {
	if v == nil {
		return false
	}
	if v.Kind == model.Unknown {
		return global == "" || strings.Contains(v.Text, "{{") && !strings.Contains(v.Text, global)
	}
	for _, item := range v.Items {
		if hasTemplate(item, global) {
			return true
		}
	}
	for _, e := range v.Entries {
		if hasTemplate(e.Key, global) || hasTemplate(e.Value, global) {
			return true
		}
	}
	return false
}

// follow moves the pools of a wish. The comments of one of them travel if the class gets its settings; what others say in theirs
// beyond that stays.
func (s *survey) follow(w wish, move poolMove, placed bool) {
	said := map[string]bool{"": true}
	if placed {
		for _, text := range remarks(w.kubelet) {
			said[text] = true
		}
	}
	for _, p := range w.pools {
		if p.kubelet == nil && move.copied == "" {
			continue
		}
		move.allSaid = true
		for _, text := range remarks(p.kubelet) {
			move.allSaid = move.allSaid && said[text]
		}
		s.poolMoves[p.id] = move
	}
}

// remarks returns the comments in v.
func remarks(v *model.Value) []string {
	if v == nil {
		return nil
	}
	var texts []string
	if c := v.Comments; c != nil {
		texts = append(append(append(texts, c.Above...), c.Beside), c.Below...)
	}
	for _, item := range v.Items {
		texts = append(texts, remarks(item)...)
	}
	for _, e := range v.Entries {
		texts = append(texts, remarks(e.Value)...)
	}
	return texts
}

func (w wish) names() []string {
	var names []string
	for _, p := range w.pools {
		names = append(names, "NodePool "+p.name)
	}
	return names
}

// freeName returns the name, with a number if there is a class of that name.
func freeName(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}
