package convert

import (
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// survey is what a run must know of all files: which objects belong together and which files are
// patches. Of one file, it is what the others must know.
type survey struct {
	members []member
	byPlace map[spot][]int           // indices of members
	found   []*patches.Kustomization // of one file
	builds  *patches.Builds          // of all files
	numbers map[string]int           // of each file in the run

	goal        *apis.Goal
	kubeletUses *kubelet.Uses
	kubelets    *kubelet.Plan
	policies    []rename.PolicyStatement // of IAM, with tags of v1beta1

	takers  []sites.Taker
	modules *sites.Modules
	byID    map[units.ID]int // indices of members
}

// member is an object of the alpha or the new API.
type member struct {
	units.ID
	path  string // of the file
	kind  string // Provisioner, AWSNodeTemplate, NodePool, EC2NodeClass
	name  string
	shown string // its name, or the template that stands for it
	// classes are those that the pool names, if it is converted: more than one only where they stand in several files of values.
	classes []string
	// hidden is the template that names the class of the pool, which may be any beside it that a template names as well.
	hidden string
	// address is that of the resource of Terraform that applies it alone, "" if none does.
	address string
	block   string // of Terraform, that it stands in
	local   string // the local value that it stands in: local.pool
	shares  bool   // with other objects
	several bool   // it is a document of a text of several
	own     bool   // a Provisioner with a provider, which becomes a class of its name
}

// origin returns the object as one that something may be added beside.
func (m *member) origin() *sites.Origin {
	return &sites.Origin{
		ID: m.ID, Path: m.path, Kind: m.kind, Block: m.block, Address: m.address, Local: m.local,
		Shares: m.shares, Several: m.several, Provider: m.own,
	}
}

// target names the objects that a patch or a reference is for; an empty name in a patch stands
// for any.
type target struct{ kind, name string }

// merge makes one survey of those of the files.
func merge(found []*survey, goal *apis.Goal) *survey {
	all := newSurvey(goal)
	var kustomizations []*patches.Kustomization
	for _, s := range found {
		kustomizations = append(kustomizations, s.found...)
		for _, m := range s.members {
			for at := range filetype.Parents(m.path) {
				p := spot{target{m.kind, m.name}, at}
				all.byPlace[p] = append(all.byPlace[p], len(all.members))
			}
			all.byID[m.ID] = len(all.members)
			all.members = append(all.members, m)
		}
		all.kubeletUses.Add(s.kubeletUses)
		all.policies = append(all.policies, s.policies...)
		all.takers = append(all.takers, s.takers...)
	}
	all.builds = patches.NewBuilds(kustomizations)
	return all
}

func newSurvey(goal *apis.Goal) *survey {
	return &survey{goal: goal, kubeletUses: &kubelet.Uses{}, kubelets: kubelet.NewPlan(goal, nil, nil, &kubelet.Uses{}), byPlace: map[spot][]int{}, byID: map[units.ID]int{}, builds: patches.NewBuilds(nil), modules: &sites.Modules{}, numbers: map[string]int{}}
}

// surveyFile returns what a file says that matters for others. With moves, that is also what its pools and classes say about the kubelet, for
// which they are converted but for that.
func (c *Converter) surveyFile(f *model.File, file int, moves bool) *survey {
	s := newSurvey(c.Goal)
	if c.isTextFile(f, file) || c.isOnlyForTaint(f) {
		return s
	}
	if filetype.IsTerraform(f.Path) {
		s.takers = sites.TakersIn(f, file, c.parsed.Source(f))
	}
	trial := &conversion{Converter: c.forFile(f.Path), seen: s, file: f}
	c.parsed.Units(f, file, func(u *units.Unit) {
		c.note(s, f.Path, u)
		if moves && u.Err == nil && (facts.IsKarpenter(u.Res.Group()) || len(u.Res.Document.Templates) > 0) {
			o := trial.objectOf(u)
			trial.convertUnit(o, o.Name)
		}
	})
	s.kubeletUses = trial.kubelets
	return s
}

// note writes down what others must know of a unit.
func (c *Converter) note(s *survey, file string, u *units.Unit) {
	if u.Err == nil {
		s.policies = append(s.policies, rename.PoliciesOf(c.Names, u.Res)...)
	}
	switch {
	case u.Err != nil:
	case c.IsKnown(u.Res) && !filetype.IsKustomization(file):
		s.members = append(s.members, member{
			ID: u.ID, path: file, kind: u.Res.Kind, name: u.Res.Name, shown: record.ShownName(u.Res),
			classes: c.classesOfPool(u), hidden: c.hiddenClass(u.Res),
			own: u.Res.Value.Get("spec", "provider") != nil, address: u.Address(), block: u.BlockName(), local: u.Local(), shares: u.Local() != "" && !u.Only, several: u.Several,
		})
	default:
		s.found = append(s.found, patches.Find(u)...)
	}
}

// spot is where objects of a kind and name are looked for: a file, or a directory with all below it.
type spot struct {
	target
	at string
}

// nearest returns the members of a kind and name that share the longest path with a file: the
// ones that the file means.
func (s *survey) nearest(file, kind, name string) []member {
	var best []member
	if name == "" {
		return nil
	}
	for at := range filetype.Parents(file) {
		for _, i := range s.byPlace[spot{target{kind, name}, at}] {
			best = append(best, s.members[i])
		}
		if best != nil {
			break
		}
	}
	return best
}

// classesOfPool returns the names of the classes that a pool names, if both are converted.
func (c *Converter) classesOfPool(u *units.Unit) (names []string) {
	specs := []*model.Value{u.Res.Value.Get("spec")}
	if use := c.valueUses[u.ID]; use != nil && !use.IsList {
		specs = nil
		for _, p := range use.Places {
			specs = append(specs, p.Value)
		}
	}
	for _, spec := range specs {
		if name := c.classIn(spec); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// classIn returns the name of the class in the spec of a pool, or "".
func (c *Converter) classIn(spec *model.Value) string {
	for i, path := range apis.ClassRefs(c.APIs[:len(c.APIs)-1]) {
		alpha := i == 0 // whose pools have classes of one kind
		if r := spec.Get(path[1:]...); r.Str("name") != "" && (alpha || fields.PointsToClass(c.Goal, r)) {
			return r.Str("name")
		}
	}
	return ""
}

// hiddenClass returns the template that stands where a pool that is converted names its class, or "".
func (c *Converter) hiddenClass(res *model.Resource) string {
	if name := apis.ClassOfPool(res.Value, c.APIs[:len(c.APIs)-1]); name != nil && name.Kind == model.Unknown {
		return name.Text
	}
	return ""
}
