package patches

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Builds are the kustomizations of a run, and what they build of the objects that are converted: which objects each patch applies to, and what
// they are like then.
type Builds struct {
	kustomizations map[string]*Kustomization // by directory
	overlays       []*Kustomization          // in objects of Flux and Argo CD, and transformers
	patches        map[string]patchFile      // by path
	configurations map[string]string         // path of a configuration -> path of the kustomization that uses it
	replacements   map[string]*Kustomization // by path of a file of replacements

	// Set by Follow.
	documents map[*kustomize.Patch][]document
	uses      map[location][]use  // of the patches for objects that are converted
	byIndex   map[location]bool   // JSON 6902 patches that name requirements by their indices
	ties      [][2]units.ID       // an object, and the kustomization or configuration that names fields of it
	numbers   map[string]int      // of each file in the run
	usedBy    map[string][]string // path of a file or directory -> directories of the kustomizations that use it
}

// Kustomization is one of the run.
type Kustomization struct {
	*kustomize.Kustomization
	units.ID
	builds []built // the objects in it, with its patches applied; of a component, those of all kustomizations that use it
}

// patchFile is a file that a kustomization uses as a patch, and the kind that its target has there.
type patchFile struct{ kustomization, kind string }

// location is where a patch is written: an object of a file, or a text in a kustomization.
type location struct {
	file  string
	text  string // of a text, its place in the kustomization: "0 patches[0]"
	index int    // of the object in its file
}

// use is one object that a patch applies to in one kustomization.
type use struct {
	kustomization   string
	kustomizationID units.ID         // the kustomization
	base            *Base            // nil where karplint finds no object that the patch is for
	missing         []string         // if base is nil, the bases that are not among the files
	before          *model.Value     // base as it is before the patch; nil where that is not known
	beyond          bool             // it is not applied, because more than maxPatches are for the base
	entry           *kustomize.Patch // of the kustomization
	location        location
}

// Base is an object that kustomizations build on.
type Base struct {
	units.ID
	Path, Kind, Name string
	Res              *model.Resource // Value has neither aliases nor merge keys
	Run              Run             // that converts the file of the object
	Branches         bool            // lines of it depend on a template
	Refused          bool            // it is not converted as it is written
}

// Run converts the objects of a file.
type Run interface {
	// ConvertWhole returns the object v that is built of a base, converted, and the class that becomes an object of its own; nil: none does.
	// Notes about the object have the name, and the lines of doc.
	ConvertWhole(base *Base, doc *model.Document, name string, v *model.Value) (o *record.Object, class *model.Value)
	// RefusePatch returns why a patch must not make an object of a kind a different one, or "".
	RefusePatch(kind string, before, after *model.Value) string
}

// built is an object on its way through kustomizations.
type built struct {
	*Base
	kustomize.Object
	patches int // that were for it
}

// built returns the object as it is written.
func (b *Base) built() built { return built{Base: b, Object: kustomize.NewObject(b.Res, b.Res.Value)} }

// document is a document of a patch.
type document struct {
	*kustomize.PatchDocument
	location location
	unit     *units.Unit // nil for a tree in the kustomization, and for what does not parse
}

// NewBuilds returns what kustomizations build.
func NewBuilds(kustomizations []*Kustomization) *Builds {
	b := &Builds{
		kustomizations: map[string]*Kustomization{}, patches: map[string]patchFile{},
		configurations: map[string]string{}, replacements: map[string]*Kustomization{},
	}
	b.add(kustomizations)
	return b
}

// Find returns the kustomizations in a unit.
func Find(u *units.Unit) (all []*Kustomization) {
	for _, k := range kustomize.Read(u.Res) {
		all = append(all, &Kustomization{Kustomization: k, ID: u.ID})
	}
	return all
}

// add indexes kustomizations and the files that they use.
func (b *Builds) add(kustomizations []*Kustomization) {
	for _, k := range kustomizations {
		if !k.InObject() {
			b.kustomizations[path.Dir(k.Path)] = k
		} else {
			b.overlays = append(b.overlays, k)
		}
		for _, name := range k.Configurations {
			b.configurations[name] = k.Path
		}
		for _, name := range k.ReplacementFiles {
			b.replacements[name] = k
		}
		for _, p := range k.Patches {
			b.addPatch(k, p)
		}
	}
}

func (b *Builds) addPatch(k *Kustomization, p *kustomize.Patch) {
	if p.File == "" {
		return
	}
	kind := ""
	if p.Target != nil {
		kind = p.Target.Kind
	}
	if patch, ok := b.patches[p.File]; !ok || patch.kind == "" {
		b.patches[p.File] = patchFile{k.Path, kind}
	}
}

// PatchedBy returns the kustomization that uses a file as a patch and the kind of its target there, both "" for another file.
func (b *Builds) PatchedBy(file string) (kustomization, kind string) {
	p := b.patches[file]
	return p.kustomization, p.kind
}

// IsPatch reports whether a kustomization uses a file as a patch.
func (b *Builds) IsPatch(file string) bool {
	_, isPatch := b.patches[file]
	return isPatch
}

// Applies reports whether an object of a file is a patch of objects that are converted, or of objects that are missing.
func (b *Builds) Applies(file string, index int) bool {
	return len(b.uses[location{file: file, index: index}]) > 0
}

// PatchedIn returns the paths of the kustomizations that patch an object.
func (b *Builds) PatchedIn(id units.ID) (kustomizations []string) {
	for _, uses := range b.uses {
		for _, u := range uses {
			if u.base != nil && u.base.ID == id {
				kustomizations = append(kustomizations, u.kustomization)
			}
		}
	}
	return kustomizations
}

// UsersOf returns the directories of the kustomizations that use a file, directly or through others.
func (b *Builds) UsersOf(file string) map[string]bool {
	if b.usedBy == nil {
		b.usedBy = map[string][]string{}
		for dir, k := range b.kustomizations {
			for _, name := range slices.Concat(k.Resources, k.Components) {
				b.usedBy[name] = append(b.usedBy[name], dir)
			}
		}
	}
	users := map[string]bool{}
	var visit func(used string)
	visit = func(used string) {
		for _, dir := range b.usedBy[used] {
			if !users[dir] {
				users[dir] = true
				visit(dir)
			}
		}
	}
	visit(file)
	return users
}

// Join calls join for two objects of which one is only converted together with the other: a patch, what it applies to, and the kustomization
// that names either.
func (b *Builds) Join(join func(x, y units.ID)) {
	for place, uses := range b.uses {
		for _, u := range uses {
			number, read := b.numbers[place.file]
			patch := units.ID{File: number, Index: place.index}
			if place.text != "" || !read {
				patch = u.kustomizationID
			}
			if u.entry.Target != nil { // the kustomization names the objects that the patch is for
				join(u.kustomizationID, patch)
			}
			if u.base != nil {
				join(u.base.ID, patch)
			}
		}
	}
	for _, tie := range b.ties {
		join(tie[0], tie[1])
	}
}
