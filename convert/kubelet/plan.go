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

// Uses are the settings of the kubelet in pools and classes.
type Uses struct {
	pools   []poolUse // of v1, once they are converted
	classes []classUse
}

// Add adds the settings of other files.
func (u *Uses) Add(added *Uses) {
	u.pools, u.classes = append(u.pools, added.pools...), append(u.classes, added.classes...)
}

// Mark is how many pools and classes there were at some time.
type Mark struct{ pools, classes int }

// Mark returns how many pools and classes there are.
func (u *Uses) Mark() Mark { return Mark{len(u.pools), len(u.classes)} }

// ForgetSince forgets the pools and classes that were added after the mark.
func (u *Uses) ForgetSince(m Mark) { u.pools, u.classes = u.pools[:m.pools], u.classes[:m.classes] }

// JoinSince makes one pool or class of the variants of an object that were added after the mark.
func (u *Uses) JoinSince(m Mark) {
	if len(u.pools) > m.pools+1 {
		first := &u.pools[m.pools]
		for _, p := range u.pools[m.pools+1:] {
			first.join(&p)
		}
		u.pools = u.pools[:m.pools+1]
	}
	if len(u.classes) > m.classes+1 {
		u.classes = u.classes[:m.classes+1]
	}
}

// join adds another variant of the pool.
func (p *poolUse) join(variant *poolUse) {
	p.varies = p.varies || !model.Equal(variant.kubelet, p.kubelet)
	if p.kubelet == nil {
		p.kubelet = variant.kubelet
	}
	switch isNamed := variant.class != "" && !(variant.class == p.class && variant.templated == p.templated); {
	case isNamed && p.class == "":
		p.class, p.templated = variant.class, variant.templated
	case isNamed:
		p.others = append(p.others, *variant)
	}
}

// poolUse has the settings of a pool that is converted to v1 except for them.
type poolUse struct {
	units.ID
	path, name string
	shown      string // the name, or the template that writes it
	class      string // the EC2NodeClass that it names; "" for none, and for a class of another provider
	templated  bool   // the name of the class is a template
	kubelet    *model.Value
	varies     bool      // the settings depend on a template
	others     []poolUse // variants of the pool that name other classes
	isV1       bool      // it was of v1 before: without settings of its own it has those of its class
	installed  string    // the installation of its file, "" if unknown
	paired     *classUse // the class that the names of the files tell from others of its name; nil if nothing had to be told
	doc        *model.Document
}

// classUse has the settings of a class.
type classUse struct {
	units.ID
	path, name string
	line       int  // of its name
	templated  bool // its name is a template
	kubelet    *model.Value
	json       bool // it has no place for comments
	installed  string
	doc        *model.Document
}

// poolMove describes where the settings of a pool go.
type poolMove struct {
	blocked bool       // nowhere, because the class cannot be converted
	open    string     // nowhere: the reason, and a remedy
	of      []units.ID // the classes that take them
	class   string     // the class that has them after the move
	paired  *classUse  // see poolUse
	allSaid bool       // the class has all comments of the pool
}

// classMove has the settings that a class gets.
type classMove struct {
	kubelet *model.Value // nil: those of the class stay
	pools   []string     // the pools that they come from
}

// settings are those on which some pools of a class agree.
type settings struct {
	kubelet *model.Value
	pools   []*poolUse
}

