package convert

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/admission/known"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/index"
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// survey contains the facts of a run that concern several files: which objects belong together, and which
// files are patches. The survey of a single file contains its part of them.
type survey struct {
	members        []index.Member                     // of one file
	foreign        []index.Foreign                    // of one file
	identities     []fields.Identity                  // that classes name
	defaults       map[string][]fields.ClusterDefault // of clusters, for classes that name none
	kustomizations []*patches.Kustomization           // of one file
	index          *index.Index                       // of all files
	builds         *patches.Builds                    // of all files
	numbers        map[string]int                     // of each file in the run

	goal        *apis.Goal
	kubeletUses *kubelet.Uses
	kubelets    *kubelet.Plan
	statements  []rename.PolicyStatement // IAM statements with tags of v1beta1, of one file
	policies    *rename.Policies         // of all files

	takers  []sites.Taker
	modules *sites.Modules
}

// merge merges the surveys of the files into one.
func merge(surveys []*survey, goal *apis.Goal) *survey {
	merged := newSurvey(goal)
	var kustomizations []*patches.Kustomization
	var members []index.Member
	var foreign []index.Foreign
	var statements []rename.PolicyStatement
	for _, s := range surveys {
		kustomizations = append(kustomizations, s.kustomizations...)
		members = append(members, s.members...)
		foreign = append(foreign, s.foreign...)
		merged.identities = append(merged.identities, s.identities...)
		for cluster, defaults := range s.defaults {
			merged.defaults[cluster] = append(merged.defaults[cluster], defaults...)
		}
		merged.kubeletUses.Add(s.kubeletUses)
		statements = append(statements, s.statements...)
		merged.takers = append(merged.takers, s.takers...)
	}
	merged.builds = patches.NewBuilds(kustomizations)
	merged.policies = rename.PoliciesOfRun(goal.Names, statements)
	merged.index = index.New(goal, members, merged.builds)
	merged.index.Foreign = foreign
	return merged
}

func newSurvey(goal *apis.Goal) *survey {
	builds := patches.NewBuilds(nil)
	return &survey{
		goal: goal, kubeletUses: &kubelet.Uses{}, kubelets: kubelet.NewPlan(goal, nil, nil, &kubelet.Uses{}),
		builds: builds, index: index.New(goal, nil, builds), modules: &sites.Modules{}, numbers: map[string]int{},
		defaults: map[string][]fields.ClusterDefault{},
	}
}

// surveyFile returns the facts of a file that concern others. With moves they include the settings of the kubelet in its pools and classes, which
// are converted to find them.
func (c *Converter) surveyFile(f *model.File, file int, moves bool) *survey {
	s := newSurvey(c.Goal)
	s.noteDefaults(c.written(f))
	if c.isTextFile(f, file) || c.isOnlyForTaint(f) {
		return s
	}
	if filetype.IsTerraform(f.Path) {
		s.takers = sites.TakersIn(f, file, c.parsed.Source(f))
	}
	trial := &conversion{Converter: c.forFile(f.Path), survey: s, file: f}
	c.parsed.Units(f, file, func(u *units.Unit) {
		if trial.isAside(u) {
			return
		}
		c.note(s, f.Path, u)
		mayMove := u.Err == nil && (facts.IsKarpenter(u.Res.Group()) || len(u.Res.Document.Templates) > 0)
		if moves && mayMove {
			o := trial.objectOf(u)
			trial.convertUnit(o, o.Name)
		}
	})
	s.kubeletUses = trial.kubelets
	return s
}

// note adds the facts of a unit.
func (c *Converter) note(s *survey, file string, u *units.Unit) {
	if u.Err == nil {
		s.statements = append(s.statements, rename.PoliciesOf(c.Names, u.Res)...)
	}
	switch {
	case u.Err != nil:
	case facts.IsForeignClass(u.Res.Group(), u.Res.Kind) && u.Res.Name != "":
		s.foreign = append(s.foreign, index.Foreign{Path: file, Kind: u.Res.Kind, Group: u.Res.Group(), Name: u.Res.Name})
	case c.IsKnown(u.Res) && !filetype.IsKustomization(file):
		origin := sites.Origin{
			ID: u.ID, Path: file, Kind: u.Res.Kind, Name: u.Res.Name, Block: u.BlockName(), Address: u.Address(), Local: u.Local(),
			Shares: u.Local() != "" && !u.Only, Several: u.Several, Provider: u.Res.Value.Get("spec", "provider") != nil,
		}
		c.noteIdentity(s, file, u)
		s.members = append(s.members, index.Member{
			Origin: origin, Shown: record.ShownName(u.Res), IsNew: len(c.Steps(u.Res)) == 0, Classes: c.classesOfPool(u), HiddenClass: c.hiddenClass(u.Res),
		})
	default:
		s.kustomizations = append(s.kustomizations, patches.Find(u)...)
	}
}

// classesOfPool returns the names of the classes that a pool names, if both are converted.
func (c *Converter) classesOfPool(u *units.Unit) (names []string) {
	specs := []*model.Value{u.Res.Value.Get("spec")}
	if use := c.valueUses[u.ID]; use.Is(charts.Spec) {
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

// hiddenClass returns the template that writes the name of the class of a pool that is converted, or "".
func (c *Converter) hiddenClass(res *model.Resource) string {
	if name := apis.ClassOfPool(res.Value, c.APIs[:len(c.APIs)-1]); name != nil && name.Kind == model.Unknown {
		return name.Text
	}
	return ""
}

// foreignClass returns a class of another provider, for messages, if a name in a file can only mean that; otherwise "".
func (s *survey) foreignClass(file, name string) string {
	if class := s.index.OnlyForeign(file, name); class != nil {
		return fmt.Sprintf("%s %s of %s is in %s", class.Kind, class.Name, class.Group, class.Path)
	}
	return ""
}

// noteIdentity records the role or instance profile of a class.
func (c *Converter) noteIdentity(s *survey, file string, u *units.Unit) {
	settings := u.Res.Value.Get("spec")
	if !apis.IsClass(u.Res.Kind) {
		settings = settings.Get("provider")
	}
	id, name := fields.IdentityOf(settings, known.IsOpen)
	if name == nil || name.Text == c.Facts.RolePlaceholder {
		return
	}
	id.Place = record.Place{File: file, Line: c.expanded.Line(u.Res.Document.File, name.Span.Start)}
	s.identities = append(s.identities, id)
}

// noteDefaults records the instance profiles that the commands of a text set as defaults of clusters, each once.
func (s *survey) noteDefaults(f *model.File) {
	for _, i := range scripts.Installations(string(f.Data)) {
		isKnown := func(d fields.ClusterDefault) bool { return d.InstanceProfile == i.InstanceProfile }
		if !slices.ContainsFunc(s.defaults[i.Cluster], isKnown) {
			s.defaults[i.Cluster] = append(s.defaults[i.Cluster], fields.ClusterDefault{Cluster: i.Cluster, InstanceProfile: i.InstanceProfile, File: f.Path, Line: i.Line})
		}
	}
}

// identitiesAround returns the identities of classes in the directory of a file, above it and below it.
func (s *survey) identitiesAround(file string) (around []fields.Identity) {
	for _, id := range s.identities {
		if filetype.InOneTree(file, id.File) {
			around = append(around, id)
		}
	}
	return around
}
