package kustomize

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
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
}

// maxReaches bounds the number of reaches. Patches beyond it count as patches for any object.
const maxReaches = 1_000_000

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
	readFile func(name string) ([]byte, error)
	files    []string
	names    map[string]string           // the files of kustomizations, by directory
	dirs     map[string]bool             // the directories that contain files; computed on first use
	parsed   map[string][]*Kustomization // by the file that contains them
	changed  map[*Kustomization]*changeSet
	used     map[*Kustomization][]*Kustomization // components
	reader   PatchReader
	budget   int
}

// NewTree reads the patches of the kustomizations among files. Only the files in patchers may contain patches, replacements or
// components; other kustomizations are read only as bases. Files that cannot be read or do not parse are left out.
func NewTree(files, patchers []string, readFile func(name string) ([]byte, error)) *Tree {
	b := &builder{
		Tree:     &Tree{byPlace: map[string][]*reach{}, read: map[string]bool{}, patches: map[string]PatchKind{}},
		readFile: readFile, files: files, names: map[string]string{}, parsed: map[string][]*Kustomization{}, changed: map[*Kustomization]*changeSet{},
		used: map[*Kustomization][]*Kustomization{}, budget: maxReaches,
	}
	if len(patchers) == 0 {
		return b.Tree
	}
	for _, name := range files {
		if filetype.IsKustomization(name) {
			b.names[path.Dir(name)] = name
		}
	}
	for _, name := range patchers {
		for _, k := range b.kustomizations(name) {
			if !k.Component {
				b.add(k)
			}
		}
	}
	return b.Tree
}

// kustomizations returns the kustomizations in a file.
func (b *builder) kustomizations(name string) []*Kustomization {
	if cached, ok := b.parsed[name]; ok {
		return cached
	}
	var kustomizations []*Kustomization
	b.eachDocument(name, func(doc *model.Document, _ string) {
		if doc == nil {
			return
		}
		objects := yaml.Resources(doc)
		if filetype.IsKustomization(name) { // which need not have a kind and an apiVersion
			objects = []*model.Resource{ObjectOf(doc, doc.Root)}
		}
		for _, o := range objects {
			kustomizations = append(kustomizations, Read(o)...)
		}
	})
	b.parsed[name] = kustomizations
	return kustomizations
}

// kustomizationIn returns the kustomization of a directory, nil for none.
func (b *builder) kustomizationIn(dir string) *Kustomization {
	if name := b.names[dir]; name != "" {
		for _, k := range slices.Backward(b.kustomizations(name)) {
			if !k.InObject() {
				return k
			}
		}
	}
	return nil
}

// add adds the reaches of a kustomization that changes objects, itself or through its components.
func (b *builder) add(k *Kustomization) {
	changes := b.changes(k)
	if len(changes.all) == 0 {
		return
	}
	add := func(place string, layers *layer) {
		b.budget--
		b.byPlace[place] = append(b.byPlace[place], &reach{k.Path, changes, layers})
	}
	if !k.InObject() {
		b.spread(k, nil, map[*Kustomization]bool{}, add)
	} else if dir, anywhere := b.base(k); b.kustomizationIn(dir) != nil {
		b.spread(b.kustomizationIn(dir), b.layer(k, nil), map[*Kustomization]bool{}, add)
	} else if dir != "" {
		add(dir, b.layer(k, nil))
	} else if anywhere {
		b.anywhere = append(b.anywhere, &reach{k.Path, changes, nil})
	}
	if b.budget < 0 {
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

// spread calls add for each file that a kustomization builds, and for each directory without a kustomization of its own, with the
// layers on the path to it.
func (b *builder) spread(k *Kustomization, outer *layer, visited map[*Kustomization]bool, add func(place string, layers *layer)) {
	visited[k] = true
	layers := b.layer(k, outer)
	for _, name := range slices.Concat(k.Resources, k.Components) {
		base := b.kustomizationIn(name)
		switch {
		case b.budget < 0:
			return
		case base == nil:
			add(name, layers)
		case !visited[base]:
			b.spread(base, layers, visited, add)
		}
	}
}

// changes returns the changes of a kustomization and of its components.
func (b *builder) changes(k *Kustomization) *changeSet {
	if cached, ok := b.changed[k]; ok {
		return cached
	}
	b.changed[k] = newChangeSet(nil) // in case components use each other in a cycle
	var changes []*Change
	for _, dir := range k.Components {
		if component := b.kustomizationIn(dir); component != nil {
			changes = append(changes, b.changes(component).all...)
		}
	}
	for _, field := range PatchFields {
		for _, p := range k.Patches {
			if p.Field != field {
				continue
			}
			for _, doc := range b.documents(p) {
				changes = append(changes, doc.changes()...)
			}
		}
	}
	for _, name := range k.ReplacementFiles {
		b.eachDocument(name, func(doc *model.Document, _ string) {
			if doc != nil {
				k.Replacements = append(k.Replacements, ReadReplacements(doc.Root)...)
			}
		})
	}
	for _, t := range k.ReplacementTargets() {
		for _, value := range t.partial() {
			changes = append(changes, &Change{Value: value, selects: t.Selects})
		}
	}
	b.changed[k] = newChangeSet(changes)
	return b.changed[k]
}

// eachDocument calls do for each document of a file. For a document that does not parse, doc is nil and problem is the reason. It
// returns false if the file cannot be read.
func (b *builder) eachDocument(name string, do func(doc *model.Document, problem string)) bool {
	data, err := b.readFile(name)
	if err != nil {
		return false
	}
	b.read[name] = true
	eachRoot(model.NewFile(name, data), do)
	return true
}

func eachRoot(f *model.File, do func(doc *model.Document, problem string)) {
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		switch {
		case err != nil:
			do(nil, err.Message)
		case doc != nil && doc.Root != nil:
			do(doc, "")
		}
		return true
	})
}

// documents reads the documents of a patch.
func (b *builder) documents(p *Patch) (documents []*PatchDocument) {
	add := func(doc *model.Document, problem string) {
		read := &PatchDocument{Patch: p, Problem: problem, Missing: true}
		if doc != nil {
			read = b.reader.Read(p, ObjectOf(doc, doc.Root))
			read.Span = doc.Span
		}
		read.Number = len(documents)
		documents = append(documents, read)
	}
	switch {
	case p.File != "":
		b.patches[p.File] = max(b.patches[p.File], p.kind())
		if !b.eachDocument(p.File, add) {
			return []*PatchDocument{{Patch: p, Problem: "it is not among the files", Missing: true}}
		}
	case p.Value.Kind == model.String:
		eachRoot(model.NewFile("", []byte(p.Value.Text)), add)
	case p.Value.Kind != model.Unknown:
		return []*PatchDocument{b.reader.Read(p, ObjectOf(p.Document, p.Value))}
	}
	return documents
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
