package convert

import (
	"cmp"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convertWhole converts a whole object and returns its successor.
func (c *conversion) convertWhole(o *object) (to string) {
	o.warnNamesake()
	o.renaming().RenameTexts(nil, o.Res.Value)
	return c.takeSteps(o)
}

// takeSteps converts the object from one version of the API to the next, and returns its successor.
func (c *conversion) takeSteps(o *object) (to string) {
	kind := cmp.Or(o.Before.Str("kind"), o.Res.Kind)
	for _, s := range c.Steps(o.Res) {
		if err := c.step(o, s); err != nil {
			o.refuse("karplint cannot edit this object safely: %v", err)
			break
		}
	}
	return o.Res.APIVersion + " " + strings.Replace(o.Name, kind, o.Res.Kind, 1)
}

// step converts the object, and the class that it gets, to the next version of the API.
func (c *conversion) step(o *object, s *facts.KindChange) error {
	if use := o.fromValues(); use != nil {
		o.SetKind(s.To)
		o.convertFromValues(s, use)
	} else {
		c.tables[s.From].Convert(o.Object, s.To)
		if !c.HasKubeletInClass(s.From) && c.HasKubeletInClass(s.To) {
			o.kubelet().TakeStep()
		}
	}
	if o.Class != nil {
		if next := c.Steps(o.Class.Res); len(next) > 0 {
			c.tables[next[0].From].Convert(o.Class, next[0].To)
			if err := o.Class.Next(); err != nil {
				return err
			}
			o.Class.AsWritten()
		}
	}
	return o.Next()
}

// warnNamesake warns about another object of the same kind and name, because only the one that is applied last takes effect.
func (o *object) warnNamesake() {
	file := o.Res.Document.File.Path
	namesake := o.survey.index.Namesake(o.ID, file, o.Res.Kind, o.Res.Name)
	switch {
	case namesake == nil:
	case namesake.Path == file:
		o.Warn(model.Keys("metadata.name"), "%s is in this file twice, and the one that is applied last takes effect; rename or remove one of them", o.Name)
	default:
		o.Warn(model.Keys("metadata.name"), "%s is also in %s, and the one that is applied last takes effect; rename or remove one of them if both are "+
			"for one cluster", o.Name, namesake.Path)
	}
}
