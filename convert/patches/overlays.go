package patches

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
)

// Objects of Flux and Argo CD contain patches for the objects that a directory of a repository builds.

// transformerFiles returns the files among names, and the files of kustomizations in directories among them.
func (b *Builds) transformerFiles(names []string, visited map[string]bool) (files []string) {
	for _, name := range names {
		k := b.kustomizations[name]
		switch {
		case visited[name]:
		case k == nil:
			files = append(files, name)
		default:
			visited[name] = true
			files = append(files, b.transformerFiles(k.Resources, visited)...)
		}
	}
	return files
}

// transform applies the transformers of a kustomization.
func (b *builder) transform(k *Kustomization, objects []built) []built {
	files := b.transformerFiles(k.Transformers, map[string]bool{})
	if !b.take(len(files), k) {
		return nil
	}
	for _, file := range files {
		for _, t := range b.transformers[file] {
			if !b.take(objectSteps*len(objects), t) {
				return nil
			}
			t.builds = append(t.builds, objects...)
			for _, o := range objects {
				b.ties = append(b.ties, [2]units.ID{o.ID, t.ID})
			}
			for _, p := range t.Patches {
				objects = b.apply(t, p, objects)
			}
		}
	}
	return objects
}

// convertTransformer converts the fields in a transformer of kustomize.
func (c *Conversion) convertTransformer(o *record.Object, k *Kustomization) {
	c.decideReferences(o, k)
	for i, spec := range o.Res.Value.List("fieldSpecs") {
		c.decideSource(o, k, []any{"fieldSpecs", i}, "a transformer", spec)
	}
}

// convertTransformerTexts reports transformers that are written inline in a kustomization.
func (c *Conversion) convertTransformerTexts(o *record.Object, k *Kustomization) {
	if len(k.builds) == 0 {
		return
	}
	for i, item := range o.Res.Value.List("transformers") {
		if text := item.Text; strings.Contains(text, "\n") && (apis.IsAlphaText(text) || alphaKinds().MatchString(text)) {
			o.See(pages.Pool).Decide([]any{"transformers", i}, "a transformer for objects of the alpha API is written inline in the kustomization, which karplint does not convert; move it to a file, or change it by hand")
		}
	}
}

var alphaKinds = pattern.New(`(?m)\bkind["']?:\s*["']?(Provisioner|AWSNodeTemplate)\b`)

// buildOverlays applies the patches in objects of Flux and Argo CD.
func (b *builder) buildOverlays() {
	objectsOf := map[*kustomize.Kustomization][]built{}
	for _, k := range b.overlays {
		objects, follows := objectsOf[k.Upon]
		if k.Transformer {
			continue
		}
		if !follows {
			objects = b.overlaid(k)
		}
		objectsOf[k.Kustomization] = b.accumulate(k, objects)
	}
}

// overlaid returns the objects that the overlay patches: those that the kustomization of its directory builds, or all objects in
// the directory. The directory is relative to an unknown repository root, so the nearest directory above the overlay that has it
// is taken.
func (b *builder) overlaid(k *Kustomization) (objects []built) {
	if k.From == "" || k.Elsewhere != "" {
		return nil
	}
	for place := range filetype.Parents(path.Dir(k.Path)) {
		dir := path.Join(place, k.From)
		if b.kustomizations[dir] != nil {
			return slices.Clone(b.dir(dir))
		}
		for _, file := range b.below(dir) {
			objects = append(objects, b.file(b.files[file])...)
		}
		if len(objects) > 0 {
			return objects
		}
	}
	return nil
}

// below returns the paths of the files in a directory and its subdirectories; none for ".".
func (b *builder) below(dir string) []string {
	if dir == "." {
		return nil
	}
	from, _ := slices.BinarySearch(b.paths, dir+"/")
	to, _ := slices.BinarySearch(b.paths, dir+"0") // the character after /
	return b.paths[from:to]
}
