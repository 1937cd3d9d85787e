package convert

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// A patch is converted for what it does: the objects that it is applied to are converted as they are before it and after it, and
// the patch must say the difference. So karplint follows what kustomize builds of the objects that are converted.

// patchAt is where a patch stands: an object of a file, or a document of a text in a kustomization.
type patchAt struct {
	file   string
	in     string // for a text in the kustomization, its place: "0 patches[0]"
	object int
}

// patchUse is what a patch is applied to in one kustomization.
type patchUse struct {
	kustomization string
	by            units.ID         // the kustomization
	base          *baseObject      // nil where karplint has found nothing that it is for
	missing       []string         // where base is nil: the bases that karplint does not see
	before        *model.Value     // base as it was before the patch; nil where that is not known
	entry         *kustomize.Patch // of the kustomization
	at            patchAt
}

// baseObject is an object that kustomizations build on.
type baseObject struct {
	member
	res      *model.Resource // Value is plain
	conv     *conversion     // of its file
	branches bool            // lines of it depend on a template
	refused  bool            // it is not converted as it is written
}

// built is an object on its way through kustomizations.
type built struct {
	*baseObject
	kustomize.Object
}

// built returns the object as it is written.
func (b *baseObject) built() built { return built{b, kustomize.NewObject(b.res, b.res.Value)} }

// patchDoc is a document of a patch that was read.
type patchDoc struct {
	*kustomize.PatchDocument
	at   patchAt
	unit *units.Unit // nil for a tree in the kustomization, and for what does not parse
}

// builder follows kustomizations.
type builder struct {
	*Converter
	seen   *survey
	files  map[string]*model.File
	paths  []string // of the files, in order
	bases  map[string][]built
	done   map[string][]built // by directory
	open   map[string]bool    // directories under way
	budget int
}

// buildBudget is how many times a run holds a patch against an object, in kustomizations that use one another. Patches beyond it are
// left to people.
const buildBudget = 20_000_000

