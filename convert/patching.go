package convert

import (
	"github.com/karplint/karplint/convert/kubelet"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// bases returns the objects of a file that are converted, for the kustomizations that build on them.
func (c *Converter) bases(f *model.File, number int, seen *survey) (bases []*patches.Base) {
	conv := &conversion{Converter: c.forFile(f.Path), survey: seen, file: f}
	c.parsed.Units(f, number, func(u *units.Unit) {
		if u.Err != nil || len(c.Steps(u.Res)) == 0 {
			return
		}
		res := *u.Res
		res.Value, res.Path = kustomize.Plain(u.Res.Value), nil
		o := conv.object(u.Res, seen, noID)
		blocks, err := conv.blocksOf(o)
		bases = append(bases, &patches.Base{
			ID: u.ID, Path: f.Path, Kind: res.Kind, Name: res.Name, Res: &res, Run: conv,
			Branches: len(blocks) > 0 || err != nil, Refused: res.Value == nil || conv.refuses(o),
		})
	})
	return bases
}

// ConvertWhole converts an object that kustomize builds from a base. Patches of several files may ask for it at the same time.
func (c *conversion) ConvertWhole(base *patches.Base, doc *model.Document, name string, v *model.Value) (o *record.Object, class *model.Value) {
	converter, alone := *c.Converter, *c
	converter.kubelets = &kubelet.Uses{} // several goroutines would write to those of the file
	alone.Converter = &converter
	c = &alone
	res := *base.Res
	res.Value, res.Document = v, doc
	object := c.object(&res, c.survey, base.ID)
	object.Name = name
	c.convertWhole(object)
	if object.Class != nil {
		class = object.Class.Res.Value
	}
	return object.Object.Object, class
}

// patches returns the conversion of patches in the file.
func (c *conversion) patches() *patches.Conversion {
	return &patches.Conversion{Builds: c.survey.builds, Goal: c.Goal, Run: c, Path: c.file.Path, Settled: func(kind, name string) bool {
		return c.survey.index.IsSettled(c.file.Path, kind, name)
	}}
}

// convertPatch converts a patch, unless its twin exists already.
func (c *conversion) convertPatch(o *object, from string, change *facts.KindChange) (to string, status Status) {
	if c.keptBefore(o, change) {
		return from, Unchanged
	}
	to, decided := c.patches().ConvertPatch(o.Object.Object, from, o.Index)
	switch {
	case !decided:
		return from, Undecided
	case len(o.All()) == 0 && o.Twin == nil:
		return from, Unchanged
	}
	return to, Converted
}

// convertKustomizations converts the patches in an object, and its references to fields of other objects. It returns false if the object
// may contain more to convert.
func (c *conversion) convertKustomizations(o *object) bool {
	p := c.patches()
	p.ConvertKustomizations(o.Object.Object, o.ID)
	return p.DecideReferenceFile(o.Object.Object)
}

// RefusePatch returns why a patch must not change a pool, because the class would have to change with it, and a remedy; or "".
func (c *conversion) RefusePatch(kind string, original, patched *model.Value) string {
	return c.survey.kubelets.RefusePatch(kind, original, patched)
}
