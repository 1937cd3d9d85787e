package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// Flux and Argo CD take patches in objects of their own, for what a directory of a repository builds.

// overlaysIn returns the kustomizations that stand in an object.
func overlaysIn(file string, u *unit) (all []*kustomization) {
	add := func(from *model.Value, place ...any) {
		fields := u.res.Value.Get(place...)
		if fields == nil || fields.Kind != model.Map {
			return
		}
		k := &kustomization{id: u.id, path: file, in: place}
		switch {
		case from == nil:
		case from.Kind == model.String && !templated(from.Text):
			k.from = from.Text
		default:
			k.elsewhere = from.Text
		}
		k.patches = patchEntries(k.from, u.res.Document, fields, place)
		if len(k.patches) > 0 {
			all = append(all, k)
		}
	}
	switch v := u.res.Value; {
	case u.res.APIVersion == "builtin":
		all = append(all, transformerIn(file, u))
	case u.res.Group() == "kustomize.toolkit.fluxcd.io" && u.res.Kind == "Kustomization":
		add(v.Get("spec", "path"), "spec")
	case u.res.Group() == "helm.toolkit.fluxcd.io" && u.res.Kind == "HelmRelease":
		all = renderersIn(file, u)
	case u.res.Group() == "argoproj.io" && u.res.Kind == "Application":
		addSources(v, add, "spec")
	case u.res.Group() == "argoproj.io" && u.res.Kind == "ApplicationSet":
		addSources(v, add, "spec", "template", "spec")
	}
	return all
}

// renderersIn returns the kustomizations in a HelmRelease, each of which is for what the one in front of it makes of the chart.
func renderersIn(file string, u *unit) (all []*kustomization) {
	renderers := u.res.Value.Get("spec", "postRenderers")
	if renderers == nil {
		return nil
	}
	chart := u.res.Value.Get("spec", "chart", "spec")
	var last *kustomization
	for i, renderer := range renderers.Items {
		fields := renderer.Get("kustomize")
		if !isMap(fields) {
			continue
		}
		k := &kustomization{id: u.id, path: file, in: []any{"spec", "postRenderers", i, "kustomize"}, from: chart.Str("chart"), upon: last}
		if chart.Str("sourceRef", "kind") == "HelmRepository" {
			k.elsewhere = "the chart " + k.from
		}
		k.patches = patchEntries(k.from, u.res.Document, fields, k.in)
		all = append(all, k)
		last = k
	}
	return all
}

// transformerIn returns what an object that configures one of kustomize's own transformers does as a kustomization: one patch, or
// replacements.
func transformerIn(file string, u *unit) *kustomization {
	k := &kustomization{id: u.id, path: file, transformer: true}
	field, text := "patches", "patch"
	if u.res.Kind == "PatchJson6902Transformer" {
		field, text = "patchesJson6902", "jsonOp"
	}
	switch u.res.Kind {
	case "PatchTransformer", "PatchJson6902Transformer":
		if p, ok := readEntry(path.Dir(file), u.res.Document, u.res.Value, field, text, nil); ok {
			k.patches = append(k.patches, p)
		}
	case "PatchStrategicMergeTransformer":
		k.patches = mergeEntries(path.Dir(file), u)
	case "ReplacementTransformer":
		if list := u.res.Value.Get("replacements"); list != nil {
			for _, item := range list.Items {
				if v := plain(item); v != nil {
					k.replaces = append(k.replaces, v)
				}
			}
		}
	}
	return k
}

// mergeEntries returns the patches of a PatchStrategicMergeTransformer.
func mergeEntries(dir string, u *unit) (all []patchEntry) {
	if list := u.res.Value.Get("paths"); list != nil {
		for i, item := range list.Items {
			place := []any{"paths", i}
			all = append(all, patchEntry{field: "patchesStrategicMerge", at: place, path: place, file: path.Join(dir, item.Text)})
		}
	}
	if v := u.res.Value.Get("patches"); v != nil && v.Kind != model.List {
		p := patchEntry{field: "patchesStrategicMerge", at: []any{"patches"}, path: []any{"patches"}}
		p.text, _ = edit.ScalarText(u.res.Document, v)
		all = append(all, p)
	}
	return all
}

