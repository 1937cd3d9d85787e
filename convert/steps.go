package convert

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// loadSteps reads what the steps to the API of the output need beyond the first one: the kinds of all steps, and the
// releases that serve what comes out. It returns an error for an API that nothing is converted to.
func (c *Converter) loadSteps() error {
	c.v1 = facts.V1beta1ToV1()
	c.duration = regexp.MustCompile(c.v1.Duration.Pattern)
	c.apis = c.registry.apis.Until(string(c.opts.To))
	if len(c.apis) < 2 {
		return fmt.Errorf("nothing is converted to the API %q; give one of %s", c.opts.To, strings.Join(c.registry.names(), ", "))
	}
	c.kinds = facts.Steps(c.apis)
	c.behaves = c.registry.behaviour(c.apis)
	c.older = namesOf(c.apis[1:len(c.apis)-1], c.behaves.newTaint)
	c.served = c.registry.releasesOf(c.output().Pool)
	if c.opts.Keep {
		c.served = both(c.served, c.registry.releasesOf(c.apis[0].Pool))
	}
	return nil
}

// convertWhole converts a whole object and returns what it has become.
func (c *conversion) convertWhole(o *object) (to string) {
	o.sameName()
	o.textsIn(nil, o.Res.Value)
	return c.takeSteps(o)
}

// takeSteps converts the object from one version of the API to the next, and returns what it has become.
func (c *conversion) takeSteps(o *object) (to string) {
	kind := o.Res.Kind
	for _, s := range c.steps(o.Res) {
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
		o.registry.kinds[s.From].convert(o)
	}
	if o.class != nil {
		if next := c.steps(o.class.Res); len(next) > 0 {
			if err := c.step(o.class, next[0]); err != nil {
				return err
			}
			o.class.asWritten()
		}
	}
	return o.Next()
}

// steps returns the steps from the version of the object's API to that of the output; none if it is that already, or no kind
// that is converted.
func (c *Converter) steps(res *model.Resource) []*facts.KindChange {
	var steps []*facts.KindChange
	at := facts.APIKind{APIVersion: res.APIVersion, Kind: res.Kind}
	for i, k := range c.kinds {
		if k.From == at && k.To.Kind != "" {
			steps = append(steps, &c.kinds[i])
			at = k.To
		}
	}
	return steps
}
