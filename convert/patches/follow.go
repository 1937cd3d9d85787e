package patches

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// builder applies the patches of kustomizations to the objects that they build.
type builder struct {
	*Builds
	*apis.Goal
	parsed       *units.Files
	readBases    func(f *model.File, number int) []*Base
	files        map[string]*model.File
	transformers map[string][]*Kustomization // by path
	paths        []string                    // of the files, sorted
	bases        map[string][]built
	finished     map[string][]built // by directory
	open         map[string]bool    // directories being built, to detect circles
	reader       kustomize.PatchReader
	steps        int            // that are left, see MaxSteps
	spent        *Kustomization // at which the steps ran out, nil as long as some are left
	applied      int            // how often a patch was applied to an object, see maxApplied
	followed     int            // keys and values, see maxFollowed
}

// MaxSteps bounds the steps of a run, because kustomizations may use one another many times. A step is a comparison of a patch or replacement with an
// object. Each object of a kustomization takes objectSteps, because it is copied. No public repository that was tried takes a tenth of MaxSteps.
const (
	MaxSteps    = 20_000_000
	objectSteps = 50
)

// maxPatches bounds how many patches and replacements are applied to one object, because each may make it larger.
const maxPatches = 200

// maxApplied bounds how often patches are applied to objects in a run, because each time the object is converted without and with
// the patch.
const maxApplied = 5000

// maxFollowed bounds the keys and values of the objects before and after each operation of all JSON 6902 patches, because all of them are converted.
// It is an estimate: each operation may add a key or value.
const maxFollowed = 600_000