// transformersIn returns the files and directories that a kustomization takes transformers from.
func transformersIn(file string, v *model.Value) (names []string) {
	if list := v.Get("transformers"); list != nil {
		for _, item := range list.Items {
			if !strings.Contains(item.Text, "\n") {
				names = append(names, path.Join(path.Dir(file), item.Text))
			}
		}
	}
	return names
}

// transformerFiles returns the files among the names, and those of the kustomizations in directories.
func (s *survey) transformerFiles(names []string, visited map[string]bool) (files []string) {
	for _, name := range names {
		k := s.kustomizations[name]
		switch {
		case visited[name]:
		case k == nil:
			files = append(files, name)
		default:
			visited[name] = true
			files = append(files, s.transformerFiles(k.resources, visited)...)
		}
	}
	return files
}

// transform applies the transformers of a kustomization.
func (b *builder) transform(k *kustomization, objects []built) []built {
	for _, file := range b.seen.transformerFiles(k.transformers, map[string]bool{}) {
		for _, t := range b.seen.overlays {
			if !t.transformer || t.path != file {
				continue
			}
			t.builds = append(t.builds, objects...)
			for _, o := range objects {
				b.seen.ties = append(b.seen.ties, [2]id{o.id, t.id})
			}
			for i := range t.patches {
				objects = b.apply(t, &t.patches[i], objects)
			}
			b.replaced(t, objects)
		}
	}
	return objects
}

// convertTransformer converts what a transformer of kustomize says of fields.
func (c *conversion) convertTransformer(o *object, k *kustomization) {
	if len(k.builds) == 0 || c.opts.Keep {
		o.oldKindsIn(o.res.Document.File.Path)
		return
	}
	c.convertReplacements(o, k)
	if list := o.get("fieldSpecs"); list != nil {
		for i, spec := range list.Items {
			c.convertFieldSpec(o, []any{"fieldSpecs", i}, spec)
		}
	}
}

// convertTransformerTexts reports the transformers that stand in a kustomization.
func (c *conversion) convertTransformerTexts(o *object, k *kustomization) {
	list := o.get("transformers")
	if list == nil || len(k.builds) == 0 {
		return
	}
	for i, item := range list.Items {
		if text := item.Text; strings.Contains(text, "\n") && (alphaText(text) || alphaKinds().MatchString(text)) {
			o.decide([]any{"transformers", i}, seePool, "a transformer for objects of the alpha API stands in the kustomization as a text, which karplint does not convert; put it into a file of its own, or change it by hand")
		}
	}
}

// addSources adds the kustomizations of the sources of an application.
func addSources(v *model.Value, add func(from *model.Value, place ...any), spec ...any) {
	add(v.Get(at(spec, "source", "path")...), at(spec, "source", "kustomize")...)
	if list := v.Get(at(spec, "sources")...); list != nil {
		for i := range list.Items {
			add(v.Get(at(spec, "sources", i, "path")...), at(spec, "sources", i, "kustomize")...)
		}
	}
}

// buildOverlays follows the kustomizations in objects of Flux and Argo CD.
func (b *builder) buildOverlays() {
	made := map[*kustomization][]built{}
	for _, k := range b.seen.overlays {
		objects, follows := made[k.upon]
		if k.transformer || !follows && !slices.ContainsFunc(k.patches, func(p patchEntry) bool { return b.mayConcern(&p) }) {
			continue
		}
		if !follows {
			objects = b.overlaid(k)
		}
		made[k] = b.accumulate(k, objects)
	}
}

// overlaid returns the objects that an overlay in an object is for: what the kustomization of its directory builds, or else all in it. The
// directory is one of the files' nearest above the overlay, for the root of its repository is not known.
func (b *builder) overlaid(k *kustomization) (objects []built) {
	if k.from == "" || k.elsewhere != "" {
		return nil
	}
	for place := range places(path.Dir(k.path)) {
		dir := path.Join(place, k.from)
		if b.seen.kustomizations[dir] != nil {
			return slices.Clone(b.dir(dir))
		}
		for _, file := range b.paths {
			if dir != "." && strings.HasPrefix(file, dir+"/") {
				objects = append(objects, b.file(b.files[file])...)
			}
		}
		if len(objects) > 0 {
			return objects
		}
	}
	return nil
}
