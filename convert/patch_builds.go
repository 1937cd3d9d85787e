package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/pattern"
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
	by            id           // the kustomization
	base          *baseObject  // nil where karplint has found nothing that it is for
	missing       []string     // where base is nil: the bases that karplint does not see
	before        *model.Value // base as it was before the patch; nil where that is not known
	entry         *patchEntry  // of the kustomization
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
	value *model.Value // nil: not known any more
	names []string     // that kustomize has given to it, beside its own
	space string       // the namespace that kustomize has given to it
}

// patchDoc is a patch that was read.
type patchDoc struct {
	at    patchAt
	res   *model.Resource // Value is plain, nil where that cannot be
	json  []jsonOp        // of a JSON 6902 patch, instead of res
	other string          // why karplint cannot read it, "" if it can

	missing bool // its file is not among those of the run
}

// builder follows kustomizations.
type builder struct {
	*Converter
	seen   *survey
	files  map[string]*model.File
	paths  []string // of the files, in order
	bases  map[string][]built
	docs   map[string][]patchDoc
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
		docs: map[string][]patchDoc{}, done: map[string][]built{}, open: map[string]bool{}, budget: buildBudget,
	}
	seen.numbers, seen.uses, seen.byIndex = map[string]int{}, map[patchAt][]patchUse{}, map[patchAt]bool{}
	for i, f := range files {
		b.files[f.Path], seen.numbers[f.Path] = f, i
		b.paths = append(b.paths, f.Path)
	}
	var dirs []string
	for dir, k := range seen.kustomizations {
		if !k.component {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		if b.patched(dir, map[string]bool{}) {
			b.dir(dir)
		}
	}
	b.buildOverlays()
}

// patched says whether a kustomization has a patch that may be for an object that is converted, itself or through a component.
func (b *builder) patched(dir string, visited map[string]bool) bool {
	k := b.seen.kustomizations[dir]
	if k == nil || visited[dir] {
		return false
	}
	visited[dir] = true
	if k.refers || len(k.configurations)+len(k.transformers) > 0 {
		return true
	}
	for i := range k.patches {
		if b.mayConcern(&k.patches[i]) {
			return true
		}
	}
	return slices.ContainsFunc(k.components, func(c string) bool { return b.patched(c, visited) })
}

// textIn names the place of a patch that stands in a kustomization.
func (p *patchEntry) textIn(k id) string { return strconv.Itoa(k.object) + " " + pathText(p.path) }

func (b *builder) mayConcern(p *patchEntry) bool {
	if p.target != nil {
		return slices.ContainsFunc(b.kinds, func(k facts.KindChange) bool { return k.To.Kind != "" && p.target.mayMean(k.From) })
	}
	if p.file == "" {
		return b.namesKind(p.text)
	}
	f := b.files[p.file]
	return f == nil || b.namesKind(string(f.Data))
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
	have := map[id]bool{}
	for _, o := range objects {
		have[o.id] = true
	}
	for _, r := range k.resources {
		added := b.dir(r)
		if f := b.files[r]; f != nil {
			added = b.file(f)
		}
		for _, o := range added {
			if b.budget--; !have[o.id] && b.budget > 0 {
				have[o.id] = true
				objects = append(objects, o)
			}
		}
	}
	for _, dir := range k.components {
		if component := b.seen.kustomizations[dir]; component != nil && !b.open[dir] {
			b.open[dir] = true
			objects = b.accumulate(component, objects)
			delete(b.open, dir)
		}
	}
	objects = b.applyAll(k, "patchesStrategicMerge", objects) // all in the order of kustomize
	objects = b.applyAll(k, "patches", objects)
	objects = k.decorate(objects)
	objects = b.applyAll(k, "patchesJson6902", objects)
	b.refer(k, objects)
	for _, name := range k.replaceFiles {
		b.readReplacements(k, name)
	}
	k.replaceFiles = nil
	b.replaced(k, objects)
	return b.transform(k, objects)
}

// applyAll applies the patches in a field of a kustomization.
func (b *builder) applyAll(k *kustomization, field string, objects []built) []built {
	for i := range k.patches {
		if p := &k.patches[i]; p.field == field && b.budget > 0 {
			objects = b.apply(k, p, objects)
		}
	}
	return objects
}

// file returns the objects in a file that are converted.
func (b *builder) file(f *model.File) []built {
	if found, ok := b.bases[f.Path]; ok {
		return found
	}
	b.bases[f.Path] = nil
	conv := &conversion{Converter: b.forFile(f.Path), seen: b.seen, file: f}
	b.units(f, b.seen.numbers[f.Path], func(u *unit) {
		if u.err != nil || len(b.steps(u.res)) == 0 {
			return
		}
		res := *u.res
		res.Value, res.Path = plain(u.res.Value), nil
		o := newObject(conv.Converter, u.res)
		blocks, err := conv.blocksOf(o)
		base := &baseObject{
			member: member{id: u.id, path: f.Path, kind: res.Kind, name: res.Name}, res: &res, conv: conv,
			branches: len(blocks) > 0 || err != nil, refused: res.Value == nil || conv.refuses(o),
		}
		b.bases[f.Path] = append(b.bases[f.Path], built{baseObject: base, value: res.Value})
	})
	return b.bases[f.Path]
}

