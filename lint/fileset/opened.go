package fileset

import (
	"sync"

	"github.com/karplint/karplint/base/shortcut"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Opened holds the files of runs over one disk, so that there is one for each text of a path, whose documents are parsed once. It is safe for
// concurrent use.
type Opened struct {
	mu    sync.Mutex
	files map[string]opened
	size  int // of the texts that are not Terraform
}

// mostHeld is the number of bytes up to which texts other than Terraform are held. Their trees take 15 to 20 times as much memory, and to parse
// further ones twice costs little. The files of a module are read for each root that calls it.
const mostHeld = 384 << 10

type opened struct {
	*model.File
	state State
}

// Release drops the files.
func (o *Opened) Release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files, o.size = nil, 0
}

// Drop drops the files with some paths.
func (o *Opened) Drop(drops func(path string) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for path := range o.files { // in any order: each is dropped or not
		if drops(path) {
			o.drop(path)
		}
	}
}

func (o *Opened) drop(path string) {
	if f, ok := o.files[path]; ok && !filetype.IsTerraform(path) {
		o.size -= len(f.Data)
	}
	delete(o.files, path)
}

// hold returns a file that is held, if there is room for it.
func (o *Opened) hold(path string, data []byte, state State) *model.File {
	o.drop(path)
	if shortcut.Off(shortcut.HeldFiles) {
		return model.NewFile(path, data)
	}
	if !filetype.IsTerraform(path) {
		if o.size+len(data) > mostHeld {
			return model.NewFile(path, data)
		}
		o.size += len(data)
	}
	if o.files == nil {
		o.files = map[string]opened{}
	}
	f := model.Shared(path, data)
	o.files[path] = opened{f, state}
	return f
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
	return o.held.hold(name, data, state), nil
}
