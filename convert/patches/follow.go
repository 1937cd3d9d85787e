package patches

import (
	"path"
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// follower finds the objects of each patch. It is the source of a tree of kustomizations.
type follower struct {
	*Builds
	*apis.Goal
	parsed *units.Files
	of     map[*kustomize.Patch]*Kustomization
	seen   map[seenUse]bool
}

// seenUse identifies a use, which several kustomizations upon one another share.
type seenUse struct {
	doc  *kustomize.PatchDocument
	base units.ID
	in   *kustomize.Kustomization
}

// Follow finds the objects of each patch. readBases returns the converted objects of a file.
func (b *Builds) Follow(goal *apis.Goal, parsed *units.Files, files []*model.File, readBases func(f *model.File, number int) []*Base) {
	b.documents, b.uses = map[*kustomize.Patch][]document{}, map[location][]use{}
	b.numbers, b.files = map[string]int{}, map[string]*model.File{}
	f := &follower{
		Builds: b, Goal: goal, parsed: parsed, of: map[*kustomize.Patch]*Kustomization{},
		seen: map[seenUse]bool{},
	}
	var names, patchers []string
	for i, file := range files {
		f.files[file.Path], b.numbers[file.Path] = file, i
		names = append(names, file.Path)
	}
	for _, k := range b.all {
		for _, p := range k.Patches {
			f.of[p] = k
		}
		if !slices.Contains(patchers, k.Path) {
			patchers = append(patchers, k.Path)
		}
	}
	tree := kustomize.TreeOf(names, patchers, f)
	for i, file := range files {
		if !tree.IsPatched(file.Path) {
			continue
		}
		for _, base := range readBases(file, i) {
			tree.Follow(file.Path, base.built().Object,
				func(u kustomize.Use) { f.use(base, u) },
				func(k *kustomize.Kustomization, o kustomize.Object) { f.build(f.byRead[k], built{base, o}) })
		}
	}
	f.noteUnused()
}

// Keeps implements kustomize.Source: what refers to fields of objects must be changed with them.
func (f *follower) Keeps(k *kustomize.Kustomization) bool {
	return k.Refers || len(k.Configurations) > 0
}

// Kustomizations implements kustomize.Source.
func (f *follower) Kustomizations(file string) (kustomizations []*kustomize.Kustomization) {
	for _, k := range f.inFile[file] {
		kustomizations = append(kustomizations, k.Kustomization)
	}
	return kustomizations
}

// Replacements implements kustomize.Source. It returns none: they are decisions, see references.go.
func (f *follower) Replacements(string) []*model.Value { return nil }

// Documents implements kustomize.Source.
func (f *follower) Documents(p *kustomize.Patch) (all []*kustomize.PatchDocument) {
	for _, doc := range f.read(f.of[p], p) {
		all = append(all, doc.PatchDocument)
	}
	return all
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

// use records a use of a patch, once for the kustomizations that share it.
func (f *follower) use(base *Base, u kustomize.Use) {
	k := f.byRead[u.By]
	if seen := (seenUse{u.PatchDocument, base.ID, u.In}); !f.seen[seen] {
		f.seen[seen] = true
		f.note(use{kustomization: k.Path, kustomizationID: k.ID, base: base, before: u.Before, entry: u.Patch}, u.PatchDocument)
	}
}

// build records an object that a kustomization builds, once for the kustomizations upon it.
func (f *follower) build(k *Kustomization, o built) {
	if slices.ContainsFunc(k.builds, func(known built) bool { return known.ID == o.ID }) {
		return
	}
	k.builds = append(k.builds, o)
	f.refer(k, o)
}

// noteUnused records the patches of old objects that are not among the files.
func (f *follower) noteUnused() {
	for _, k := range f.all {
		if k.Component && len(k.builds) == 0 { // no kustomization uses it
			continue
		}
		for _, p := range k.Patches {
			for _, doc := range f.read(k, p) {
				isOld := doc.Object != nil && len(f.Steps(doc.Object)) > 0
				if len(f.uses[doc.location]) == 0 && doc.Problem == "" && (isOld || f.targetsAlpha(p)) {
					f.note(use{kustomization: k.Path, kustomizationID: k.ID, missing: f.missing(k, map[string]bool{}), entry: p}, doc.PatchDocument)
				}
			}
		}
	}
}

// targetsAlpha reports whether a patch without an object among the files is for the alpha API, judging by its target or its
// fields.
func (f *follower) targetsAlpha(p *kustomize.Patch) bool {
	if p.Target == nil || p.Target.Has("kind") {
		return p.Target != nil && f.IsAlphaKind(p.Target.Kind)
	}
	if file := f.files[p.File]; file != nil {
		return alphaFields().Match(file.Data)
	}
	return p.File == "" && alphaFields().MatchString(inlineText(p))
}

// alphaFields matches fields that hardly any other API has.
var alphaFields = pattern.New(`\b(ttlSecondsAfterEmpty|ttlSecondsUntilExpired|providerRef|subnetSelector|securityGroupSelector|amiSelector)\b`)

func (f *follower) note(u use, doc *kustomize.PatchDocument) {
	for _, d := range f.documents[u.entry] {
		if d.PatchDocument == doc {
			u.location = d.location
		}
	}
	f.uses[u.location] = append(f.uses[u.location], u)
}

// read returns the documents of a patch.
func (f *follower) read(k *Kustomization, p *kustomize.Patch) []document {
	if docs, ok := f.documents[p]; ok {
		return docs
	}
	var docs []document
	add := func(origin location, u *units.Unit, doc *kustomize.PatchDocument) {
		docs = append(docs, document{doc, origin, u})
	}
	file, origin, parse := f.files[p.File], location{file: p.File}, f.parsed.Units
	if p.File == "" {
		file, origin = model.NewFile(k.Path, []byte(inlineText(p))), location{file: k.Path, text: textIn(p, k.ID)}
		parse = func(file *model.File, number int, yield func(*units.Unit)) {
			f.parsed.Text(file, origin.file+" "+origin.text, number, yield)
		}
	}
	switch {
	case record.IsCollection(p.Value):
		add(origin, nil, p.Read(kustomize.ObjectOf(p.Document, p.Value)))
	case file == nil:
		add(origin, nil, &kustomize.PatchDocument{Patch: p, Problem: "it is not among the files", Missing: true})
	default:
		parse(file, f.numbers[file.Path], func(u *units.Unit) {
			origin.index = u.Index
			if u.Err != nil {
				add(origin, nil, &kustomize.PatchDocument{Patch: p, Problem: "it does not parse: " + u.Err.Message})
				return
			}
			doc := p.Read(u.Res)
			if p.File != "" {
				u = nil // the file is converted by itself
			}
			add(origin, u, doc)
		})
	}
	f.documents[p] = docs
	return docs
}

// missing returns the bases of a kustomization that are not among the files: remote ones, and directories and files of other
// trees. A missing file beside the kustomization does not count, because a run reads every file there that mentions Karpenter.
func (f *follower) missing(k *Kustomization, visited map[string]bool) (names []string) {
	switch {
	case k.Elsewhere != "":
		return []string{k.Elsewhere}
	case k.Place != nil && k.From != "":
		return []string{k.From}
	}
	for _, name := range k.Charts {
		names = append(names, "the chart "+name)
	}
	for _, r := range k.Resources {
		base := f.kustomizations[r]
		switch {
		case visited[r]:
		case base != nil:
			visited[r] = true
			names = append(names, f.missing(base, visited)...)
		case kustomize.IsRemote(r), f.files[r] == nil && (path.Ext(r) == "" || !filetype.IsWithin(path.Dir(k.Path), r)):
			names = append(names, r)
		}
		visited[r] = true
	}
	return names
}
