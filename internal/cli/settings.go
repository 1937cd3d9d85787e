package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
)

func usage(c *cli.Context, format string, args ...any) error {
	return &usageError{c.Command.HelpName, fmt.Sprintf(format, args...)}
}

// setting is a value and its source: "--fail-on", or the place in the configuration.
type setting[T any] struct {
	value T
	from  string
}

// wrap adds the source to an error about the value.
func (s setting[T]) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.from, err)
}

// textSetting returns the flag's value, or the configuration's if the flag is not set.
func textSetting(c *cli.Context, flag string, cfg *config.Config, key, configured string) setting[string] {
	if c.IsSet(flag) || configured == "" {
		return setting[string]{c.String(flag), "--" + flag}
	}
	return setting[string]{configured, cfg.Place(key)}
}

// wordsSetting does the same for a flag with comma-separated words.
func wordsSetting(c *cli.Context, flag string, cfg *config.Config, key string, configured []string) setting[[]string] {
	if c.IsSet(flag) || len(configured) == 0 {
		return setting[[]string]{split(c.StringSlice(flag)), "--" + flag}
	}
	return setting[[]string]{configured, cfg.Place(key)}
}

func split(values []string) []string {
	var lines []string
	for _, v := range values {
		for word := range strings.SplitSeq(v, ",") {
			if word = strings.TrimSpace(word); word != "" {
				lines = append(lines, word)
			}
		}
	}
	return lines
}

// checkOneOf returns an error with the nearest allowed value if value is not allowed.
func checkOneOf(c *cli.Context, flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return usage(c, "--%s: unknown value %q%s", flag, value, nearest.HintOr("use", value, allowed))
}

// checkExclusive returns an error if both flags of a pair are set.
func checkExclusive(c *cli.Context, pairs ...[2]string) error {
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
	disks     []*load.Disk // for reading files of the input
	kinds     string       // kinds of files, for messages
}

// findInput finds the files of the command line, with the options, and their configurations.
func (r *runner) findInput(c *cli.Context, o load.Options) (*input, error) {
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
	o = configs.loadOptions(o)
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

// disk returns a reader for the files of a listing, and for those that they refer to.
func (in *input) disk(l *load.Listing) *load.Disk {
	d := l.Disk()
	in.disks = append(in.disks, d)
	return d
}

// maxOutside bounds how many paths outside of the repository are listed.
const maxOutside = 10

// outsideNotes returns a note for each path outside of the repository that files refer to.
func (in *input) outsideNotes() (notes []string) {
	for _, d := range in.disks {
		for _, path := range d.Outside() {
			notes = append(notes, fmt.Sprintf("%s: %s", path, regular.ErrOutside))
		}
	}
	notes = slices.DeleteFunc(notes, func(note string) bool { return slices.Contains(in.Notes, note) }) // a note about a link exists already
	slices.Sort(notes)
	notes = slices.Compact(notes)
	if more := len(notes) - maxOutside; more > 1 {
		notes = append(notes[:maxOutside], fmt.Sprintf("%d more paths are outside the repository, and not read", more))
	}
	return notes
}

// brokenConfigurations returns the configurations with mistakes that exclude requested files, sorted by path.
func (in *input) brokenConfigurations(read func(path string) ([]byte, error)) []lint.Configuration {
	var configurations []lint.Configuration
	for _, scope := range in.Broken {
		mistake := in.configs.broken[scope]
		f := model.NewFile(filepath.ToSlash(mistake.Path), nil)
		span := model.Span{}
		if mistake.Line > 0 {
			f.Data, _ = read(f.Path)
			line := min(mistake.Line, f.Lines())
			span = model.Span{Start: f.Offset(model.Position{Line: line, Column: mistake.Column}), End: f.LineSpan(line).End}
		}
		configurations = append(configurations, lint.Configuration{File: f, Span: span, Message: mistake.Message})
	}
	slices.SortFunc(configurations, func(a, b lint.Configuration) int { return strings.Compare(a.File.Path, b.File.Path) })
	return configurations
}

// stdinTexts returns the text of standard input, by its path.
func (in *input) stdinTexts() map[string][]byte {
	texts := map[string][]byte{}
	for _, f := range in.Files {
		if f.IsStdin() {
			texts[f.Path] = f.Text()
		}
	}
	return texts
}

// outcome is the result of reading the files.
type outcome struct {
	read, selected int
	errors         []error
}

// fails reports whether an error makes the run fail. A file that cannot be read does not, unless the user named it.
func (in *input) fails(err error) bool {
	var unread *load.Error
	if slices.Contains(in.Errors, err) || !errors.As(err, &unread) {
		return true
	}
	return slices.ContainsFunc(in.Files, func(f load.File) bool { return f.Named && f.Path == unread.Path })
}

// reportOutcome prints errors of reading the files, and a note if none was checked, to standard error. It returns the exit code:
// code, unless there are errors.
func (r *runner) reportOutcome(in *input, o outcome, code int) int {
	r.flush(code) // findings come before errors
	for _, n := range append(in.Notes, in.outsideNotes()...) {
		r.printNote("%s", n)
	}
	failed := slices.Concat(in.Errors, o.errors)
	r.printErrors(failed...)
	if slices.ContainsFunc(failed, in.fails) {
		code = exitFailed
	}
	switch {
	case len(failed) > 0 || len(in.Broken) > 0:
	case o.read == 0:
		r.printNote("nothing to check: no %s file in %s", in.kinds, strings.Join(in.paths, ", "))
	case o.selected == 0:
		r.printNote("nothing to check: no Karpenter configuration in %s", report.Count(o.read, "file"))
	}
	return code
}

// useColor reports whether to colour output; terminal is true if it goes to a terminal.
func (r *runner) useColor(c *cli.Context, terminal bool) (bool, error) {
	if err := checkOneOf(c, "color", c.String("color"), "auto", "always", "never"); err != nil {
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
