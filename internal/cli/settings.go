package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
)

func usage(c *cli.Context, format string, args ...any) error {
	return &usageError{c.Command.HelpName, fmt.Sprintf(format, args...)}
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
	if slices.Contains(allowed, value) {
		return nil
	}
	return usage(c, "--%s: unknown value %q%s", flag, value, nearest.HintOr("use", value, allowed))
}

// exclusive returns an error if both flags of a pair are given.
func exclusive(c *cli.Context, pairs ...[2]string) error {
	for _, pair := range pairs {
		if c.IsSet(pair[0]) && c.IsSet(pair[1]) {
			return usage(c, "%s and %s cannot be used together", dashed(pair[:1]), dashed(pair[1:]))
		}
	}
	return nil
}

// input is the files of the command line.
type input struct {
	*load.Listing
	configs   *configs
	stdin     bool
	stdinPath string
	paths     []string
	kinds     string // of files that are looked for, for people
}

// input finds the files of the command line, as the options say, and their configurations.
func (r *runner) input(c *cli.Context, o load.Options) (*input, error) {
	configs, err := r.newConfigs(c)
	if err != nil {
		return nil, err
	}
	in := &input{configs: configs, paths: c.Args().Slice(), kinds: "YAML or JSON"}
	if o.Terraform {
		in.kinds = "Terraform, YAML or JSON"
	}
	if len(in.paths) == 0 {
		in.paths = []string{"."}
	}
	in.stdin = slices.Contains(in.paths, "-")
	if in.stdin && len(in.paths) > 1 {
		return nil, usage(c, "- (standard input) and other paths cannot be used together")
	}
	o = configs.options(o)
	if !in.stdin {
		if c.IsSet("stdin-filename") {
			return nil, usage(c, "--stdin-filename needs the path -")
		}
		in.Listing = load.List(in.paths, o)
		return in, in.Err
	}
	listing, err := load.Stdin(r.stdin, c.String("stdin-filename"), o)
	if err != nil {
		return nil, err
	}
	in.Listing = listing
	in.stdinPath = listing.Stdin
	return in, in.Err
}

// given returns the text of standard input, by its path.
func (in *input) given() map[string][]byte {
	texts := map[string][]byte{}
	for _, f := range in.Files {
		if f.IsStdin() {
			texts[f.Path] = f.Text()
		}
	}
	return texts
}

// outcome is what became of the files.
type outcome struct {
	read, selected int
	errors         []error
}

// tell writes what went wrong while the files were read, and what was not looked at, to
// standard error, and returns the exit code: code, unless something went wrong.
func (r *runner) tell(in *input, o outcome, code int) int {
	r.finish(code) // what was found stands above what went wrong
	for _, n := range in.Notes {
		r.note("%s", n)
	}
	failed := slices.Concat(in.Errors, o.errors)
	r.say(failed...)
	if len(failed) > 0 {
		code = exitFailed
	}
	switch {
	case len(failed) > 0:
	case o.read == 0:
		r.note("nothing to check: no %s file in %s", in.kinds, strings.Join(in.paths, ", "))
	case o.selected == 0:
		r.note("nothing to check: no Karpenter configuration in %s", report.Count(o.read, "file"))
	}
	return code
}

// color reports whether to colour what goes to a terminal or not.
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