// apply applies a patch to the objects that it is for, and notes what it was applied to.
func (b *builder) apply(k *kustomization, p *patchEntry, objects []built) []built {
	p.docs = b.read(k, p)
	for _, doc := range p.docs {
		matches := false
		for i, o := range objects {
			if b.budget--; !p.means(doc, o) {
				continue
			}
			matches = true
			b.note(patchUse{kustomization: k.path, by: k.id, base: o.baseObject, before: o.value, entry: p}, doc)
			switch {
			case doc.other != "" || doc.json == nil && (doc.res.Value == nil || p.rekind(doc.res.Value, o.res.Kind)) || p.refused != "":
				objects[i].value = nil
			case o.value != nil && doc.json != nil:
				b.budget -= len(doc.json)
				objects[i].value, _ = applyJSON(o.value, doc.json)
			case o.value != nil:
				objects[i].value = patched(o.value, doc.res.Value)
				if p.renames && doc.res.Name != "" {
					objects[i].rename(doc.res.Name)
				}
			}
			if name := objects[i].value.Str("metadata", "name"); name != o.value.Str("metadata", "name") && name != "" {
				objects[i].rename(name)
			}
		}
		if !matches && doc.other == "" && (b.targetsAlpha(p) || doc.res != nil && len(b.steps(doc.res)) > 0) {
			b.note(patchUse{kustomization: k.path, by: k.id, missing: b.missing(k, map[string]bool{}), entry: p}, doc)
		}
		objects = slices.DeleteFunc(objects, func(o built) bool { return o.value == nil && matches && deletes(doc) })
	}
	return objects
}

// targetsAlpha says whether a patch that is for nothing among the files is for the alpha API by its target, or by the fields that it names.
func (b *builder) targetsAlpha(p *patchEntry) bool {
	if p.target == nil || p.target.kinds != nil {
		return p.target != nil && b.alphaKind(p.target.kind)
	}
	text := p.text
	if f := b.files[p.file]; f != nil {
		text = string(f.Data)
	}
	return alphaFields().MatchString(text)
}

// alphaFields are fields that no other API is likely to have.
var alphaFields = pattern.New(`\b(ttlSecondsAfterEmpty|ttlSecondsUntilExpired|providerRef|subnetSelector|securityGroupSelector|amiSelector)\b`)

func (b *builder) note(u patchUse, doc patchDoc) {
	u.at = doc.at
	b.seen.uses[doc.at] = append(b.seen.uses[doc.at], u)
}

// deletes says whether the patch deletes the object it is for.
func deletes(doc patchDoc) bool {
	return doc.res != nil && doc.res.Value != nil && doc.res.Value.Str(directiveKey) == "delete"
}

// read returns the documents of a patch.
func (b *builder) read(k *kustomization, p *patchEntry) []patchDoc {
	f, in, key := b.files[p.file], "", p.file
	if p.file == "" {
		in = p.textIn(k.id)
		f, key = model.NewFile(k.path, []byte(p.text)), k.path+"\x00"+in
	}
	if docs, ok := b.docs[key]; ok {
		return docs
	}
	var docs []patchDoc
	switch {
	case p.value != nil:
		docs = append(docs, b.readUnit(p, patchAt{file: k.path, in: in}, &unit{res: valueResource(p.doc, p.value)}))
	case f == nil:
		docs = append(docs, patchDoc{at: patchAt{file: p.file}, other: "it is not among the files", missing: true})
	default:
		units(f, b.seen.numbers[f.Path], func(u *unit) {
			docs = append(docs, b.readUnit(p, patchAt{file: f.Path, in: in, object: u.object}, u))
		})
	}
	b.docs[key] = docs
	return docs
}

// readUnit reads a document of a patch.
func (b *builder) readUnit(p *patchEntry, at patchAt, u *unit) patchDoc {
	doc := patchDoc{at: at}
	switch {
	case u.err != nil:
		doc.other = "it does not parse: " + u.err.Message
	case u.res.Value.Kind == model.Map && p.field != "patchesJson6902":
		res := *u.res
		res.Value = plain(u.res.Value)
		doc.res = &res
	default:
		var err error
		if doc.json, err = readJSONPatch(plain(u.res.Value)); err != nil {
			doc.other = "it is no JSON 6902 patch: " + err.Error()
		} else if len(doc.json) > maxStates {
			doc.other = "it has more operations than karplint follows"
		}
	}
	if slices.ContainsFunc(doc.json, jsonOp.byIndex) {
		b.seen.byIndex[doc.at] = true
	}
	return doc
}

// valueResource returns a part of a document as an object.
func valueResource(doc *model.Document, v *model.Value) *model.Resource {
	return &model.Resource{Document: doc, Value: v, APIVersion: v.Str("apiVersion"), Kind: v.Str("kind"), Name: v.Str("metadata", "name")}
}

// namesKind says whether a text names a kind that is converted, with its version.
func (b *builder) namesKind(text string) bool {
	return slices.ContainsFunc(b.kinds, func(k facts.KindChange) bool { return strings.Contains(text, k.From.APIVersion) })
}
