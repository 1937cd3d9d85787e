package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// convertConfiguration converts a file that tells kustomize which fields hold names, labels or variables. It returns false for
// another file.
func (c *conversion) convertConfiguration(o *object) bool {
	if c.seen.configurations[c.file.Path] == "" || o.res.Kind != "" {
		return false
	}
	if !slices.ContainsFunc(c.seen.ties, func(pair [2]id) bool { return pair[0].file == o.file }) || c.opts.Keep {
		o.oldKindsIn(c.seen.configurations[c.file.Path])
		return true
	}
	for _, e := range o.res.Value.Entries {
		for i, item := range e.Value.Items {
			here := []any{e.Key.Text, i}
			if e.Key.Text != "nameReference" {
				c.convertFieldSpec(o, here, item)
				continue
			}
			if kind, ok := c.kindMeant(item); ok {
				o.renameKind(here, item, kind)
			}
			if specs := item.Get("fieldSpecs"); specs != nil {
				for j, spec := range specs.Items {
					c.convertFieldSpec(o, at(here, "fieldSpecs", j), spec)
				}
			}
		}
	}
	return true
}

// oldKindsIn reports a configuration for objects that are not among the files, or that stay.
func (o *object) oldKindsIn(kustomization string) {
	if alphaKinds().MatchString(o.res.Document.Text(o.res.Value.Span)) {
		o.decide(nil, seePool, "a configuration (%s) that names fields of the alpha API, and its objects are not among the files, or stay; when they are converted, change kinds and paths with them", kustomization)
	}
}

var alphaKinds = pattern.New(`(?m)\bkind["']?:\s*["']?(Provisioner|AWSNodeTemplate)\b`)

// convertFieldSpec converts what names a field of a kind.
func (c *conversion) convertFieldSpec(o *object, place []any, spec *model.Value) {
	kind, ok := c.kindMeant(spec)
	if !ok {
		return
	}
	o.claim(place)
	o.renameKind(place, spec, kind)
	written := spec.Str("path")
	steps := splitPath(strings.TrimPrefix(written, "/"), "/")
	if written == "" || steps[0] != "spec" {
		return // as in any object
	}
	field, ok := c.fieldOf(o, kind.From, steps)
	if !ok {
		o.decide(at(place, "path"), seePool, "%q of %s is no one field of %s; change the path by hand", written, kind.From.Kind, kind.To.Kind)
		return
	}
	for i, step := range field { // as the author marks lists
		if j := slices.Index(steps, step+"[]"); j >= 0 {
			field[i] = steps[j]
		}
	}
	if !slices.Equal(field, steps) {
		o.set(at(place, "path"), model.NewString(joinPath(field, "/")))
	}
}

// kindMeant returns what becomes of the kind that a selector names.
func (c *conversion) kindMeant(v *model.Value) (facts.KindChange, bool) {
	group, version := v.Str("group"), v.Str("version")
	if api := v.Str("apiVersion"); api != "" {
		group, version, _ = strings.Cut(api, "/")
	}
	var meant *facts.KindChange
	for i, k := range c.kinds {
		if meant != nil && k.From == meant.To {
			meant = &facts.KindChange{From: meant.From, To: k.To}
			continue
		}
		of, is, _ := strings.Cut(k.From.APIVersion, "/")
		if meant == nil && k.To.Kind != "" && v.Str("kind") == k.From.Kind && (group == "" || group == of) && (version == "" || version == is) {
			meant = &c.kinds[i]
		}
	}
	if meant == nil {
		return facts.KindChange{}, false
	}
	return *meant, true
}

// renameKind makes a selector one of what a kind becomes.
func (o *object) renameKind(place []any, v *model.Value, kind facts.KindChange) {
	for key, to := range map[string]string{"kind": kind.To.Kind, "version": path.Base(kind.To.APIVersion), "apiVersion": kind.To.APIVersion} {
		if old := v.Get(key); old != nil && old.Kind == model.String && old.Text != "" && old.Text != to {
			o.set(at(place, key), model.NewString(to))
		}
	}
}

// splitPath splits a path of kustomize, in which a backslash takes its meaning from the delimiter behind it.
func splitPath(text, delimiter string) (steps []string) {
	for _, part := range strings.Split(text, delimiter) {
		if last := len(steps) - 1; last >= 0 && strings.HasSuffix(steps[last], `\`) {
			steps[last] = strings.TrimSuffix(steps[last], `\`) + delimiter + part
			continue
		}
		steps = append(steps, part)
	}
	return steps
}

func joinPath(steps []string, delimiter string) string {
	escaped := make([]string, len(steps))
	for i, s := range steps {
		escaped[i] = strings.ReplaceAll(s, delimiter, `\`+delimiter)
	}
	return strings.Join(escaped, delimiter)
}
