package convert

import (
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/index"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
)

// site returns where an object is written, once it is converted.
func (c *conversion) site(o *object, u *units.Unit) *sites.Site {
	s := &sites.Site{Object: siteObject(o.Object), Unit: u, Goal: c.Goal, Modules: c.survey.modules, IsUnconverted: c.stays}
	if o.branched == nil {
		return s
	}
	s.Blocks = o.branched.blocks
	for _, v := range o.branched.variants {
		s.Variants = append(s.Variants, sites.Variant{Object: siteObject(v.object.Object), Taken: v.branches, Doc: v.doc})
	}
	return s
}

func siteObject(o *fields.Object) sites.Object {
	s := sites.Object{Object: o.Object}
	if o.Class != nil {
		s.Class = o.Class.Object
	}
	return s
}

// stays reports whether an object stays as it is.
func (c *conversion) stays(id units.ID) bool {
	_, stays := c.skip[id]
	return stays
}

// plan plans the edits of objects of the current document.
func (c *conversion) plan(objects []*pending) ([]edit.Edit, error) {
	targets := make([]*sites.Site, len(objects))
	for i, p := range objects {
		targets[i] = p.site
	}
	return sites.Plan(c.doc, targets)
}

// twin returns the twin that an object has already, nil where none is asked for.
func (c *Converter) twin(seen *survey, m *index.Member) *sites.Origin {
	to := seen.modules.Successor(m.Kind)
	if !c.Keep || to == "" {
		return nil
	}
	twin := seen.index.TwinOf(m.ID, to)
	if twin == nil {
		return nil
	}
	return &twin.Origin
}

// keptBefore reports whether an object that is to be kept has its twin already.
func (c *conversion) keptBefore(o *object, change *facts.KindChange) bool {
	if !c.Keep || change == nil {
		return false
	}
	twin := c.survey.index.TwinOf(o.ID, change.To.Kind)
	if twin != nil {
		o.See(pages.Procedure).Info(nil, "already converted to %s %s in %s; left as it is", change.To.Kind, record.ShownName(o.Res), twin.Path)
	}
	return twin != nil
}

// existsAlready returns the reason why an object cannot become a twin that exists already, or "".
func existsAlready(change *facts.KindChange, twin *index.Member) string {
	if twin == nil || change.To.Kind == change.From.Kind {
		return ""
	}
	// The name is left out, so that a file with many such objects has one note.
	return fields.WithArticle(change.To.Kind) + " of that name exists already (" + twin.Path + "); delete the " + change.From.Kind +
		", or give it another name"
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
