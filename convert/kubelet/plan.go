package kubelet

import (
	"fmt"
	"path"
	"slices"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Uses is what pools and classes say about the kubelet.
type Uses struct {
	pools   []poolUse // of v1, once they are converted
	classes []classUse
}

// Add adds what other files say.
func (u *Uses) Add(other *Uses) {
	u.pools, u.classes = append(u.pools, other.pools...), append(u.classes, other.classes...)
}

// Mark is how many pools and classes there were at some time.
type Mark struct{ pools, classes int }

// Mark returns how many pools and classes there are.
func (u *Uses) Mark() Mark { return Mark{len(u.pools), len(u.classes)} }

// ForgetSince forgets what was added after the mark.
func (u *Uses) ForgetSince(m Mark) { u.pools, u.classes = u.pools[:m.pools], u.classes[:m.classes] }

// JoinSince makes one pool or class of the variants of an object that were added after the mark.
func (u *Uses) JoinSince(m Mark) {
	if len(u.pools) > m.pools+1 {
		first := &u.pools[m.pools]
		for _, p := range u.pools[m.pools+1:] {
			if !model.Equal(p.kubelet, first.kubelet) || p.kubelet != nil && p.class != first.class {
				first.varies = true
			}
			if first.kubelet == nil {
				first.kubelet = p.kubelet
			}
		}
		u.pools = u.pools[:m.pools+1]
	}
	if len(u.classes) > m.classes+1 {
		u.classes = u.classes[:m.classes+1]
	}
}

// poolUse is what a pool says about the kubelet, once it is of v1 but for that.
type poolUse struct {
	units.ID
	path, name string
	class      string // the EC2NodeClass that it names; "" for none, and for a class of another provider
	templated  bool   // the name of the class is a template
	kubelet    *model.Value
	varies     bool   // a template decides what they are
	isV1       bool   // it was of v1 before: without settings of its own it has those of its class
	installed  string // what its file belongs to, "" where that is not known
}

// classUse is what a class says about the kubelet.
type classUse struct {
	units.ID
	path, name string
	templated  bool // its name is a template
	kubelet    *model.Value
	json       bool // it has no place for comments
	single     bool // the only object that its file can hold
	installed  string
}

// poolMove is what becomes of a pool's settings of the kubelet.
type poolMove struct {
	blocked bool     // nothing, for the class cannot be converted
	open    string   // why nothing does, and what to do
	of      units.ID // the class that takes them, or is copied for them
	class   string   // the class that has them from now on
	copied  string   // the one that the pool named before, where class is a copy of it
	allSaid bool     // the class says everything that the comments in the pool say
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

// Files answers questions about the files of a run.
type Files interface {
	// NearestClasses returns the classes of a kind and name that are nearest to a file, without patches.
	NearestClasses(file, kind, name string) []units.ID
	// ClassNames returns the names of all classes in the output.
	ClassNames() []string
}

// Builds answers questions about the kustomizations of a run.
type Builds interface {
	// UsersOf returns the directories of the kustomizations that build a file, directly or through others.
	UsersOf(file string) map[string]bool
	// PatchedIn returns the kustomizations that patch an object.
	PatchedIn(object units.ID) []string
}

// Plan decides where the settings of the kubelet go that are written in pools.
type Plan struct {
	goal    *apis.Goal
	files   Files
	uses    *Uses
	pools   map[units.ID]poolMove
	classes map[units.ID]classMove
	builds  Builds
}

// NewPlan returns the plan for what the pools and classes of all files say.
func NewPlan(goal *apis.Goal, files Files, builds Builds, uses *Uses) *Plan {
	s := &Plan{goal: goal, files: files, builds: builds, uses: uses, pools: map[units.ID]poolMove{}, classes: map[units.ID]classMove{}}
	if slices.ContainsFunc(uses.pools, func(p poolUse) bool { return p.kubelet != nil }) {
		s.decide()
	}
	return s
}

func (s *Plan) decide() {
	taken := map[string]bool{} // names of classes
	known := map[units.ID]*classUse{}
	for i := range s.uses.classes {
		known[s.uses.classes[i].ID] = &s.uses.classes[i]
		taken[s.uses.classes[i].name] = true
	}
	for _, name := range s.files.ClassNames() {
		taken[name] = true
	}
	var groups []*classUsers
	for i := range s.uses.pools {
		p := &s.uses.pools[i]
		classes, blocked := s.classesOf(p, known)
		switch {
		case p.varies:
			s.pools[p.ID] = poolMove{open: "a template decides what the settings of the kubelet are, and v1 has them in the class; write them to spec.kubelet of the EC2NodeClass that the pool names, and remove them here"}
		case blocked:
			s.pools[p.ID] = poolMove{blocked: true}
		case len(classes) == 0 && p.kubelet == nil:
		case len(classes) == 0:
			s.pools[p.ID] = poolMove{open: p.homeless()}
		default:
			at := slices.IndexFunc(groups, func(g *classUsers) bool { return slices.Equal(g.classes, classes) })
			if at < 0 {
				at = len(groups)
				groups = append(groups, &classUsers{classes: classes})
			}
			g := groups[at]
			g.pools = append(g.pools, p)
			g.moves = g.moves || p.kubelet != nil
		}
	}
	for _, g := range groups {
		if !s.leave(g, groups) {
			s.settle(g.classes, s.surely(g), taken)
		}
	}
}

// classUsers are the pools that mean the same class, or the same classes that are equally near.
type classUsers struct {
	classes []*classUse
	pools   []*poolUse
	moves   bool // a pool has settings of its own
}

// leave leaves the pools of a group with several classes to a person, if something moves to a class that they may mean, and says whether other
// pools mean one of those alone.
func (s *Plan) leave(g *classUsers, groups []*classUsers) bool {
	shared, moves := false, g.moves
	for _, other := range groups {
		if len(g.classes) > 1 && len(other.classes) == 1 && slices.Contains(g.classes, other.classes[0]) {
			shared, moves = true, moves || other.moves
		}
	}
	for _, p := range g.pools {
		if shared && moves {
			s.pools[p.ID] = poolMove{open: manyClasses(g.classes)}
		}
	}
	return shared
}

// manyClasses says what to do where karplint cannot see which of several classes a pool means.
func manyClasses(classes []*classUse) string {
	return fmt.Sprintf("v1 has the settings of the kubelet in the class, and more than one EC2NodeClass %q is as near (%s, %s); convert the directories of each cluster by themselves, or write the settings to spec.kubelet of the right ones", classes[0].name, classes[0].path, classes[1].path)
}

// surely returns the pools that mean the class as far as one can see, and leaves the others to a person. Where pools stand
// beside a class, one that stands elsewhere may be of another cluster, whose class of that name is not among the files.
func (s *Plan) surely(g *classUsers) []*poolUse {
	c := g.classes[0]
	if !g.moves {
		return g.pools
	}
	var beside, elsewhere []*poolUse
	for _, p := range g.pools {
		if s.together(p, c) {
			beside = append(beside, p)
		} else {
			elsewhere = append(elsewhere, p)
		}
	}
	if len(beside) == 0 {
		return g.pools
	}
	for _, p := range elsewhere {
		s.pools[p.ID] = poolMove{open: fmt.Sprintf("v1 has the settings of the kubelet in the class, and the nearest EC2NodeClass %q (%s) has other pools beside it: karplint cannot see whether this pool is of the same cluster; convert the directories of each cluster by themselves, or give one of the classes another name", c.name, c.path)}
	}
	return beside
}

// together says whether a pool and a class surely belong together: an installation or a kustomization has both, or one of them stands
// in the directory of the other or below it.
func (s *Plan) together(p *poolUse, c *classUse) bool {
	if p.installed != "" && p.installed == c.installed || filetype.InOneTree(p.path, c.path) {
		return true
	}
	of := s.builds.UsersOf(p.path)
	for dir := range s.builds.UsersOf(c.path) {
		if of[dir] {
			return true
		}
	}
	return false
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
func (s *Plan) classesOf(p *poolUse, known map[units.ID]*classUse) (classes []*classUse, blocked bool) {
	if p.templated {
		for i := range s.uses.classes {
			if c := &s.uses.classes[i]; c.templated && c.name == p.class && path.Dir(c.path) == path.Dir(p.path) {
				classes = append(classes, known[c.ID])
			}
		}
		return classes, false
	}
	for _, kind := range slices.Backward(apis.ClassKinds(s.goal.APIs)) {
		for _, class := range s.files.NearestClasses(p.path, kind, p.class) {
			c := known[class]
			if c == nil {
				return nil, true
			}
			if p.installed != "" && c.installed != "" && p.installed != c.installed {
				continue // of another cluster
			}
			classes = append(classes, c)
		}
		if len(classes) > 0 {
			break
		}
	}
	return classes, false
}

// RefusePatch returns how a patch, which makes after of a pool of a kind, changes what the class has from now on, and what to do; "" if it
// does not.
func (s *Plan) RefusePatch(kind string, before, after *model.Value) string {
	if after == nil || !s.goal.Behaves.KubeletInClass || !slices.Contains(apis.PoolKinds(s.goal.APIs), kind) {
		return ""
	}
	was, is := settingsIn(before), settingsIn(after)
	named := func(pool *model.Value) string {
		if name := apis.ClassOfPool(pool, s.goal.APIs); name != nil {
			return name.Text
		}
		return ""
	}
	switch class, other := named(before), named(after); {
	case !model.Equal(was, is) && !(fields.IsEmpty(was) && fields.IsEmpty(is)):
		return fmt.Sprintf("changes the settings of the kubelet, which v1 has in the class; write them as a patch of the EC2NodeClass %q, and remove them here", class)
	case class != other && (!fields.IsEmpty(was) || len(s.classes) > 0):
		return fmt.Sprintf("gives the pool another class, and v1 has the settings of the kubelet in the class; write those of the pool to spec.kubelet of the EC2NodeClass %q, and convert the patch by hand", other)
	}
	return ""
}
