package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

// builtinRules returns karplint's own rules.
var builtinRules = sync.OnceValues(func() (*rule.Rules, error) { return rule.Load(rules.FS) })

// ruleSets loads karplint's own rules together with those in folders: of --rules, and of a configuration. It is safe for concurrent use.
type ruleSets struct {
	dir      string // the working directory
	reader   *regular.Reader
	named    []string // the folders of --rules
	isFormer bool     // of a former side, whose rules are not evaluated

	mu     sync.Mutex
	loaded map[string]func() (*rule.Rules, error) // by the folders
}

func newRuleSets(dir string, reader *regular.Reader, named []string) *ruleSets {
	return &ruleSets{dir: dir, reader: reader, named: named, loaded: map[string]func() (*rule.Rules, error){}}
}

// before returns the rules that configurations of a former side may name.
func (s *ruleSets) before(files *regular.Reader) *ruleSets {
	former := newRuleSets(s.dir, files, s.named)
	former.isFormer = true
	return former
}

// with returns the rules with those in the folders of --rules, and in those that a configuration in dir names. Those of a team are compiled.
func (s *ruleSets) with(dir string, folders []string) (*rule.Rules, error) {
	s.mu.Lock()
	key := strings.Join(append([]string{dir}, folders...), "\x00")
	if len(folders) == 0 {
		key = ""
	}
	load := s.loaded[key]
	if load == nil {
		load = sync.OnceValues(func() (*rule.Rules, error) { return s.load(dir, folders) })
		s.loaded[key] = load
	}
	s.mu.Unlock()
	return load()
}

func (s *ruleSets) load(dir string, configured []string) (*rule.Rules, error) {
	own, err := builtinRules()
	if err != nil {
		return nil, err
	}
	folders, err := s.folders(dir, configured)
	if err != nil {
		return nil, err
	}
	all, err := own.With(folders...)
	if err == nil && !s.isFormer {
		err = all.Compile(facts.FS)
	}
	return all, err
}

// folders returns the folders of --rules and those of a configuration, each once. A configuration may name only folders in its repository.
func (s *ruleSets) folders(dir string, configured []string) (folders []rule.Folder, err error) {
	var known []string
	add := func(files *regular.Reader, name, boundary string) error {
		real, err := open(files, s.dir, name)
		switch {
		case err != nil:
			return err
		case boundary != "" && !regular.Contains(boundary, real):
			return fmt.Errorf("%s: %w; name it with --rules", name, regular.ErrOutside)
		case !slices.Contains(known, real):
			known = append(known, real)
			folders = append(folders, rule.Folder{Files: &ruleFiles{files, s.dir, real}, Dir: filepath.ToSlash(filepath.Clean(name))})
		}
		return nil
	}
	for _, name := range s.named {
		files := s.reader
		if !files.Exists(fullPath(s.dir, name)) {
			files = nil // the disk, if a side of the repository lacks it
		}
		if err := add(files, name, ""); err != nil {
			return nil, err
		}
	}
	boundary := boundaryOf(fullPath(s.dir, dir))
	for _, name := range configured {
		if name = filepath.FromSlash(name); !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if err := add(s.reader, name, boundary); err != nil {
			return nil, err
		}
	}
	return folders, nil
}

// open returns the path of a folder without links.
func open(files *regular.Reader, dir, name string) (real string, err error) {
	if name == "" {
		return "", errors.New("a path is empty; name the folder that has a folder for each rule")
	}
	real, err = files.WithoutLinks(fullPath(dir, name))
	var missing *fs.PathError
	switch {
	case errors.As(err, &missing):
		return "", fmt.Errorf("%s: %w; it must be a folder that has a folder for each rule", name, missing.Err)
	case err != nil:
		return "", err
	case !files.IsDir(real):
		return "", fmt.Errorf("%s is a file; name the folder that has a folder for each rule", name)
	}
	return real, nil
}

// boundaryOf returns the repository with a directory, or the directory itself if it is in none.
func boundaryOf(dir string) string {
	if root := load.RepositoryRoot(dir); root != "" {
		return root
	}
	return dir
}

// ruleFiles are the files of a folder of rules, by their paths relative to the working directory, or absolute ones.
type ruleFiles struct {
	reader *regular.Reader
	dir    string
	folder string // without links; links must not lead out of it or its repository
}

// maxRuleFile is the size up to which files of rules are read.
const maxRuleFile = 1 << 20

func (f *ruleFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid} // nothing reads piece by piece
}

// ReadFile reads a file that does not lead out of the folder.
func (f *ruleFiles) ReadFile(name string) ([]byte, error) {
	real, err := f.reader.Resolve(fullPath(f.dir, name), f.folder, boundaryOf(f.folder))
	if err != nil {
		return nil, f.named(name, err)
	}
	data, err := f.reader.Read(real, maxRuleFile)
	return data, f.named(name, err)
}

// ReadDir returns the entries of a directory.
func (f *ruleFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := f.reader.ReadDir(fullPath(f.dir, name))
	return entries, f.named(name, err)
}

// named returns the error with the name of the file once.
func (f *ruleFiles) named(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
