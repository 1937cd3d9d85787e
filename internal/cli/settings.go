package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/nearest"
	"github.com/karplint/karplint/internal/report"
)

// stdinName is what standard input is called without --stdin-filename.
const stdinName = "<stdin>"

func usage(c *cli.Context, format string, args ...any) error {
	return &usageError{c.Command.HelpName, fmt.Sprintf(format, args...)}
}

// config reads the file that --config names, or the nearest .karplint.yaml.
func (r *runner) config(c *cli.Context) (*config.Config, error) {
	path := c.String("config")
	if path == "" {
		found, err := config.Find(r.dir)
		if err != nil || found == "" {
			return &config.Config{}, err
		}
		if path, err = filepath.Rel(r.dir, found); err != nil {
			path = found
		}
	}
	cfg, err := config.Load(path)
	if err != nil {
		return nil, err
	}
	if cfg.Dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, err
	}
	return cfg, nil
}

// setting is a value with where it comes from: "--fail-on", or the place in the configuration.
type setting[T any] struct {
	value T
	from  string
}

// wrap says where a wrong value came from.
func (s setting[T]) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.from, err)
}

// text returns the flag's value, or the configuration's if the flag is not given.
func text(c *cli.Context, flag string, cfg *config.Config, key, configured string) setting[string] {
	if c.IsSet(flag) || configured == "" {
		return setting[string]{c.String(flag), "--" + flag}
	}
	return setting[string]{configured, cfg.Place(key)}
}

// words is text for a flag of comma-separated words.
func words(c *cli.Context, flag string, cfg *config.Config, key string, configured []string) setting[[]string] {
	if c.IsSet(flag) || len(configured) == 0 {
		return setting[[]string]{split(c.StringSlice(flag)), "--" + flag}
	}
	return setting[[]string]{configured, cfg.Place(key)}
}

func split(values []string) []string {
	var all []string
	for _, v := range values {
		for word := range strings.SplitSeq(v, ",") {
			if word = strings.TrimSpace(word); word != "" {
				all = append(all, word)
			}
		}
	}
	return all
}

// oneOf returns an error that names the nearest if value is none of the allowed.
func oneOf(c *cli.Context, flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	hint := nearest.Hint(value, allowed)
	if hint == "" {
		hint = "; use " + strings.Join(allowed, ", ")
	}
	return usage(c, "--%s: unknown value %q%s", flag, value, hint)
}

// exclusive returns an error if more than one of the flags is given.
func exclusive(c *cli.Context, flags ...string) error {
	first := ""
	for _, f := range flags {
		if !c.IsSet(f) {
			continue
		}
		if first != "" {
			return usage(c, "%s and %s exclude each other", dashed([]string{first}), dashed([]string{f}))
		}
		first = f
	}
	return nil
}

// input finds the files of the command line; from is what was read of standard input, if any.
type input struct {
	*load.Listing
	stdin bool
	paths []string
}

func (r *runner) input(c *cli.Context, cfg *config.Config) (*input, error) {
	in := &input{paths: c.Args().Slice()}
	if len(in.paths) == 0 {
		in.paths = []string{"."}
	}
	for _, path := range in.paths {
		in.stdin = in.stdin || path == "-"
	}
	if in.stdin && len(in.paths) > 1 {
		return nil, usage(c, "- (standard input) and other paths exclude each other")
	}
	if !in.stdin {
		if c.IsSet("stdin-filename") {
			return nil, usage(c, "--stdin-filename needs the path -")
		}
		in.Listing = load.List(in.paths, load.Options{Dir: r.dir, Exclude: cfg.Exclude, ExcludeDir: cfg.Dir})
		return in, nil
	}
	file, err := load.Stdin(r.stdin, r.stdinName(c))
	if err != nil {
		return nil, err
	}
	in.Listing = &load.Listing{Files: []load.File{file}}
	return in, nil
}

func (r *runner) stdinName(c *cli.Context) string {
	if name := c.String("stdin-filename"); name != "" {
		return filepath.ToSlash(name)
	}
	return stdinName
}

// tell writes what went wrong while the files were read, and what was not looked at, to
// standard error, and returns the exit code: code, unless something went wrong.
func (r *runner) tell(in *input, o load.Outcome, code int) int {
	r.finish(code) // what was found stands above what went wrong
	for _, n := range in.Notes {
		r.note("%s", n)
	}
	if in.Terraform > 0 {
		r.note("%s passed over: Terraform is not read yet", report.Count(in.Terraform, "Terraform file"))
	}
	failed := append(append([]error{}, in.Errors...), o.Errors...)
	r.say(failed...)
	if len(failed) > 0 {
		code = exitFailed
	}
	switch {
	case len(failed) > 0:
	case len(in.Files) == 0:
		r.note("nothing to check: no YAML or JSON file in %s", strings.Join(in.paths, ", "))
	case o.Selected == 0:
		r.note("nothing to check: no Karpenter configuration in %s", report.Count(o.Read, "file"))
	}
	return code
}

// color says whether to colour what goes to a terminal or not.
func (r *runner) color(c *cli.Context, terminal bool) (bool, error) {
	if err := oneOf(c, "color", c.String("color"), "auto", "always", "never"); err != nil {
		return false, err
	}
	switch c.String("color") {
	case "always":
		return true, nil
	case "never":
		return false, nil
	}
	return terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
