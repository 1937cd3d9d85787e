package convert

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/identity"
	"github.com/karplint/karplint/convert/index"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/rename"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// surveyFile returns the facts of a file that concern others. With moves they include the settings of the kubelet in its pools and classes, which
// are converted to find them.
func (c *Converter) surveyFile(f *model.File, file int, moves bool) *survey {
	s := newSurvey(c.Goal)
	s.noteDefaults(c.written(f))
	if c.isTextFile(f, file) || c.isOnlyForTaint(f) {
		return s
	}
	if filetype.IsTerraform(f.Path) {
		s.consumers = sites.ConsumersIn(f, file, c.parsed.Source(f))
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
			Shares: u.Local() != "" && !u.Only, Several: u.Count > 1, Apart: u.Apart, Provider: u.Res.Value.Get("spec", "provider") != nil,
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

// noteIdentity records the role or instance profile of a class.
func (c *Converter) noteIdentity(s *survey, file string, u *units.Unit) {
	spec := u.Res.Value.Get("spec")
	if !apis.IsClass(u.Res.Kind) {
		spec = spec.Get("provider")
	}
	id, name := identity.Of(spec, known.IsOpen)
	if name == nil || name.Text == c.Facts.RolePlaceholder {
		return
	}
	id.Place = record.Place{File: file, Line: u.Res.Document.File.Position(name.Span.Start).Line}
	s.identities.all = append(s.identities.all, id)
}
