package inventory

import (
	"hash/maphash"
	"slices"
	"sync"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
)

// Memory keeps the observations in manifests for later runs over the same disk, because only some files change between them, such as from one stop of
// an upgrade to the next. It is safe for concurrent use.
type Memory struct {
	scan       scan.Memory
	dictionary *scan.Dictionary // selects the documents of any survey, so that their observations serve every run

	mu    sync.Mutex
	files map[manifestPath]rememberedFile
	room  int // observations that may still be kept
}

// mostRemembered bounds the observations in memory. Files beyond it are read again in each run.
const mostRemembered = 20_000

// NewMemory returns an empty memory.
func NewMemory() *Memory {
	return &Memory{dictionary: scan.NewDictionary(), files: map[manifestPath]rememberedFile{}, room: mostRemembered}
}

func (m *Memory) ofScan() *scan.Memory {
	if m == nil {
		return nil
	}
	return &m.scan
}

// manifestPath is the path of a manifest, of which all documents are read if the user named it.
type manifestPath struct {
	path  string
	named bool
}

// parse returns the documents of a manifest in which a survey may observe something.
func (m *Memory) parse(f *model.File, named bool) []place.Parsed {
	if named {
		return place.ParseDocuments(f, nil)
	}
	return place.ParseDocuments(f, func(data []byte) bool { return m.dictionary.WantsDocument(data, scan.MayShow) })
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
	if m == nil {
		return observedFile{}, false
	}
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
	if m == nil {
		return
	}
	now := rememberedFile{observedFile: o, states: r.statesOf(manifest, o.read), inputs: r.run.inputsKey()}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := manifestPath{manifest.Path, manifest.Named}
	m.room += m.files[key].size()
	delete(m.files, key)
	if size := now.size(); size <= m.room {
		m.room -= size
		m.files[key] = now
	}
}

// size is the number of observations, and of the files that they refer to.
func (f rememberedFile) size() int { return f.observations.Len() + len(f.states) }

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