// Follow finds the objects of each patch. readBases returns the converted objects of a file. If that takes more than MaxSteps, Follow returns the
// kustomization at which they ran out, and else nil.
func (b *Builds) Follow(goal *apis.Goal, parsed *units.Files, files []*model.File, readBases func(f *model.File, number int) []*Base) (beyond *Kustomization) {
	b.documents, b.uses = map[*kustomize.Patch][]document{}, map[location][]use{}
	b.byIndex, b.numbers = map[location]bool{}, map[string]int{}
	follower := &builder{
		Builds: b, Goal: goal, parsed: parsed, readBases: readBases, files: map[string]*model.File{}, bases: map[string][]built{},
		finished: map[string][]built{}, open: map[string]bool{}, steps: MaxSteps,
	}
	for i, f := range files {
		follower.files[f.Path], b.numbers[f.Path] = f, i
		follower.paths = append(follower.paths, f.Path)
	}
	follower.transformers = map[string][]*Kustomization{}
	for _, t := range b.overlays {
		if t.Transformer {
			follower.transformers[t.Path] = append(follower.transformers[t.Path], t)
		}
	}
	var dirs []string
	for dir, k := range b.kustomizations {
		if !k.Component {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		follower.dir(dir)
	}
	follower.buildOverlays()
	return follower.spent
}

// take counts steps for a kustomization, and reports whether some are left.
func (b *builder) take(steps int, k *Kustomization) bool {
	b.steps -= steps
	if b.steps < 0 && b.spent == nil {
		b.spent = k
	}
	return b.spent == nil
}

// textIn identifies a patch that is written inline in a kustomization.
func textIn(p *kustomize.Patch, k units.ID) string {
	return strconv.Itoa(k.Index) + " " + model.PathText(p.TextPlace)
}

// inlineText returns the text of a patch that is written inline in a kustomization.
func inlineText(p *kustomize.Patch) string {
	if record.IsCollection(p.Value) {
		return p.Document.Text(p.Value.Span)
	}
	text, _ := scalar.Decoded(p.Document, p.Value)
	return text
}

// dir returns the objects that the kustomization of a directory builds.
func (b *builder) dir(dir string) []built {
	k := b.kustomizations[dir]
	if k == nil || b.open[dir] {
		return nil
	}
	if finished, ok := b.finished[dir]; ok {
		return finished
	}
	b.open[dir] = true
	defer delete(b.open, dir)
	b.finished[dir] = b.accumulate(k, nil)
	return b.finished[dir]
}

// accumulate adds the resources of a kustomization to the objects, and applies its patches. A component patches the objects of the
// kustomization that uses it.
func (b *builder) accumulate(k *Kustomization, objects []built) []built {
	if !b.take(objectSteps*len(objects), k) {
		return nil
	}
	objects = slices.Clone(objects)
	present := map[units.ID]bool{}
	for _, o := range objects {
		present[o.ID] = true
	}
	for _, r := range k.Resources {
		added := b.dir(r)
		if f := b.files[r]; f != nil {
			added = b.file(f)
		}
		for _, o := range added {
			if b.take(1, k) && !present[o.ID] && b.take(objectSteps, k) {
				present[o.ID] = true
				objects = append(objects, o)
			}
		}
	}
	for _, dir := range k.Components {
		if component := b.kustomizations[dir]; component != nil && !b.open[dir] {
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
			if p.Field == field {
				objects = b.apply(k, p, objects)
			}
		}
	}
	b.refer(k, objects)
	return b.transform(k, objects)
}

// file returns the converted objects of a file, before any patch.
func (b *builder) file(f *model.File) []built {
	if bases, ok := b.bases[f.Path]; ok {
		return bases
	}
	b.bases[f.Path] = nil
	for _, base := range b.readBases(f, b.numbers[f.Path]) {
		b.bases[f.Path] = append(b.bases[f.Path], base.built())
	}
	return b.bases[f.Path]
}

// apply applies a patch to its objects, and records each use.
func (b *builder) apply(k *Kustomization, p *kustomize.Patch, objects []built) []built {
	for _, doc := range b.read(k, p) {
		if !b.take(len(objects), k) {
			return nil
		}
		matches := false
		for i := range objects {
			o := &objects[i].Object
			if !doc.AppliesTo(o) {
				continue
			}
			matches = true
			if bound := b.beyond(&objects[i], doc); bound != "" {
				b.note(use{kustomization: k.Path, kustomizationID: k.ID, base: objects[i].Base, beyond: bound, entry: p}, doc)
				continue
			}
			b.note(use{kustomization: k.Path, kustomizationID: k.ID, base: objects[i].Base, before: o.Value, entry: p}, doc)
			b.take(len(doc.Operations), k)
			doc.Apply(o)
		}
		unused := !matches && doc.Problem == ""
		isOld := doc.Object != nil && len(b.Steps(doc.Object)) > 0
		if unused && (isOld || b.targetsAlpha(p)) {
			b.note(use{kustomization: k.Path, kustomizationID: k.ID, missing: b.missing(k, map[string]bool{}), entry: p}, doc)
		}
		objects = slices.DeleteFunc(objects, func(o built) bool { return o.Value == nil && matches && doc.Deletes() })
	}
	return objects
}

// beyond counts a patch of an object. It returns the bound that is exceeded, "" if there is none.
func (b *builder) beyond(o *built, doc document) string {
	o.patches++
	b.applied++
	if n := len(doc.Operations); n > 0 && b.followed <= maxFollowed {
		b.followed += n * n
		for range o.Value.Nodes() {
			b.followed += n
		}
	}
	switch {
	case o.patches > maxPatches:
		return fmt.Sprintf("that more than %d patches are for", maxPatches)
	case b.applied > maxApplied:
		return fmt.Sprintf("beyond the %d that karplint patches at once", maxApplied)
	case len(doc.Operations) > 0 && b.followed > maxFollowed:
		return fmt.Sprintf("beyond the %d keys and values that karplint follows operation by operation", maxFollowed)
	}
	return ""
}

// targetsAlpha reports whether a patch without an object among the files is for the alpha API, judging by its target or its
// fields.
func (b *builder) targetsAlpha(p *kustomize.Patch) bool {
	if p.Target == nil || p.Target.Has("kind") {
		return p.Target != nil && b.IsAlphaKind(p.Target.Kind)
	}
	if f := b.files[p.File]; f != nil {
		return alphaFields().Match(f.Data)
	}
	return p.File == "" && alphaFields().MatchString(inlineText(p))
}

// alphaFields matches fields that hardly any other API has.
var alphaFields = pattern.New(`\b(ttlSecondsAfterEmpty|ttlSecondsUntilExpired|providerRef|subnetSelector|securityGroupSelector|amiSelector)\b`)

func (b *builder) note(u use, doc document) {
	u.location = doc.location
	b.uses[doc.location] = append(b.uses[doc.location], u)
}

// read returns the documents of a patch.
func (b *builder) read(k *Kustomization, p *kustomize.Patch) []document {
	if docs, ok := b.documents[p]; ok {
		return docs
	}
	var docs []document
	add := func(origin location, u *units.Unit, doc *kustomize.PatchDocument) {
		docs = append(docs, document{doc, origin, u})
		if slices.ContainsFunc(doc.Operations, byIndex) {
			b.byIndex[origin] = true
		}
	}
	f, origin, parse := b.files[p.File], location{file: p.File}, b.parsed.Units
	if p.File == "" {
		f, origin = model.NewFile(k.Path, []byte(inlineText(p))), location{file: k.Path, text: textIn(p, k.ID)}
		parse = func(f *model.File, number int, yield func(*units.Unit)) {
			b.parsed.Text(f, origin.file+" "+origin.text, number, yield)
		}
	}
	switch {
	case record.IsCollection(p.Value):
		add(origin, nil, b.reader.Read(p, kustomize.ObjectOf(p.Document, p.Value)))
	case f == nil:
		add(origin, nil, &kustomize.PatchDocument{Patch: p, Problem: "it is not among the files", Missing: true})
	default:
		parse(f, b.numbers[f.Path], func(u *units.Unit) {
			origin.index = u.Index
			if u.Err != nil {
				add(origin, nil, &kustomize.PatchDocument{Patch: p, Problem: "it does not parse: " + u.Err.Message})
				return
			}
			doc := b.reader.Read(p, u.Res)
			if p.File != "" {
				u = nil // the file is converted by itself
			}
			add(origin, u, doc)
		})
	}
	b.documents[p] = docs
	return docs
}
