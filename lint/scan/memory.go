package scan

import (
	"sync"

	"github.com/karplint/karplint/lint/fileset"
)

// Memory holds the verdicts of earlier scans over the same disk, with the texts that they are about. The zero value is ready, and safe for
// concurrent use.
type Memory struct {
	mu       sync.Mutex
	verdicts map[scanned]remembered
}

// scanned is a file and the words that were looked for.
type scanned struct {
	fileset.Input
	dictionary string
}

type remembered struct {
	verdict Verdict
	state   fileset.State
}

// verdict returns the verdict for a file, from memory if its text is the same. A nil memory holds nothing.
func (m *Memory) verdict(in fileset.Input, d *Dictionary, files fileset.Files, scanInput func(fileset.Input) Verdict) Verdict {
	if m == nil {
		return scanInput(in)
	}
	key, state := scanned{in, d.Fingerprint()}, fileset.StateOf(files, in.Path)
	key.Context = false // which does not matter to the scan
	m.mu.Lock()
	known, ok := m.verdicts[key]
	m.mu.Unlock()
	if ok && known.state == state {
		return known.verdict
	}
	v := scanInput(in)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.verdicts == nil {
		m.verdicts = map[scanned]remembered{}
	}
	m.verdicts[key] = remembered{v, state}
	return v
}