// build notes in the survey what each patch is applied to.
func (c *Converter) build(files []*model.File, seen *survey) {
	b := &builder{
		Converter: c, seen: seen, files: map[string]*model.File{}, bases: map[string][]built{},
		done: map[string][]built{}, open: map[string]bool{}, budget: buildBudget,
	}
	seen.numbers, seen.uses, seen.byIndex = map[string]int{}, map[patchAt][]patchUse{}, map[patchAt]bool{}
	for i, f := range files {
		b.files[f.Path], seen.numbers[f.Path] = f, i
		b.paths = append(b.paths, f.Path)
	}
	var dirs []string
	for dir, k := range seen.kustomizations {
		if !k.Component {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		b.dir(dir)
	}
	b.buildOverlays()
}

// textIn names the place of a patch that stands in a kustomization.
func textIn(p *kustomize.Patch, k units.ID) string {
	return strconv.Itoa(k.Index) + " " + model.PathText(p.TextPlace)
}

// inlineText returns the text of a patch that stands in a kustomization.
func inlineText(p *kustomize.Patch) string {
	if record.IsCollection(p.Value) {
		return p.Document.Text(p.Value.Span)
	}
	text, _ := edit.ScalarText(p.Document, p.Value)
	return text
}

// dir returns what a directory's kustomization builds.
func (b *builder) dir(dir string) []built {
	k := b.seen.kustomizations[dir]
	if k == nil || b.open[dir] {
		return nil
	}
	if done, ok := b.done[dir]; ok {
		return done
	}
	b.open[dir] = true
	defer delete(b.open, dir)
	b.done[dir] = b.accumulate(k, nil)
	return b.done[dir]
}

// accumulate returns the objects with what a kustomization adds, and its patches applied. A component's are for the objects of
// the kustomization that uses it.
func (b *builder) accumulate(k *kustomization, objects []built) []built {
	objects = slices.Clone(objects)
	have := map[units.ID]bool{}
	for _, o := range objects {
		have[o.ID] = true
	}
	for _, r := range k.Resources {
		added := b.dir(r)
		if f := b.files[r]; f != nil {
			added = b.file(f)
		}
		for _, o := range added {
			if b.budget--; !have[o.ID] && b.budget > 0 {
				have[o.ID] = true
				objects = append(objects, o)
			}
		}
	}
	for _, dir := range k.Components {
		if component := b.seen.kustomizations[dir]; component != nil && !b.open[dir] {
			b.open[dir] = true
			objects = b.accumulate(component, objects)
			delete(b.open, dir)
		}
	}
	for i, field := range kustomize.PatchFields {
		if i == len(kustomize.PatchFields)-1 {
			for i := range objects {
				k.Decorate(&objects[i].Object)
			}
		}
		for _, p := range k.Patches {
			if p.Field == field && b.budget > 0 {
				objects = b.apply(k, p, objects)
			}
		}
	}
	b.refer(k, objects)
	for _, name := range k.ReplacementFiles {
		b.readReplacements(k, name)
	}
	k.ReplacementFiles = nil
	b.replaced(k, objects)
	return b.transform(k, objects)
}

// file returns the objects in a file that are converted.
func (b *builder) file(f *model.File) []built {
	if found, ok := b.bases[f.Path]; ok {
		return found
	}
	b.bases[f.Path] = nil
	conv := &conversion{Converter: b.forFile(f.Path), seen: b.seen, file: f}
	b.parsed.Units(f, b.seen.numbers[f.Path], func(u *units.Unit) {
		if u.Err != nil || len(b.Steps(u.Res)) == 0 {
			return
		}
		res := *u.Res
		res.Value, res.Path = kustomize.Plain(u.Res.Value), nil
		o := conv.object(u.Res, b.seen, noID)
		blocks, err := conv.blocksOf(o)
		base := &baseObject{
			member: member{ID: u.ID, path: f.Path, kind: res.Kind, name: res.Name}, res: &res, conv: conv,
			branches: len(blocks) > 0 || err != nil, refused: res.Value == nil || conv.refuses(o),
		}
		b.bases[f.Path] = append(b.bases[f.Path], base.built())
	})
	return b.bases[f.Path]
}

// apply applies a patch to the objects that it is for, and notes what it was applied to.
func (b *builder) apply(k *kustomization, p *kustomize.Patch, objects []built) []built {
	for _, doc := range b.read(k, p) {
		matches := false
		for i := range objects {
			o := &objects[i].Object
			if b.budget--; !doc.Means(o) {
				continue
			}
			matches = true
			b.note(patchUse{kustomization: k.Path, by: k.ID, base: objects[i].baseObject, before: o.Value, entry: p}, doc)
			b.budget -= len(doc.Operations)
			doc.Apply(o)
		}
		if !matches && doc.Problem == "" && (b.targetsAlpha(p) || doc.Object != nil && len(b.Steps(doc.Object)) > 0) {
			b.note(patchUse{kustomization: k.Path, by: k.ID, missing: b.missing(k, map[string]bool{}), entry: p}, doc)
		}
		objects = slices.DeleteFunc(objects, func(o built) bool { return o.Value == nil && matches && doc.Deletes() })
	}
	return objects
}

// targetsAlpha says whether a patch that is for nothing among the files is for the alpha API by its target, or by the fields that it names.
func (b *builder) targetsAlpha(p *kustomize.Patch) bool {
	if p.Target == nil || p.Target.Has("kind") {
		return p.Target != nil && b.IsAlphaKind(p.Target.Kind)
	}
	if f := b.files[p.File]; f != nil {
		return alphaFields().Match(f.Data)
	}
	return p.File == "" && alphaFields().MatchString(inlineText(p))
}

// alphaFields are fields that no other API is likely to have.
var alphaFields = pattern.New(`\b(ttlSecondsAfterEmpty|ttlSecondsUntilExpired|providerRef|subnetSelector|securityGroupSelector|amiSelector)\b`)

func (b *builder) note(u patchUse, doc patchDoc) {
	u.at = doc.at
	b.seen.uses[doc.at] = append(b.seen.uses[doc.at], u)
}

// read returns the documents of a patch.
func (b *builder) read(k *kustomization, p *kustomize.Patch) []patchDoc {
	if docs, ok := b.seen.documents[p]; ok {
		return docs
	}
	var docs []patchDoc
	add := func(at patchAt, u *units.Unit, doc *kustomize.PatchDocument) {
		docs = append(docs, patchDoc{doc, at, u})
		if slices.ContainsFunc(doc.Operations, byIndex) {
			b.seen.byIndex[at] = true
		}
	}
	f, at, parse := b.files[p.File], patchAt{file: p.File}, b.parsed.Units
	if p.File == "" {
		f, at = model.NewFile(k.Path, []byte(inlineText(p))), patchAt{file: k.Path, in: textIn(p, k.ID)}
		parse = func(f *model.File, number int, yield func(*units.Unit)) {
			b.parsed.Text(f, at.file+" "+at.in, number, yield)
		}
	}
	switch {
	case record.IsCollection(p.Value):
		add(at, nil, p.ReadDocument(kustomize.ObjectOf(p.Document, p.Value)))
	case f == nil:
		add(at, nil, &kustomize.PatchDocument{Patch: p, Problem: "it is not among the files", Missing: true})
	default:
		parse(f, b.seen.numbers[f.Path], func(u *units.Unit) {
			at.object = u.Index
			if u.Err != nil {
				add(at, nil, &kustomize.PatchDocument{Patch: p, Problem: "it does not parse: " + u.Err.Message})
			} else {
				add(at, u, p.ReadDocument(u.Res))
			}
		})
	}
	b.seen.documents[p] = docs
	return docs
}
