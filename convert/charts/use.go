package charts

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// Use is a part of a templated object, such as its spec, that comes from the values as a whole: {{ toYaml .Values.pool.spec |
// nindent 2 }}. The template gets the new kind and the values files get the new spec, both or neither.
type Use struct {
	Object  *model.Resource
	Part    []any   // of the object: its spec, requirements or disruption
	Text    string  // .Values.pool.spec
	Places  []Place // the values at the path, in each values file
	Refused string  // the reason why the values cannot be converted, with a remedy; "" if they can

	template *model.File
	written  string       // the author's expression: $pool.spec
	path     []any        // starts after Values
	writers  []model.Span // the spans of the template that read the value
}

// AddSpec records that a templated object takes its whole spec from the values. It returns nil if it does not.
func (c *Charts) AddSpec(template *model.File, object *model.Resource) *Use {
	spec := object.Value.Get("spec")
	if spec == nil || spec.Kind != model.Unknown {
		return nil
	}
	a, ok := writtenAs(template, object.Document, spec)
	if !ok || !a.Plain || !isChartValue(a.Values) {
		return nil
	}
	use := newUse(template, object, Spec, a)
	use.Refused = c.locate(use)
	c.uses = append(c.uses, use)
	return use
}

// Parts of an object that may come from values.
var (
	Spec         = model.Keys("spec")
	Requirements = model.Keys("spec.requirements")
	Disruption   = model.Keys("spec.disruption")
)

// Is reports whether the use is of that part; false for nil.
func (u *Use) Is(part []any) bool { return u != nil && slices.Equal(u.Part, part) }

// isChartValue reports whether a path starts with Values.
func isChartValue(path []any) bool { return len(path) > 1 && path[0] == "Values" }

// newUse returns the use of the action that writes a part of an object.
func newUse(template *model.File, object *model.Resource, part []any, a Action) *Use {
	v := object.Value.Get(part...)
	writers := WritersOf(object.Document, v)
	if !v.Span.Empty() {
		writers = append(writers, v.Span)
	}
	return &Use{Object: object, Part: part, Text: valuesText(a.Values), written: a.Text, template: template, path: a.Values[1:], writers: writers}
}

// writtenAs returns the action that writes the whole of an unknown value.
func writtenAs(template *model.File, doc *model.Document, v *model.Value) (Action, bool) {
	var spans []model.Span
	for _, c := range doc.Contents {
		if c.Owner == v || c.Owner.Kind == model.Unknown && c.Owner.Span == v.Span {
			spans = append(spans, c.Span)
		}
	}
	if len(spans) == 0 && !v.Span.Empty() {
		spans = append(spans, v.Span)
	}
	if len(spans) != 1 {
		return Action{}, false
	}
	return WrittenAt(template, spans[0])
}

// valuesText writes a values path for messages: .Values.pools[].spec.
func valuesText(path []any) string {
	var b strings.Builder
	for _, step := range path {
		if key, ok := step.(string); ok {
			b.WriteString("." + key)
		} else {
			b.WriteString("[]")
		}
	}
	return b.String()
}

// dir returns the directory of the chart.
func (u *Use) dir() string { return helm.ChartOf(u.template.Path) }

// subject names the part for messages.
func (u *Use) subject() string {
	switch {
	case u.Is(Requirements):
		return "the list of requirements"
	case u.Is(Disruption):
		return "spec.disruption"
	}
	return "the spec"
}

// locate finds the maps in the values files. If they cannot be converted, it returns the reason.
func (c *Charts) locate(use *Use) (reason string) {
	if file := c.unreadable(use.dir()); file != "" {
		return fmt.Sprintf("%s comes from %s, and %s does not parse as one YAML document; convert both by hand", use.subject(), use.Text, file)
	}
	for p := range c.places(use.dir(), use.path) {
		if !p.isSet() {
			continue
		}
		if p.Value.Kind != model.Map {
			return fmt.Sprintf("%s comes from %s, which is a %s in %s; convert both by hand", use.subject(), use.Text, p.Value.Kind, p.File)
		}
		if len(p.Value.Entries) > 0 || p.Value.Open || use.Is(Disruption) { // v1 rejects an empty disruption
			use.Places = append(use.Places, p)
		}
	}
	if len(use.Places) == 0 {
		return fmt.Sprintf("%s comes from %s, which no values file of the chart sets; convert it where it is set, together with this template",
			use.subject(), use.Text)
	}
	return ""
}

