package charts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// AddDisruption records that a pool of a template takes its disruption from a map in the values. It returns nil if it does not.
func (c *Charts) AddDisruption(template *model.File, object *model.Resource) *Use {
	disruption := object.Value.Get(Disruption...)
	if disruption == nil || disruption.Kind != model.Unknown {
		return nil
	}
	a, ok := writtenAs(template, object.Document, disruption)
	if !ok || !a.Plain || !isChartValue(a.Values) {
		return nil
	}
	use := newUse(template, object, Disruption, a)
	use.Refused = cmp.Or(c.locate(use), c.cannotMoveOut(use, "expireAfter"))
	c.uses = append(c.uses, use)
	return use
}

// MovesOut returns the template for a field that leaves the map, because in the values it moves beside the map. If some values lack
// the field, the template writes missing for them. It returns "" if no values have the field.
func (u *Use) MovesOut(key, missing string) (template string) {
	switch {
	case !u.has(key):
		return ""
	case u.alwaysHas(key):
		return "{{ " + u.beside(key) + " }}"
	}
	return fmt.Sprintf("{{ %s | default %q }}", u.beside(key), missing)
}

// alwaysHas reports whether every map in the values of the chart has the field.
func (u *Use) alwaysHas(key string) bool {
	lacks := func(p Place) bool { return p.Value.Get(key) == nil && (p.isItem() || p.file.isDefault()) }
	isDefault := func(p Place) bool { return p.file.isDefault() }
	return slices.ContainsFunc(u.Places, isDefault) && !slices.ContainsFunc(u.Places, lacks)
}

func (u *Use) has(key string) bool {
	return slices.ContainsFunc(u.Places, func(p Place) bool { return p.Value.Get(key) != nil })
}

// cannotMoveOut returns the reason why a field cannot move out of the map in the values, or "".
func (c *Charts) cannotMoveOut(use *Use, key string) (reason string) {
	if !use.has(key) {
		return ""
	}
	if use.beside(key) == "" {
		return fmt.Sprintf("%s comes from %s, and %s of it belongs elsewhere in the object; convert both by hand", use.subject(), use.Text, key)
	}
	for p := range c.places(use.dir(), Beside(use.path, key)) {
		if p.Value != nil {
			return fmt.Sprintf("%s comes from %s, and %s of it belongs elsewhere in the object, but %s has another %s beside it; convert both by hand",
				use.subject(), use.Text, key, p.File, key)
		}
	}
	return ""
}

// Beside returns the path of key in the map that contains the last step of path.
func Beside(path []any, key string) []any { return append(slices.Clone(path[:len(path)-1]), key) }

// fieldOfValue matches an expression that reads a field.
var fieldOfValue = pattern.New(`^(\$\w*)?(\.\w+)+$`)

// beside returns the expression for key in the map that contains the value; "" if there is none.
func (u *Use) beside(key string) string {
	if fieldOfValue().MatchString(u.written) {
		return u.written[:strings.LastIndexByte(u.written, '.')+1] + key
	}
	text := "$.Values"
	for _, step := range Beside(u.path, key) {
		name, isKey := step.(string)
		if !isKey || !fieldOfValue().MatchString("."+name) {
			return ""
		}
		text += "." + name
	}
	return text
}
