package patches

import (
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/utils"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// ConvertConfiguration converts a kustomize configuration, which lists fields that contain names, labels or variables. It returns
// false for any other file.
func (c *Conversion) ConvertConfiguration(o *record.Object, id units.ID) bool {
	if c.configurations[c.Path] == "" || o.Res.Kind != "" {
		return false
	}
	if !slices.ContainsFunc(c.ties, func(pair [2]units.ID) bool { return pair[0].File == id.File }) || c.Keep {
		oldKindsIn(o, c.configurations[c.Path])
		return true
	}
	for _, e := range o.Res.Value.Entries {
		for i, item := range e.Value.Items {
			itemPath := []any{e.Key.Text, i}
			if e.Key.Text != "nameReference" {
				c.convertFieldSpec(o, id, itemPath, item)
				continue
			}
			if kind, ok := c.kindMeant(item); ok {
				renameKind(o, itemPath, item, kind.To)
			}
			for j, spec := range item.List("fieldSpecs") {
				c.convertFieldSpec(o, id, model.Join(itemPath, "fieldSpecs", j), spec)
			}
		}
	}
	return true
}

// oldKindsIn reports a configuration with fields of the alpha API, if its objects are not among the files or are not converted.
func oldKindsIn(o *record.Object, kustomization string) {
	if alphaKinds().MatchString(o.Res.Document.Text(o.Res.Value.Span)) {
		o.See(pages.Pool).Decide(nil, "a configuration (%s) with fields of the alpha API whose objects are not among the files or not converted; change its kinds and paths together with the objects", kustomization)
	}
}

var alphaKinds = pattern.New(`(?m)\bkind["']?:\s*["']?(Provisioner|AWSNodeTemplate)\b`)

// convertFieldSpec converts the path of a field and the kind that has it.
func (c *Conversion) convertFieldSpec(o *record.Object, id units.ID, place []any, spec *model.Value) {
	kind, ok := c.kindMeant(spec)
	if !ok {
		return
	}
	o.Claim(place)
	renameKind(o, place, spec, kind.To)
	written := spec.Str("path")
	steps := utils.PathSplitter(written, "/")
	if written == "" || steps[0] != "spec" {
		return // handled as in any object
	}
	field, ok := c.fieldOf(o, id, kind.From, steps)
	if !ok {
		o.See(pages.Pool).Decide(model.Join(place, "path"), "%q of %s is not a single field of %s; change the path by hand", written, kind.From.Kind, kind.To.Kind)
		return
	}
	for i, step := range field { // the author marks fields that are lists
		if j := slices.Index(steps, step+"[]"); j >= 0 {
			field[i] = steps[j]
		}
	}
	if !slices.Equal(field, steps) {
		o.Set(model.Join(place, "path"), model.NewString(joinPath(field)))
	}
}

// kindMeant returns the change of the first kind that a selector may select. ok is false if it selects none of the old kinds.
func (c *Conversion) kindMeant(v *model.Value) (change facts.KindChange, ok bool) {
	selector := kustomize.ReadSource(v)
	var meant facts.KindChange
	for _, k := range c.Kinds {
		converted := k.To.Kind != "" && selector.Has("kind")
		switch {
		case k.From == meant.To:
			meant.To = k.To
		case meant.To.Kind != "": // the first kind wins
		case converted && selector.MayMatchKind(k.From.APIVersion, k.From.Kind):
			meant = k
		}
	}
	return meant, meant.To.Kind != ""
}

// renameKind writes another kind into a selector.
func renameKind(o *record.Object, place []any, v *model.Value, to facts.APIKind) {
	for _, part := range [][2]string{{"kind", to.Kind}, {"version", path.Base(to.APIVersion)}, {"apiVersion", to.APIVersion}} {
		if key, text := part[0], part[1]; v.Str(key) != "" && v.Str(key) != text {
			o.Set(model.Join(place, key), record.Like(v.Get(key), text))
		}
	}
}

// joinPath joins the steps to a path in the notation of configurations.
func joinPath(steps []string) string {
	escaped := make([]string, len(steps))
	for i, s := range steps {
		escaped[i] = strings.ReplaceAll(s, "/", `\/`)
	}
	return strings.Join(escaped, "/")
}