// Files returns the paths of the values files that set the value.
func (u *Use) Files() (files []string) {
	for _, p := range u.Places {
		files = append(files, p.File)
	}
	return slices.Compact(files)
}

// Base returns the value in values.yaml into which Helm merges the value at place; nil if there is none.
func (u *Use) Base(place Place) *model.Value {
	if place.isItem() {
		return nil
	}
	for _, p := range u.Places {
		if p.file.isDefault() && p.File != place.File && slices.Equal(p.Path, place.Path) {
			return p.Value
		}
	}
	return nil
}

// PlacesIn yields each converted place in a values file, with the first use of it.
func (c *Charts) PlacesIn(file string) iter.Seq2[*Use, Place] {
	return func(yield func(*Use, Place) bool) {
		var visited [][]any
		for _, use := range c.uses {
			for _, p := range use.Places {
				isVisited := slices.ContainsFunc(visited, func(path []any) bool { return slices.Equal(path, p.Path) })
				if use.Refused != "" || p.File != file || isVisited {
					continue
				}
				visited = append(visited, p.Path)
				if !yield(use, p) {
					return
				}
			}
		}
	}
}

// RefuseShared refuses values that other templates read too, because these would get the new values, and values that a parent
// chart or an installation sets. The template of a refused list still reads it, so other uses may be refused as a consequence.
func (c *Charts) RefuseShared(files []*model.File) {
	c.keepUnread(files)
	owners := c.ownersByFile()
	reads := map[string][]ownedRead{} // by directory of the chart
	for refused := true; refused; {
		refused = false
		for _, use := range c.uses {
			if use.Refused != "" {
				continue
			}
			if _, cached := reads[use.dir()]; !cached {
				reads[use.dir()] = owners.of(readsIn(use.dir(), files))
			}
			use.Refused = c.sharedWith(use, reads[use.dir()])
			refused = refused || use.Refused != ""
		}
	}
}

// sharedWith returns the reason why the values cannot change for this use alone, or "". reads are those of the chart's templates.
func (c *Charts) sharedWith(use *Use, reads []ownedRead) string {
	if file := c.setAbove(use); file != "" {
		return fmt.Sprintf("%s comes from %s, which %s also sets for this chart; convert both by hand", use.subject(), use.Text, file)
	}
	if by := c.setElsewhere(use.dir(), use.path); by != nil {
		return fmt.Sprintf("%s comes from %s, which %s:%d also sets; convert both by hand", use.subject(), use.Text, by.File, by.Line)
	}
	for _, r := range reads {
		if (r.sees(use.path) || use.isFilledFor(r.valueRead)) && !r.isOwned() {
			return fmt.Sprintf("%s comes from %s, which %s also reads, on line %d; convert both by hand", use.subject(), use.Text, r.file.Path,
				r.file.Position(r.offset).Line)
		}
	}
	return ""
}

// ownedRead is a place where a template reads a value, with the uses that write it.
type ownedRead struct {
	valueRead
	owners []*Use
}

// isOwned reports whether a read belongs to an object whose part comes from values.
func (r *ownedRead) isOwned() bool {
	return slices.ContainsFunc(r.owners, func(use *Use) bool { return !use.Is(Requirements) || use.Refused == "" })
}

// owners are the uses of each file.
type owners map[string][]*Use

func (c *Charts) ownersByFile() owners {
	o := owners{}
	for _, use := range c.uses {
		o[use.template.Path] = append(o[use.template.Path], use)
	}
	return o
}

// of returns reads with their owners.
func (o owners) of(reads []valueRead) []ownedRead {
	owned := make([]ownedRead, len(reads))
	for i, r := range reads {
		owned[i].valueRead = r
		for _, use := range o[r.file.Path] {
			if slices.ContainsFunc(use.writers, func(s model.Span) bool { return s.Start <= r.offset && r.offset < s.End }) {
				owned[i].owners = append(owned[i].owners, use)
			}
		}
	}
	return owned
}

// setAbove returns the values file of a parent chart that sets the values of the use, or "".
func (c *Charts) setAbove(use *Use) string {
	parent := chartAround(use.dir())
	if parent == "" {
		return ""
	}
	for p := range c.places(parent, append([]any{path.Base(use.dir())}, use.path...)) {
		if p.Value != nil {
			return p.File
		}
	}
	return ""
}
