package lsp

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/versions"
)

// workspace is a directory that is linted as one: a folder of the client, or the repository of files outside of all folders.
type workspace struct {
	dir        string   // absolute, without links
	named      string   // the same directory as the client names it, perhaps through links
	repository string   // what is read as context: the repository of the directory, or else the directory
	isFolder   bool     // all of it is linted; otherwise only the paths
	paths      []string // relative to dir
	isDirty    bool     // it is to be linted
	isStale    bool     // the disk has changed since the files were opened
	isGone     bool     // its folder was removed
	failure    string   // why the last run was none; "" if it was one
	cancel     func()   // ends the run; nil if there is none

	files   *Files // nil until the first run
	session *lint.Session
	result  *result                    // of the last run; nil before
	targets map[string]versions.Target // of files, as they were when all that tell them could be read
}

func newWorkspace(dir, named string, isFolder bool) *workspace {
	repository := load.RepositoryRoot(dir)
	if repository == "" {
		repository = dir
	}
	return &workspace{dir: dir, named: named, repository: repository, isFolder: isFolder, targets: map[string]versions.Target{}}
}

// addFolders adds the folders of the client.
func (s *server) addFolders(uris []string) {
	for _, uri := range uris {
		named := pathOf(uri)
		dir := realDir(named)
		known := slices.ContainsFunc(s.workspaces, func(w *workspace) bool { return w.dir == dir && w.isFolder })
		if dir != "" && !known {
			s.workspaces = append(s.workspaces, newWorkspace(dir, named, true))
		}
	}
}

// realDir returns a directory without links; "" if there is none.
func realDir(path string) string {
	real, err := regular.WithoutLinks(path)
	if path == "" || err != nil || !regular.IsDir(real) {
		return ""
	}
	return real
}

// workspaceOf returns the workspace of a file: the innermost folder, or what was made for files outside of all folders; nil if there is none.
func (s *server) workspaceOf(path string) (of *workspace) {
	for _, w := range s.workspaces {
		if path == "" || !regular.Contains(w.dir, path) {
			continue
		}
		isInner := of == nil || w.isFolder && (!of.isFolder || len(w.dir) > len(of.dir))
		if isInner && (w.isFolder || slices.Contains(w.paths, w.display(path))) {
			of = w
		}
	}
	return of
}

// workspaceFor is workspaceOf, and makes a workspace for a file outside of all folders.
func (s *server) workspaceFor(path string) *workspace {
	if w := s.workspaceOf(path); w != nil {
		return w
	}
	dir := filepath.Dir(path)
	if root := load.RepositoryRoot(dir); root != "" {
		dir = root
	}
	var w *workspace
	if i := slices.IndexFunc(s.workspaces, func(w *workspace) bool { return w.dir == dir && !w.isFolder }); i >= 0 {
		w = s.workspaces[i]
	} else {
		w = newWorkspace(dir, dir, false)
		s.workspaces = append(s.workspaces, w)
	}
	w.paths, w.isStale = append(w.paths, w.display(path)), true
	return w
}

// hasTextOf reports whether a run reads an open document as the client has it, and not from the disk.
func (w *workspace) hasTextOf(path string) bool {
	return regular.Contains(w.dir, path) && (w.isFolder || slices.Contains(w.paths, w.display(path)))
}

// display returns the path of a file as the files of the workspace have it.
func (w *workspace) display(path string) string { return load.Display(w.dir, path) }

// full is the inverse of display.
func (w *workspace) full(path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(w.dir, path)
}

// uriOf returns the address of a file, with the name that the client has for the directory.
func (w *workspace) uriOf(path string) string {
	if full := w.full(path); !regular.Contains(w.dir, full) {
		return uriOf(full)
	}
	return uriOf(filepath.Join(w.named, filepath.FromSlash(path)))
}

// touchFor lints the workspace of a document.
func (s *server) touchFor(d *document) {
	if w := s.workspaceOf(d.path); w != nil {
		s.touch(w)
	}
}

// touch lints a workspace, and ends a run over its texts as they were.
func (s *server) touch(w *workspace) {
	w.isDirty = true
	if w.cancel != nil {
		w.cancel()
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// readAnew lints a workspace with the files as they are on the disk now. Until then there is no result.
func (s *server) readAnew(w *workspace) {
	w.isStale, w.result = true, nil
	s.touch(w)
}

// documentAt returns the open document of a file, or nil.
func (s *server) documentAt(path string) *document {
	for _, d := range s.documents { // in any order: one of those with the path
		if path != "" && d.path == path {
			return d
		}
	}
	return nil
}

// work lints the workspaces whose texts changed, as soon as the client is silent for a moment.
func (s *server) work() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		}
		for isSilent := false; !isSilent; {
			select {
			case <-s.ctx.Done():
				return
			case <-s.wake:
			case <-time.After(s.options.Debounce):
				isSilent = true
			}
		}
		for w := s.dirty(); w != nil; w = s.dirty() {
			if err := parallel.Try(w.dir, func() error { return s.lint(w) }); err != nil {
				s.fail(w, err)
			}
		}
	}
}