// Files answers questions about the files of a run.
type Files interface {
	// NearestClasses returns the classes of a kind and name that are nearest to a file, without patches.
	NearestClasses(file, kind, name string) []units.ID
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

// NewPlan returns the plan for the settings in the pools and classes of all files.
func NewPlan(goal *apis.Goal, files Files, builds Builds, uses *Uses) *Plan {
	plan := &Plan{goal: goal, files: files, builds: builds, uses: uses, pools: map[units.ID]poolMove{}, classes: map[units.ID]classMove{}}
	if slices.ContainsFunc(uses.pools, func(p poolUse) bool { return p.kubelet != nil }) {
		plan.decide()
	}
	return plan
}

func (plan *Plan) decide() {
	byID := map[units.ID]*classUse{}
	for i := range plan.uses.classes {
		byID[plan.uses.classes[i].ID] = &plan.uses.classes[i]
	}
	var groups []*classUsers
	for i := range plan.uses.pools {
		p := &plan.uses.pools[i]
		for _, variant := range p.variants() {
			groups = plan.group(variant, groups, byID)
		}
	}
	for _, g := range groups {
		if !plan.leaveAmbiguous(g, groups) {
			plan.settle(g.classes, plan.certainUsers(g))
		}
	}
}

// variants returns the pool once for each class that it names.
func (p *poolUse) variants() []*poolUse {
	uses := []*poolUse{p}
	for i := range p.others {
		uses = append(uses, &p.others[i])
		p.others[i].varies = p.varies
	}
	return uses
}

// group adds a pool to those that mean the same classes, or notes that its settings cannot move.
func (plan *Plan) group(p *poolUse, groups []*classUsers, byID map[units.ID]*classUse) []*classUsers {
	classes, blocked := plan.classesOf(p, byID)
	switch {
	case p.varies:
		plan.set(p, poolMove{open: byTemplate})
	case blocked:
		plan.set(p, poolMove{blocked: true})
	case len(classes) == 0 && p.kubelet == nil:
	case len(classes) == 0:
		plan.set(p, poolMove{open: p.noClass()})
	default:
		i := slices.IndexFunc(groups, func(g *classUsers) bool { return slices.Equal(g.classes, classes) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &classUsers{classes: classes})
		}
		g := groups[i]
		g.pools = append(g.pools, p)
		g.moves = g.moves || p.kubelet != nil
	}
	return groups
}

const byTemplate = "a template writes the kubelet settings, and in v1 they belong to the class; write them to spec.kubelet of the EC2NodeClass " +
	"that the pool names, and remove them here"

// set notes where the settings of a pool go. One that names several classes gives them to all of these, or to none.
func (plan *Plan) set(p *poolUse, move poolMove) {
	before, isSet := plan.pools[p.ID]
	if isSet && (before.open != "" || before.blocked) {
		return
	}
	move.of = append(move.of, before.of...)
	plan.pools[p.ID] = move
}

// classUsers are the pools that mean the same class, or the same classes that are equally near.
type classUsers struct {
	classes []*classUse
	pools   []*poolUse
	moves   bool // a pool has settings of its own
}

// leaveAmbiguous leaves the pools of a group with several classes to a person, if settings move to a class that they may mean. It returns
// whether other pools mean one of those classes alone.
func (plan *Plan) leaveAmbiguous(g *classUsers, groups []*classUsers) bool {
	shared, moves := false, g.moves
	for _, users := range groups {
		if len(g.classes) > 1 && len(users.classes) == 1 && slices.Contains(g.classes, users.classes[0]) {
			shared, moves = true, moves || users.moves
		}
	}
	for _, p := range g.pools {
		if shared && moves {
			plan.set(p, poolMove{open: ambiguous(g.classes)})
		}
	}
	return shared
}

// ambiguous returns the message for pools that may mean several classes.
func ambiguous(classes []*classUse) string {
	return fmt.Sprintf("in v1 the kubelet settings belong to the class, and two EC2NodeClasses %q are equally near (%s, %s); convert the directories "+
		"of each cluster separately, or write the settings to spec.kubelet of the right ones", classes[0].name, classes[0].path, classes[1].path)
}

// certainUsers returns the pools that surely mean the class, and leaves the others to a person. If there are pools
// beside a class, a pool elsewhere may be of another cluster, whose class of that name is not among the files.
func (plan *Plan) certainUsers(g *classUsers) []*poolUse {
	c := g.classes[0]
	if !g.moves {
		return g.pools
	}
	var near, elsewhere []*poolUse
	for _, p := range g.pools {
		if plan.belongTogether(p, c) {
			near = append(near, p)
		} else {
			elsewhere = append(elsewhere, p)
		}
	}
	if len(near) == 0 {
		return g.pools
	}
	for _, p := range elsewhere {
		plan.set(p, poolMove{open: fmt.Sprintf("in v1 the kubelet settings belong to the class, and the nearest EC2NodeClass %q (%s) has other pools "+
			"beside it: karplint cannot see whether this pool belongs to the same cluster; convert the directories of each cluster separately, or give one "+
			"of the classes another name", c.name, c.path)})
	}
	return near
}

// belongTogether reports whether a pool and a class surely belong together: an installation or a kustomization has both, or one of them is
// in the directory of the other or below it.
func (plan *Plan) belongTogether(p *poolUse, c *classUse) bool {
	if p.installed != "" && p.installed == c.installed || filetype.InOneTree(p.path, c.path) {
		return true
	}
	of := plan.builds.UsersOf(p.path)
	for dir := range plan.builds.UsersOf(c.path) {
		if of[dir] {
			return true
		}
	}
	return false
}

// noClass returns the message for settings whose class is not among the files.
func (p *poolUse) noClass() string {
	switch {
	case p.class == "":
		return "in v1 the kubelet settings belong to the EC2NodeClass, and the pool names none; write them to spec.kubelet of the class of its nodes, " +
			"and remove them here"
	case p.templated:
		return fmt.Sprintf("in v1 the kubelet settings belong to the class, whose name comes from %q; write them to spec.kubelet of that EC2NodeClass, "+
			"and remove them here", p.class)
	}
	return fmt.Sprintf("in v1 the kubelet settings belong to the class, and the EC2NodeClass %q is not among the files; write them to its "+
		"spec.kubelet, and remove them here; or convert its file together with this one", p.class)
}

// classesOf returns the classes that a pool means: those of its name that are nearest to it. blocked is true if one of them cannot be
// converted, so that the pool cannot be either.
func (plan *Plan) classesOf(p *poolUse, byID map[units.ID]*classUse) (classes []*classUse, blocked bool) {
	if p.templated {
		for i := range plan.uses.classes {
			if c := &plan.uses.classes[i]; c.templated && c.name == p.class && path.Dir(c.path) == path.Dir(p.path) {
				classes = append(classes, byID[c.ID])
			}
		}
		return classes, false
	}
	for _, kind := range slices.Backward(apis.ClassKinds(plan.goal.APIs)) {
		for _, class := range plan.files.NearestClasses(p.path, kind, p.class) {
			c := byID[class]
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
	if paired := pairedByName(p.path, classes); paired != nil && !plan.goal.Strict {
		p.paired = paired
		return []*classUse{paired}, false
	}
	return classes, false
}

// RefusePatch returns how a patch of a pool changes settings that the class has in v1, and a remedy; "" if it does not.
func (plan *Plan) RefusePatch(kind string, original, patched *model.Value) string {
	if patched == nil || !plan.goal.Behaves.KubeletInClass || !slices.Contains(apis.PoolKinds(plan.goal.APIs), kind) {
		return ""
	}
	oldSettings, newSettings := settingsIn(original), settingsIn(patched)
	named := func(pool *model.Value) string {
		if name := apis.ClassOfPool(pool, plan.goal.APIs); name != nil {
			return name.Text
		}
		return ""
	}
	switch class, newClass := named(original), named(patched); {
	case !model.Equal(oldSettings, newSettings) && !(fields.IsEmpty(oldSettings) && fields.IsEmpty(newSettings)):
		return fmt.Sprintf("changes the kubelet settings, which in v1 belong to the class; write them as a patch of the EC2NodeClass %q, and remove them "+
			"here", class)
	case class != newClass && (!fields.IsEmpty(oldSettings) || len(plan.classes) > 0):
		return fmt.Sprintf("gives the pool another class, and in v1 the kubelet settings belong to the class; write those of the pool to spec.kubelet of "+
			"the EC2NodeClass %q, and convert the patch by hand", newClass)
	}
	return ""
}
