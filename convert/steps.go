package convert

import (
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convertWhole converts a whole object and returns what it has become.
func (c *conversion) convertWhole(o *object) (to string) {
	o.sameName()
	o.renaming().RenameTexts(nil, o.Res.Value)
	return c.takeSteps(o)
}

// takeSteps converts the object from one version of the API to the next, and returns what it has become.
func (c *conversion) takeSteps(o *object) (to string) {
	kind := o.Res.Kind
	for _, s := range c.Steps(o.Res) {
		if err := c.step(o, s); err != nil {
			o.refuse("karplint cannot edit this object safely: %v", err)
			break
		}
	}
	return o.Res.APIVersion + " " + strings.Replace(o.Name, kind, o.Res.Kind, 1)
}

// step converts the object, and the new ones that it has or gets, to the next version of the API.
func (c *conversion) step(o *object, s *facts.KindChange) error {
	o.Set([]any{"apiVersion"}, model.NewString(s.To.APIVersion))
	o.Set([]any{"kind"}, model.NewString(s.To.Kind))
	if use := o.fromValues(); use != nil {
		o.convertFromValues(s, use)
	} else {
		o.tables[s.From].convert(o)
	}
	if o.class != nil {
		if next := c.Steps(o.class.Res); len(next) > 0 {
			if err := c.step(o.class, next[0]); err != nil {
				return err
			}
			o.class.asWritten()
		}
	}
	return o.Next()
}
