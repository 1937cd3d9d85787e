package cli

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
)

// configs are the configurations of a run: the one that --config names, or for each directory the nearest above it.
// It is safe for concurrent use.
type configs struct {
	dir  string    // the working directory
	only *settings // nil: each directory has its own
	none *settings // where there is no file, or one that cannot be read

	mu     sync.Mutex
	byDir  map[string]*settings
	byFile map[string]*settings // "" is no file
	scopes map[*load.Scope]*settings
}

// settings are a configuration with the scope of files that it is for.
type settings struct {
	*config.Config
	scope load.Scope
}

// newConfigs reads the configuration that --config names; without the flag each is read when it is needed.
func (r *runner) newConfigs(c *cli.Context) (*configs, error) {
	none := &settings{Config: &config.Config{}}
	all := &configs{
		dir: r.dir, none: none, byDir: map[string]*settings{}, byFile: map[string]*settings{"": none}, scopes: map[*load.Scope]*settings{&none.scope: none},
	}
	path := c.String("config")
	if path == "" {
		return all, nil
	}
	only, err := all.load(path)
	if err != nil {
		return nil, err
	}
	if only.Dir, err = filepath.Abs(only.Dir); err == nil {
		only.Dir, err = filepath.EvalSymlinks(only.Dir)
	}
	only.scope.Dir = only.Dir
	all.only = only
	return all, err
}

func (c *configs) load(path string) (*settings, error) {
	cfg, err := config.Load(path, builtinRules)
	if err != nil {
		return nil, err
	}
	return &settings{cfg, load.Scope{Dir: cfg.Dir, Exclude: cfg.Exclude}}, nil
}

// at returns the settings that hold in a directory, which is absolute and without links.
func (c *configs) at(dir string) (*settings, error) {
	if c.only != nil {
		return c.only, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.byDir[dir]; s != nil {
		return s, nil
	}
	found := config.Find(dir)
	s := c.byFile[found]
	if s == nil {
		name := found
		if rel, err := filepath.Rel(c.dir, found); err == nil {
			name = rel
		}
		var err error
		if s, err = c.load(name); err != nil {
			return nil, err
		}
		s.Dir = filepath.Dir(found)
		s.scope.Dir = s.Dir
		c.byFile[found], c.scopes[&s.scope] = s, s
	}
	c.byDir[dir] = s
	return s, nil
}

// of returns the settings of a file that was listed.
func (c *configs) of(f load.File) *settings {
	if c.only != nil {
		return c.only
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.scopes[f.Scope]
}

// asked returns the settings of the files that were asked for, in the order of the files; those of the working
// directory where there is no file.
func (c *configs) asked(files []load.File) ([]*settings, error) {
	var all []*settings
	for _, f := range files {
		if f.Context {
			continue
		}
		if s := c.of(f); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	s, err := c.at(c.dir)
	return []*settings{s}, err
}

// around returns the settings of a path, relative to the working directory, that was not listed: those of its directory.
func (c *configs) around(path string) *settings {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(c.dir, full)
	}
	dir := filepath.Dir(full)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	s, err := c.at(dir)
	if err != nil {
		return c.none
	}
	return s
}

// options completes what load is told.
func (c *configs) options(o load.Options) load.Options {
	o.Dir = c.dir
	o.Scopes = func(dir string) (*load.Scope, error) {
		s, err := c.at(dir)
		if err != nil {
			return nil, err
		}
		return &s.scope, nil
	}
	if c.only == nil {
		o.ScopeFile = config.Name
	}
	return o
}
