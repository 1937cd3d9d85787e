package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

// configs are the configurations of a run: the file of --config, or for each directory the nearest file above it.
// It is safe for concurrent use.
type configs struct {
	dir      string          // the working directory
	reader   *regular.Reader // of the run, or of one side
	present  *configs        // of the present side, for those of a former one; else nil
	renamed  func(file string) string
	fromFlag *settings // of --config; nil if each directory has its own
	defaults *settings // of directories without a file, or with one that cannot be read
	ruleSets *ruleSets
	show     func(lint.Seen) // gets what rules see; nil except in karplint input

	mu     sync.Mutex
	byDir  map[string]*settings
	byFile map[string]*settings // "" is no file
	scopes map[*load.Scope]*settings
	broken map[*load.Scope]*config.Error // the reason why a scope is broken
}

// settings are a configuration and the scope of files that it applies to.
type settings struct {
	*config.Config
	scope    load.Scope
	group    *group               // for lint; nil if no requested file has these settings
	forFiles map[string]*settings // those with overrides, by Config.OverridesFor; made when first needed

	present *settings // of the present side, if these are of a former one
}

// keptText bounds the bytes of files that stay in memory after they are read. In a large repository, further files are read again.
const keptText = 2 << 20

// newConfigs reads the file of --config. Without the flag, each file is read when it is needed.
func (r *runner) newConfigs(c *cli.Context) (*configs, error) {
	return configsOf(r, c.String("config"), c.StringSlice("rules"))
}

// configsOf is newConfigs for the values of --config and --rules.
func configsOf(r *runner, path string, folders []string) (*configs, error) {
	defaults := &settings{Config: &config.Config{}}
	reader := r.files
	if reader == nil {
		reader = regular.NewReader(keptText)
	}
	result := emptyConfigs(r.dir, reader, defaults, newRuleSets(r.dir, reader, folders))
	if _, err := result.ruleSets.with("", nil); err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
	}
	if path == "" {
		return result, nil
	}
	reader.AllowDisk(r.full(path))
	cfg, err := config.Load(result.reader, path, result.ruleSets.with)
	if err != nil {
		return nil, err
	}
	fromFlag := newSettings(cfg)
	if fromFlag.Dir, err = filepath.Abs(fromFlag.Dir); err == nil {
		fromFlag.Dir, err = result.reader.WithoutLinks(fromFlag.Dir)
	}
	fromFlag.scope.Dir = fromFlag.Dir
	result.fromFlag = fromFlag
	return result, err
}

func emptyConfigs(dir string, reader *regular.Reader, defaults *settings, sets *ruleSets) *configs {
	return &configs{
		dir: dir, reader: reader, defaults: defaults, ruleSets: sets, byDir: map[string]*settings{}, byFile: map[string]*settings{"": defaults},
		scopes: map[*load.Scope]*settings{&defaults.scope: defaults},
		broken: map[*load.Scope]*config.Error{},
	}
}

// rulesOf returns the rules that a configuration selects from.
func (c *configs) rulesOf(cfg *config.Config) (*rule.Rules, error) {
	if cfg.Known != nil {
		return cfg.Known, nil
	}
	return c.ruleSets.with("", nil)
}

// before returns the configurations of a former side: those of the present one, with the versions that the files of that side set. renamed returns
// the present path of a file, both absolute.
func (c *configs) before(files *regular.Reader, renamed func(file string) string) *configs {
	former := emptyConfigs(c.dir, files, c.defaults, c.ruleSets.before(files))
	former.present, former.renamed = c, renamed
	if c.fromFlag == nil {
		return former
	}
	cfg, err := config.Load(files, c.fromFlag.File, former.ruleSets.with)
	if err != nil {
		cfg = &config.Config{}
	}
	former.fromFlag = c.fromFlag.before(cfg)
	return former
}

// before returns the settings of a former side.
func (s *settings) before(cfg *config.Config) *settings {
	return &settings{Config: s.Config.WithVersionsOf(cfg), scope: s.scope, present: s}
}

// settingsBefore is settingsIn for a former side.
func (c *configs) settingsBefore(dir string) (*settings, error) {
	path, nowIn := config.Find(c.reader, dir), dir
	if now := c.renamed(path); path != "" && now != path { // the directory was renamed
		nowIn = filepath.Dir(now)
	}
	now, err := c.present.settingsIn(nowIn)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := path + "\x00" + now.File
	s := c.byFile[key]
	if s == nil {
		cfg, err := config.LoadFound(c.reader, path, path, c.ruleSets.with)
		if path == "" || err != nil { // what is wrong there, is wrong no more
			cfg = &config.Config{}
		}
		s = now.before(cfg)
		c.byFile[key], c.scopes[&s.scope] = s, s
	}
	c.byDir[dir] = s
	return s, nil
}

