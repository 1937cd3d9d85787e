package patches

import (
	"path"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Builds holds the kustomizations of a run, and which converted objects each of their patches applies to.
type Builds struct {
	all            []*Kustomization
	byRead         map[*kustomize.Kustomization]*Kustomization
	inFile         map[string][]*Kustomization
	kustomizations map[string]*Kustomization // those of directories
	patches        map[string]patchFile      // by path
	configurations map[string]*Kustomization // by path of a configuration
	replacements   map[string]*Kustomization // by path of a file of replacements

	resources map[string]bool // paths of the files and directories that a kustomization uses

	// The fields below are set by Follow.
	files     map[string]*model.File // of the run
	documents map[*kustomize.Patch][]document
	uses      map[location][]use  // of the patches for converted objects
	ties      [][2]units.ID       // pairs of an object and the kustomization or configuration that refers to its fields
	numbers   map[string]int      // of each file in the run
	usedBy    map[string][]string // path of a file or directory -> directories of the kustomizations that use it
}

// Kustomization is a kustomization with the objects that it builds.
type Kustomization struct {
	*kustomize.Kustomization
	units.ID
	builds []built // with its patches applied. A component has the objects of all kustomizations that use it
}

// patchFile is a file that a kustomization uses as a patch, with the kind in its target.
type patchFile struct{ kustomization, kind string }

// location is the place of a patch: an object of a file, or a text in a kustomization.
type location struct {
	file  string
	text  string // for a text, its place in the kustomization: "0 patches[0]"
	index int    // for an object, its index in the file
}

// use is the application of a patch to one object in one kustomization.
type use struct {
	kustomization   string
	kustomizationID units.ID         // the kustomization
	base            *Base            // nil if karplint finds no object for the patch
	missing         []string         // if base is nil: the bases that are not among the files
	before          *model.Value     // base with the patches before this one; nil if unknown
	entry           *kustomize.Patch // as the kustomization lists it
	location        location
}

// Base is an object that kustomizations build on.
type Base struct {
	units.ID
	Path, Kind, Name string
	Res              *model.Resource // Value without aliases and merge keys
	Run              Run             // converts the file of the object
	Branches         bool            // the object has lines that depend on a template
	Refused          bool            // the object itself is not converted
}

// Run converts the objects of one file. package convert implements it.
type Run interface {
	// ConvertWhole converts v, an object built from base. It also returns the class that becomes an object of its own, or nil.
	// Notes about the object get the name, and positions in doc.
	ConvertWhole(base *Base, doc *model.Document, name string, v *model.Value) (o *record.Object, class *model.Value)
	// RefusePatch returns the reason why a patch must not turn before into after, or "".
	RefusePatch(kind string, before, after *model.Value) string
}

// built is an object with the patches applied so far.
type built struct {
	*Base
	kustomize.Object
}

// built returns the object before any patch.
func (b *Base) built() built { return built{b, kustomize.NewObject(b.Res, b.Res.Value)} }

// document is a document of a patch.
type document struct {
	*kustomize.PatchDocument
	location location
	unit     *units.Unit // of a text in the kustomization; nil for a tree, a file, and what does not parse
}

// NewBuilds indexes the kustomizations. Follow finds the objects of their patches.
func NewBuilds(kustomizations []*Kustomization) *Builds {
	b := &Builds{
		byRead: map[*kustomize.Kustomization]*Kustomization{}, inFile: map[string][]*Kustomization{},
		kustomizations: map[string]*Kustomization{}, patches: map[string]patchFile{},
		configurations: map[string]*Kustomization{}, replacements: map[string]*Kustomization{}, resources: map[string]bool{},
	}
	b.add(kustomizations)
	return b
}

// Find returns the kustomizations in a unit.
func Find(u *units.Unit) (kustomizations []*Kustomization) {
	for _, k := range kustomize.Read(u.Res) {
		kustomizations = append(kustomizations, &Kustomization{Kustomization: k, ID: u.ID})
	}
	return kustomizations
}

// add indexes more kustomizations, and the files that they use.
func (b *Builds) add(kustomizations []*Kustomization) {
	for _, k := range kustomizations {
		b.all, b.byRead[k.Kustomization] = append(b.all, k), k
		b.inFile[k.Path] = append(b.inFile[k.Path], k)
		if !k.InObject() {
			b.kustomizations[path.Dir(k.Path)] = k
		}
		for _, name := range slices.Concat(k.Resources, k.Components) {
			b.resources[name] = true
		}
		for _, name := range k.Configurations {
			b.configurations[name] = k
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

// PatchedBy returns the kustomization that uses the file as a patch, and the kind in its target; "" if there is none.
func (b *Builds) PatchedBy(file string) (kustomization, kind string) {
	p := b.patches[file]
	return p.kustomization, p.kind
}

// IsPatch reports whether a kustomization uses a file as a patch.
func (b *Builds) IsPatch(file string) bool {
	_, isPatch := b.patches[file]
	return isPatch
}

// Applies reports whether the object is a patch of converted objects, or of objects that are not among the files.
func (b *Builds) Applies(file string, index int) bool {
	return len(b.uses[location{file: file, index: index}]) > 0
}

// PatchedIn returns the paths of the kustomizations that patch an object, sorted.
func (b *Builds) PatchedIn(id units.ID) (kustomizations []string) {
	for _, uses := range b.uses {
		for _, u := range uses {
			if u.base != nil && u.base.ID == id {
				kustomizations = append(kustomizations, u.kustomization)
			}
		}
	}
	slices.Sort(kustomizations)
	return kustomizations
}

// Leaves reports whether no kustomization uses a file, neither as a patch nor as a resource. kustomizations are the paths at which
// there may be one. It returns false if a kustomization at such a path was not read, because that may use the file.
func (b *Builds) Leaves(file string, kustomizations []string) bool {
	isUnknown := func(kustomization string) bool {
		k := b.kustomizations[path.Dir(kustomization)]
		return k == nil || k.Path != kustomization
	}
	return !b.resources[file] && !b.IsPatch(file) && !slices.ContainsFunc(kustomizations, isUnknown)
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

// Join calls join for each pair of objects that must be converted together: a patch and its object, and the kustomization that
// refers to either.
func (b *Builds) Join(join func(x, y units.ID)) {
	for place, uses := range b.uses { // in any order: groups do not depend on it
		for _, u := range uses {
			number, read := b.numbers[place.file]
			patch := units.ID{File: number, Index: place.index}
			if place.text != "" || !read {
				patch = u.kustomizationID
			}
			if u.entry.Target != nil { // the kustomization names the objects of the patch
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