// dirty returns a workspace that is to be linted; nil if there is none.
func (s *server) dirty() *workspace {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.workspaces, func(w *workspace) bool { return w.isDirty }); i >= 0 {
		return s.workspaces[i]
	}
	return nil
}

// fail shows an error because of which a workspace cannot be linted.
func (s *server) fail(w *workspace, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.isStale = true // the next change tries again
	isNew := w.failure != err.Error()
	w.failure = err.Error()
	s.withdraw(w)
	var mistake *config.Error
	if errors.As(err, &mistake) {
		s.publishMistake(w, mistake)
	}
	if isNew {
		s.show(protocol.MessageTypeError, "karplint cannot check "+w.dir+": "+err.Error())
	}
	s.endRun(w)
}

// endRun tells those who wait that a run ended.
func (s *server) endRun(w *workspace) {
	w.cancel = nil
	close(s.progress)
	s.progress = make(chan struct{})
}

// snapshot is the texts of the open documents of a workspace at one time.
type snapshot struct {
	documents map[string]*document // by path, as the files of the workspace have it
	texts     map[string][]byte
}

func (s *server) snapshotOf(w *workspace) snapshot {
	now := snapshot{map[string]*document{}, map[string][]byte{}}
	for _, d := range s.documents { // in any order: a map is made
		if d.path == "" || !regular.Contains(w.dir, d.path) {
			continue
		}
		path := w.display(d.path)
		isOwn := s.workspaceOf(d.path) == w // otherwise a folder inside shows what is found in it
		if isOwn {
			now.documents[path] = d
		}
		if w.hasTextOf(d.path) {
			now.texts[path] = d.text
		}
		if len(d.text) > load.MaxSize {
			delete(now.texts, path)
			if isOwn {
				now.texts[path] = nil // see tooLarge
			}
		}
	}
	return now
}

// lint lints a workspace, and publishes the diagnostics, unless a change ends the run.
func (s *server) lint(w *workspace) error {
	s.linting.Lock()
	defer s.linting.Unlock()
	s.mu.Lock()
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	w.isDirty, w.cancel = false, cancel
	now, isStale := s.snapshotOf(w), w.isStale || w.files == nil
	request := Request{Dir: w.dir, Paths: slices.Clone(w.paths), Flags: s.flags}
	w.isStale = false
	s.mu.Unlock()
	if isStale {
		files, err := s.options.Open(request)
		if err != nil {
			return err
		}
		s.mu.Lock()
		w.files, w.session = files, lint.NewSession()
		s.mu.Unlock()
	}
	begin := time.Now()
	r, ok := w.run(ctx, now)
	s.mu.Lock()
	defer s.mu.Unlock()
	if ok && !w.isGone {
		for _, err := range r.state.Errors {
			s.logf("%v", err)
		}
		w.result, w.failure = r, ""
		s.publish(w)
		s.logf("%s: %d findings in %d ms", w.dir, len(r.state.Findings), time.Since(begin).Milliseconds())
	}
	s.endRun(w)
	return nil
}

// run lints the files with the texts of the documents.
func (w *workspace) run(ctx context.Context, now snapshot) (*result, bool) {
	ctx, stop := limit.Watch(ctx, w.files.Limits)
	defer stop()
	tree := w.tree(now.texts)
	state, ok := w.session.Lint(ctx, tree, w.files.Settings)
	return newResult(w, now, tree.Files, state), ok
}

// tree returns the files with other texts. A text of a file that is not on the disk is an input like the others.
func (w *workspace) tree(texts map[string][]byte) lint.Tree {
	tree := w.files.Tree
	tree.Files = fileset.Overlay{Base: tree.Files}.With(texts)
	known := map[string]bool{}
	for _, in := range tree.Inputs {
		known[in.Path] = true
	}
	tree.Inputs = slices.Clone(tree.Inputs)
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if !known[path] && w.files.Wants(path) {
			tree.Inputs = append(tree.Inputs, fileset.Input{Path: path, Terraform: filetype.IsTerraform(path)})
		}
	}
	return tree
}
