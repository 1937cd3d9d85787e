package inventory

import (
	"hash/maphash"
	"slices"
	"sync"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/scan"
)

// Memory keeps the observations in manifests for later rounds, and for later runs over the same disk, because only some files change between them,
// such as from one stop of an upgrade to the next. It is safe for concurrent use.
type Memory struct {
	scan    scan.Memory
	opened  fileset.Opened
	selects func([]byte) bool // selects the documents to parse

	mu    sync.Mutex
	files map[manifestPath]rememberedFile
	roots map[string][]*rememberedRoot // by path, the last first; see keptStates
}

// NewMemory returns an empty memory for runs of any kind.
func NewMemory() *Memory {
	d := scan.NewDictionary()
	return newMemory(func(data []byte) bool { return d.WantsDocument(data, scan.MayShow) })
}

func newMemory(selects func([]byte) bool) *Memory {
	return &Memory{selects: selects, files: map[manifestPath]rememberedFile{}, roots: map[string][]*rememberedRoot{}}
}

// Held returns files over the same disk, of which those that runs have opened keep their trees. A nil memory holds none.
func (m *Memory) Held(files fileset.Files) fileset.Files {
	if m == nil {
		return files
	}
	return m.opened.In(files)
}

// manifestPath is the path of a manifest, of which all documents are read if the user named it.
type manifestPath struct {
	path  string
	named bool
}

// rememberedFile is the observations in a file, and the state of the disk that they depend on.
type rememberedFile struct {
	observedFile
	states []fileset.State // of the file and of those that it refers to
	inputs uint64          // of the run, if the observations depend on which files there are
}

// statesOf returns the states of a manifest and of the files that it refers to.
func (r *Round) statesOf(m scan.Manifest, read []string) []fileset.State {
	states := []fileset.State{fileset.StateOf(r.Files, m.Path)}
	for _, name := range read {
		states = append(states, fileset.StateOf(r.Files, name))
	}
	return states
}

// observed returns the observations in a manifest, if nothing that they depend on has changed.
func (m *Memory) observed(r *Round, manifest scan.Manifest) (observedFile, bool) {
	m.mu.Lock()
	known, ok := m.files[manifestPath{manifest.Path, manifest.Named}]
	m.mu.Unlock()
	if !ok || known.lists && known.inputs != r.run.inputsKey() {
		return observedFile{}, false
	}
	return known.observedFile, slices.Equal(known.states, r.statesOf(manifest, known.read))
}

// keep remembers the observations in a manifest in place of earlier ones.
func (m *Memory) keep(r *Round, manifest scan.Manifest, o observedFile) {
	now := rememberedFile{observedFile: o, states: r.statesOf(manifest, o.read), inputs: r.run.inputsKey()}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[manifestPath{manifest.Path, manifest.Named}] = now
}

// rememberedRoot is an evaluated root, and the states of what it read and listed.
type rememberedRoot struct {
	Root
	names   []string
	states  []fileset.State
	dirs    []string
	entries []string
}

// keptStates is how many states of a root are remembered: a stop of an upgrade compares the files after it with those before it.
const keptStates = 2

// root returns an evaluated root, if nothing that it depends on has changed.
func (m *Memory) root(r *Round, d *scan.Directory) *Root {
	m.mu.Lock()
	states := m.roots[d.Path]
	m.mu.Unlock()
	for _, known := range states {
		if (known.kept != nil || !r.run.keepsRoots) && known.isCurrent(r) {
			root := known.Root
			root.Dir = d
			return &root
		}
	}
	return nil
}

// isCurrent reports whether the files that the root read and the directories that it listed are as they were.
func (known *rememberedRoot) isCurrent(r *Round) bool {
	for i, name := range known.names {
		if fileset.StateOf(r.Files, name) != known.states[i] {
			return false
		}
	}
	for i, dir := range known.dirs {
		if fileset.EntriesOf(r.Files, dir) != known.entries[i] {
			return false
		}
	}
	return true
}

// keepRoot remembers an evaluated root in place of the oldest of its states.
func (m *Memory) keepRoot(r *Round, root *Root, read *fileset.Recorder) {
	now := &rememberedRoot{Root: *root, names: read.Names, dirs: read.Dirs}
	for _, name := range read.Names {
		now.states = append(now.states, fileset.StateOf(r.Files, name))
	}
	for _, dir := range read.Dirs {
		now.entries = append(now.entries, fileset.EntriesOf(r.Files, dir))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.roots[root.Dir.Path]
	m.roots[root.Dir.Path] = append([]*rememberedRoot{now}, known[:min(len(known), keptStates-1)]...)
}

// forget drops all states of a root.
func (m *Memory) forget(path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.roots, path)
}

var inputsSeed = maphash.MakeSeed()

// hashPaths returns a key of the paths of inputs.
func hashPaths(inputs []fileset.Input) uint64 {
	var h maphash.Hash
	h.SetSeed(inputsSeed)
	for _, in := range inputs {
		_, _ = h.WriteString(in.Path + "\x00")
	}
	return h.Sum64()
}
