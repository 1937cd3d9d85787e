package convert

import (
	"path"
	"slices"
	"strings"

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
		if from != nil && from.Kind == model.String {
			k.from = from.Text
		}
		k.patches = patchEntries(k.from, u.res.Document, fields, place)
		if len(k.patches) > 0 {
			all = append(all, k)
		}
	}
	switch v := u.res.Value; {
	case u.res.Group() == "kustomize.toolkit.fluxcd.io" && u.res.Kind == "Kustomization":
		add(v.Get("spec", "path"), "spec")
	case u.res.Group() == "argoproj.io" && u.res.Kind == "Application":
		addSources(v, add, "spec")
	case u.res.Group() == "argoproj.io" && u.res.Kind == "ApplicationSet":
		addSources(v, add, "spec", "template", "spec")
	}
	return all
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

// overlaid returns the objects that an overlay in an object is for: what the kustomization of its directory builds, or else all in it. The
// directory is one of the files' nearest above the overlay, for the root of its repository is not known.
func (b *builder) overlaid(k *kustomization) (objects []built) {
	if k.from == "" {
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
