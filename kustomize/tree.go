package kustomize

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Tree finds the patches for the objects of a file: patches of kustomizations, and patches in objects of Flux and Argo CD. It does
// not change after NewTree, and is safe for concurrent use.
type Tree struct {
	byPlace  map[string][]*reach  // the kustomizations with patches that build a file, or all files of a directory
	anywhere []*reach             // kustomizations whose files are unknown
	read     map[string]bool      // the files that the tree was made from
	patches  map[string]PatchKind // the files that contain patches
}

// Change is the effect of one document or operation of a patch, or of one field of a replacement, on an object.
type Change struct {
	File    string       // of the patch; "" for one that is in the kustomization
	Value   *model.Value // a partial object; Unknown if the change may set any field
	Unread  bool         // the patch is missing or cannot be read, so it may set any field
	selects func(*Object) bool
	patch   *PatchDocument // nil for a replacement
	by      *Kustomization // that lists the patch
}

// Changes returns the changes that the kustomizations which build the file make to the object.
func (t *Tree) Changes(file string, o Object) (changes []*Change) {
	for _, r := range t.waysFrom(file) {
		changes = slices.AppendSeq(changes, r.changesFor(o))
	}
	return changes
}

// Users returns the files of the kustomizations that build a file and patch an object of it.
func (t *Tree) Users(file string, o Object) (paths []string) {
	for _, r := range t.waysFrom(file) {
		for range r.changesFor(o) {
			paths = append(paths, r.path)
			break
		}
	}
	return paths
}

// waysFrom returns the reaches of a file.
func (t *Tree) waysFrom(file string) []*reach {
	if t == nil {
		return nil
	}
	ways := t.anywhere
	for place := file; len(t.byPlace) > 0; place = path.Dir(place) {
		ways = slices.Concat(ways, t.byPlace[place])
		if place == path.Dir(place) {
			break
		}
	}
	return ways
}

// PatchKind tells how a patch in a file refers to its object.
type PatchKind uint8

// The kinds of patches.
const (
	NoPatch       PatchKind = iota
	NamingPatch             // by its own apiVersion, kind and name
	TargetedPatch           // by the target beside it, so its own apiVersion and kind do not matter
)

// IsPatch reports whether a file contains a patch.
func (t *Tree) IsPatch(file string) bool { return t.PatchKind(file) != NoPatch }

// PatchKind returns how the patch in a file refers to its object. A file that no kustomization uses also counts as a patch if its
// directory has such a name: it contains a part of an object, and its target is unknown.
func (t *Tree) PatchKind(file string) PatchKind {
	if t == nil {
		return NoPatch
	}
	if kind := t.patches[file]; kind != NoPatch {
		return kind
	}
	if path.Base(path.Dir(file)) == "patches" {
		return TargetedPatch
	}
	return NoPatch
}

// ReadsAny reports whether the tree was made from one of the files.
func (t *Tree) ReadsAny(changed map[string][]byte) bool {
	for name := range changed {
		if t.read[name] {
			return true
		}
	}
	return false
}

// builder makes a tree.
type builder struct {
	*Tree
	Source
	files   []string
	in      *Directories
	dirs    map[string]bool // the directories that contain files; computed on first use
	changed map[*Kustomization][]*Change
	all     map[*Kustomization][]*Change // with those of its components
}

// NewTree reads the patches of the kustomizations among the files with the names. Only the files in patchers may contain patches, replacements or
// components; other kustomizations are read only as bases. Files that cannot be read or do not parse are left out.
func NewTree(names, patchers []string, files model.Reader) *Tree {
	source := newFileSource(files)
	t := TreeOf(names, patchers, source)
	t.read = source.read
	return t
}

// TreeOf is NewTree with a source of one's own.
func TreeOf(files, patchers []string, source Source) *Tree {
	b := &builder{
		Tree: &Tree{byPlace: map[string][]*reach{}, patches: map[string]PatchKind{}}, Source: source,
		files: files, in: directoriesOf(files, source), changed: map[*Kustomization][]*Change{}, all: map[*Kustomization][]*Change{},
	}
	if len(patchers) == 0 {
		return b.Tree
	}
	for _, name := range patchers {
		for _, k := range b.Kustomizations(name) {
			if !k.Component {
				b.add(k)
			}
		}
	}
	return b.Tree
}