func newSettings(cfg *config.Config) *settings {
	return &settings{Config: cfg, scope: load.Scope{Dir: cfg.Dir, Exclude: cfg.Exclude, From: cfg.ExcludeHome}}
}

// settingsIn returns the settings for a directory, which must be absolute and without links. A mistake in the configuration of the
// working directory is an error; a mistake in any other one breaks its scope.
func (c *configs) settingsIn(dir string) (*settings, error) {
	if c.fromFlag != nil {
		return c.fromFlag, nil
	}
	if s := c.known(dir); s != nil {
		return s, nil
	}
	if c.present != nil {
		return c.settingsBefore(dir)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	path := config.Find(c.reader, dir)
	s := c.byFile[path]
	if s == nil {
		name := path
		if rel, err := filepath.Rel(c.dir, path); err == nil {
			name = rel
		}
		cfg, err := config.LoadFound(c.reader, path, name, c.ruleSets.with)
		var mistake *config.Error
		isBroken := errors.As(err, &mistake) && !regular.Contains(filepath.Dir(path), c.dir)
		if err != nil && !isBroken {
			return nil, err
		}
		if isBroken {
			cfg = &config.Config{}
		}
		s = newSettings(cfg)
		s.Dir = filepath.Dir(path)
		s.scope.Dir, s.scope.Broken = s.Dir, isBroken
		if isBroken {
			c.broken[&s.scope] = mistake
		}
		c.byFile[path], c.scopes[&s.scope] = s, s
	}
	c.byDir[dir] = s
	return s, nil
}

// known returns the settings of a directory that was asked for before, or nil.
func (c *configs) known(dir string) *settings {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byDir[dir]
}

// settingsOf returns the settings of a listed file.
func (c *configs) settingsOf(f load.File) *settings {
	s := c.fromFlag
	if s == nil {
		c.mu.Lock()
		s = c.scopes[f.Scope]
		c.mu.Unlock()
	}
	return c.withOverrides(s, f.Path)
}

// withOverrides returns the settings with the overrides for a file, whose path is relative to the working directory.
func (c *configs) withOverrides(s *settings, file string) *settings {
	if s == nil || !s.HasOverrides() {
		return s
	}
	full := filepath.FromSlash(file)
	if !filepath.IsAbs(full) {
		full = filepath.Join(c.dir, full)
	}
	key := s.OverridesFor(full)
	if key == "" {
		return s
	}
	var present *settings
	if c.present != nil {
		present = c.present.withOverrides(s.present, file)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	of := s.forFiles[key]
	if of == nil {
		of = &settings{Config: s.For(full), scope: s.scope, present: present}
		if s.forFiles == nil {
			s.forFiles = map[string]*settings{}
		}
		s.forFiles[key] = of
	}
	return of
}

// requestedSettings returns the settings of the requested files, in the order of the files; those of the working
// directory if there is no file.
func (c *configs) requestedSettings(files []load.File) ([]*settings, error) {
	var chain []*settings
	known := map[*settings]bool{}
	for _, f := range files {
		if f.Context {
			continue
		}
		if s := c.settingsOf(f); !known[s] {
			known[s] = true
			chain = append(chain, s)
		}
	}
	if len(chain) > 0 {
		return chain, nil
	}
	s, err := c.settingsIn(c.dir)
	return []*settings{s}, err
}

// settingsAround returns the settings of a path that was not listed: those of its directory. The path is relative to the working directory.
func (c *configs) settingsAround(path string) *settings {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(c.dir, full)
	}
	dir := filepath.Dir(full)
	if real, err := c.reader.WithoutLinks(dir); err == nil {
		dir = real
	}
	s, err := c.settingsIn(dir)
	if err != nil {
		return c.defaults
	}
	return c.withOverrides(s, path)
}

// loadOptions completes the options of package load.
func (c *configs) loadOptions(o load.Options) load.Options {
	o.Dir, o.Reader = c.dir, c.reader
	o.Scopes = func(dir string) (*load.Scope, error) {
		s, err := c.settingsIn(dir)
		if err != nil {
			return nil, err
		}
		return &s.scope, nil
	}
	if c.fromFlag == nil {
		o.ScopeFile = config.Name
	}
	return o
}
