package fileset

import (
	"maps"
	"sync"

	"github.com/karplint/karplint/model"
)

// Opened holds the files of runs over one disk, so that there is one for each text of a path, whose documents are parsed once. It is safe for
// concurrent use.
type Opened struct {
	mu    sync.Mutex
	files map[string]opened
}

type opened struct {
	*model.File
	state State
}

// Release drops the files.
func (o *Opened) Release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files = nil
}

// Drop drops the files with some paths.
func (o *Opened) Drop(drops func(path string) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.files, func(path string, _ opened) bool { return drops(path) })
}

// In returns files over the same disk that open what is held.
func (o *Opened) In(files Files) Files { return opener{files, o} }

type opener struct {
	Files
	held *Opened
}

// known returns the file if it is held with its present text, and the state of that text.
func (o opener) known(name string) (*model.File, State) {
	state := StateOf(o.Files, name)
	o.held.mu.Lock()
	defer o.held.mu.Unlock()
	if known := o.held.files[name]; known.File != nil && known.state == state {
		return known.File, state
	}
	return nil, state
}

// ReadFile returns the text of the file.
func (o opener) ReadFile(name string) ([]byte, error) {
	if f, _ := o.known(name); f != nil {
		return f.Data, nil
	}
	return o.Files.ReadFile(name)
}

// Open returns the file.
func (o opener) Open(name string) (*model.File, error) {
	f, state := o.known(name)
	if f != nil {
		return f, nil
	}
	data, err := o.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	o.held.mu.Lock()
	defer o.held.mu.Unlock()
	if known := o.held.files[name]; known.File != nil && known.state == state {
		return known.File, nil // somebody was faster
	}
	if o.held.files == nil {
		o.held.files = map[string]opened{}
	}
	f = model.Shared(name, data)
	o.held.files[name] = opened{f, state}
	return f, nil
}
