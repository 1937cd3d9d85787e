package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
)

// shownConfig is the output of "karplint config PATH".
type shownConfig struct {
	Version  int              `json:"version"`
	Path     string           `json:"path"`
	Files    []string         `json:"files"`              // the configuration, and those that it extends
	Excluded string           `json:"excluded,omitempty"` // by this glob of exclude
	Settings []config.Setting `json:"settings"`
	Below    []string         `json:"below,omitempty"` // of a directory: overrides that only some files may have
}

// config prints which settings hold for a file or a directory, and where each is written.
func (r *runner) config(c *cli.Context) (int, error) {
	if c.NArg() > 1 {
		return 0, usage(c, "%s takes one path", c.Command.HelpName)
	}
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return 0, err
	}
	configs, err := r.newConfigs(c)
	if err != nil {
		return 0, err
	}
	path := cmp.Or(c.Args().First(), ".")
	shown, err := r.shownConfig(configs, path)
	if err != nil {
		return 0, err
	}
	if c.String("format") == "json" {
		return exitOK, printable.JSON(r.out, shown)
	}
	r.writeConfig(shown)
	return exitOK, nil
}

// shownConfig returns what holds for a path, which must exist.
func (r *runner) shownConfig(configs *configs, path string) (*shownConfig, error) {
	full := r.full(path)
	isFile := !regular.IsDir(full)
	dir := full
	if isFile {
		dir = filepath.Dir(full)
	}
	if isFile && !configs.reader.Exists(full) {
		return nil, fmt.Errorf("%s: no such file or directory", path)
	}
	real, err := configs.reader.WithoutLinks(dir)
	if err != nil {
		return nil, &load.Error{Path: path, Err: err}
	}
	s, err := configs.settingsIn(real)
	if err != nil {
		return nil, err
	}
	if mistake := configs.broken[&s.scope]; mistake != nil {
		return nil, mistake
	}
	if full = real; isFile {
		full = filepath.Join(real, filepath.Base(r.full(path)))
	}
	s = configs.withOverrides(s, full)
	shown := &shownConfig{Version: 1, Path: filepath.ToSlash(path), Files: s.Files, Settings: s.Settings()}
	if !isFile {
		for _, o := range s.OverridesBelow(full) {
			shown.Below = append(shown.Below, fmt.Sprintf("%s (%s)", o.Place, strings.Join(o.Paths, ", ")))
		}
	}
	for _, glob := range s.Exclude {
		if load.Matches(glob, cmp.Or(s.ExcludeHome, s.scope.Dir), full) {
			shown.Excluded = glob
		}
	}
	return shown, nil
}

func (r *runner) writeConfig(shown *shownConfig) {
	width, valueWidth := 0, 0
	for _, set := range shown.Settings {
		width, valueWidth = max(width, len(set.Key)), max(valueWidth, min(len(set.Value), 40))
	}
	switch {
	case len(shown.Files) == 0:
		fmt.Fprintf(r.out, "%s: no configuration, so the defaults hold\n", printable.Path(shown.Path))
	case len(shown.Settings) == 0:
		fmt.Fprintf(r.out, "%s: %s sets nothing, so the defaults hold\n", printable.Path(shown.Path), printable.Path(shown.Files[0]))
	default:
		fmt.Fprintf(r.out, "%s: the settings of %s\n", printable.Path(shown.Path), printable.Path(strings.Join(shown.Files, ", which extends ")))
	}
	if shown.Excluded != "" {
		fmt.Fprintf(r.out, "  excluded by %s\n", printable.Text(shown.Excluded))
	}
	for _, set := range shown.Settings {
		fmt.Fprintf(r.out, "  %-*s  %-*s  %s\n", width, set.Key, valueWidth, printable.Text(set.Value), printable.Path(set.From))
	}
	for _, below := range shown.Below {
		fmt.Fprintf(r.out, "  some files below may have others: %s\n", printable.Text(below))
	}
}