// add adds the reaches of a kustomization that changes objects, itself or through its components.
func (b *builder) add(k *Kustomization) {
	changes := b.allChanges(k)
	if len(changes) == 0 && !b.Keeps(k) {
		return
	}
	add := func(place string, layers *layer) {
		b.byPlace[place] = append(b.byPlace[place], &reach{k.Path, changes, layers})
	}
	if !k.InObject() {
		b.spread(k, nil, map[*Kustomization]bool{}, add)
		return
	}
	var layers *layer
	for below := k; below != nil; below = below.Upon {
		layers = &layer{below, b.changes(below), layers}
	}
	if dir, anywhere := b.base(k); b.in.Of(dir) != nil {
		b.spread(b.in.Of(dir), layers, map[*Kustomization]bool{}, add)
	} else if dir != "" {
		add(dir, layers)
	} else if anywhere {
		b.anywhere = append(b.anywhere, &reach{k.Path, changes, nil})
	}
}

// base returns the directory that a kustomization in an object builds, "" if it is not among the files. The path is relative to the root of
// the repository, which is unknown, so the nearest directory above the file that contains such a path counts. anywhere is true if any directory
// may be the base, because its name is templated or it is the root itself. The objects of a chart are not among the files.
func (b *builder) base(k *Kustomization) (dir string, anywhere bool) {
	subdirectory := path.Clean(strings.TrimPrefix(k.From, "/"))
	if subdirectory == "." || k.Elsewhere != "" {
		return "", !k.Chart
	}
	if b.dirs == nil {
		b.dirs = map[string]bool{}
		for _, name := range b.files {
			for dir := path.Dir(name); !b.dirs[dir]; dir = path.Dir(dir) {
				b.dirs[dir] = true
			}
		}
	}
	for place := path.Dir(k.Path); ; place = path.Dir(place) {
		if dir := path.Join(place, subdirectory); b.dirs[dir] {
			return dir, false
		}
		if place == path.Dir(place) {
			return "", false
		}
	}
}

// spread calls add for each file that a kustomization builds, and for each directory without a kustomization of its own, with the layers on the
// path to it. It returns the innermost of the layers of the kustomization and its components, through which the objects of its resources go.
func (b *builder) spread(k *Kustomization, outer *layer, visited map[*Kustomization]bool, add func(place string, layers *layer)) *layer {
	isFirst := !visited[k]
	visited[k] = true
	inner := &layer{k, b.changes(k), outer}
	for _, dir := range slices.Backward(k.Components) {
		if c := b.in.Of(dir); c == nil {
			add(dir, inner)
		} else if !inner.isBelow(c) {
			inner = b.spread(c, inner, visited, add)
		}
	}
	for _, name := range k.Resources {
		switch base := b.in.Of(name); {
		case !isFirst:
		case base == nil:
			add(name, inner)
		case !visited[base]:
			b.spread(base, inner, visited, add)
		}
	}
	return inner
}

// allChanges returns the changes of a kustomization and of its components.
func (b *builder) allChanges(k *Kustomization) []*Change {
	if cached, ok := b.all[k]; ok {
		return cached
	}
	b.all[k] = nil // in case components use each other in a cycle
	var changes []*Change
	for _, dir := range k.Components {
		if component := b.in.Of(dir); component != nil {
			changes = append(changes, b.allChanges(component)...)
		}
	}
	b.all[k] = append(changes, b.changes(k)...)
	return b.all[k]
}

// changes returns the changes of a kustomization.
func (b *builder) changes(k *Kustomization) []*Change {
	if cached, ok := b.changed[k]; ok {
		return cached
	}
	var changes []*Change
	for _, field := range PatchFields {
		for _, p := range k.Patches {
			if p.Field == field {
				changes = append(changes, b.patchChanges(k, p)...)
			}
		}
	}
	for _, name := range k.ReplacementFiles {
		k.Replacements = append(k.Replacements, b.Replacements(name)...)
	}
	for _, replacement := range k.Replacements {
		changes = append(changes, replaced(replacement)...)
	}
	b.changed[k] = changes
	return b.changed[k]
}

// patchChanges returns the changes that a patch of a kustomization makes.
func (b *builder) patchChanges(k *Kustomization, p *Patch) (changes []*Change) {
	if p.File != "" {
		b.patches[p.File] = max(b.patches[p.File], p.kind())
	}
	for _, doc := range b.Documents(p) {
		for _, c := range doc.changes() {
			c.by = k
			changes = append(changes, c)
		}
	}
	return changes
}

// changes returns the changes that a document of a patch makes.
func (d *PatchDocument) changes() (changes []*Change) {
	if d.Problem != "" || d.Operations == nil && d.Object.Value == nil {
		return []*Change{{File: d.Patch.File, Value: model.NewUnknown("patch"), Unread: true, selects: d.AppliesTo, patch: d}}
	}
	if d.Object != nil {
		return []*Change{{File: d.Patch.File, Value: d.Object.Value, selects: d.AppliesTo, patch: d}}
	}
	for _, op := range d.Operations {
		changes = append(changes, &Change{File: d.Patch.File, Value: op.partial(), selects: d.AppliesTo, patch: d})
	}
	return changes
}
