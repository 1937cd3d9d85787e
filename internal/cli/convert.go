package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/parallel"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/model"
)

func (r *runner) convert(c *cli.Context) (int, error) {
	if err := convertUsage(c); err != nil {
		return 0, err
	}
	cfg, err := r.config(c)
	if err != nil {
		return 0, err
	}
	converter, err := newConverter(c, cfg)
	if err != nil {
		return 0, err
	}
	colorOut, err := r.color(c, r.stdoutIsTerminal)
	if err != nil {
		return 0, err
	}
	colorErr, err := r.color(c, r.stderrIsTerminal)
	if err != nil {
		return 0, err
	}
	in, err := r.convertInput(c, cfg)
	if err != nil {
		return 0, err
	}

	files, outcome := r.collect(in)
	converted, bugs := convertFiles(converter.Files, files)
	outcome.errors = append(outcome.errors, bugs...)
	if c.Bool("write") {
		outcome.errors = append(outcome.errors, r.saveAll(in.Files, converted)...)
	}
	rep := &report.Convert{Files: converted, Read: outcome.read, Written: c.Bool("write"), Color: colorOut}
	switch {
	case c.String("format") == "json":
		err = report.WriteConvertJSON(r.out, rep)
	case c.IsSet("f"):
		err = writeWhole(r.out, in.Files, files, converted)
	case !c.Bool("write") && (!c.Bool("check") || c.Bool("diff")):
		err = report.WriteDiff(r.out, rep)
	}
	if err != nil {
		return 0, err
	}
	r.finish(0)
	if c.String("format") == "text" {
		rep.Color = colorErr
		if err := report.WriteNotes(r.err, rep); err != nil {
			return 0, err
		}
	}
	return r.tell(in, outcome, convertCode(converted, c.Bool("check"))), nil
}

// convertUsage returns an error for flags that make no sense together.
func convertUsage(c *cli.Context) error {
	if err := oneOf(c, "format", c.String("format"), "text", "json"); err != nil {
		return err
	}
	switch to := c.String("to"); to {
	case "v1beta1":
	case "v1":
		return usage(c, "--to v1: karplint does not convert to v1 yet; use --to v1beta1")
	default:
		return oneOf(c, "to", to, "v1beta1", "v1")
	}
	for _, flags := range [][]string{
		{"write", "diff"}, {"write", "check"},
		{"f", "write"}, {"f", "diff"}, {"f", "check"}, {"f", "format"},
		{"role", "instance-profile"},
	} {
		if err := exclusive(c, flags...); err != nil {
			return err
		}
	}
	if c.IsSet("f") && c.NArg() > 0 {
		return usage(c, "-f and paths exclude each other")
	}
	if c.Bool("write") && c.Args().First() == "-" {
		return usage(c, "--write cannot change standard input; -f - prints it converted")
	}
	return nil
}

func newConverter(c *cli.Context, cfg *config.Config) (*convert.Converter, error) {
	role := text(c, "role", cfg, "convert.role", cfg.Convert.Role)
	profile := text(c, "instance-profile", cfg, "convert.instance-profile", cfg.Convert.InstanceProfile)
	if c.IsSet("role") { // a flag wins over the file, also over its counterpart
		profile.value = ""
	} else if c.IsSet("instance-profile") {
		role.value = ""
	}
	ignore := cfg.Convert.IgnoreDefaults
	if c.IsSet("ignore-defaults") {
		ignore = c.Bool("ignore-defaults")
	}
	options := convert.Options{
		KarpenterVersion: c.String("karpenter-version"),
		Role:             role.value,
		Roles:            cfg.Convert.Roles,
		InstanceProfile:  profile.value,
		IgnoreDefaults:   ignore,
	}
	if !c.IsSet("karpenter-version") && cfg.KarpenterVersion != "" {
		installed := options
		installed.KarpenterVersion = cfg.KarpenterVersion
		if converter, err := convert.New(installed); err == nil {
			return converter, nil // otherwise what is installed does not serve v1beta1
		}
	}
	return convert.New(options)
}

// convertInput returns the files of -f, or those of the paths.
func (r *runner) convertInput(c *cli.Context, cfg *config.Config) (*input, error) {
	if !c.IsSet("f") {
		return r.input(c, cfg, load.Options{})
	}
	in := &input{Listing: &load.Listing{}, paths: c.StringSlice("f"), kinds: "YAML or JSON"}
	var named []string
	for _, path := range in.paths {
		if info, err := os.Stat(path); path != "-" && err == nil && info.IsDir() {
			return nil, usage(c, "-f takes a file, and %s is a directory", path)
		}
		if path != "-" {
			named = append(named, path)
			continue
		}
		if in.stdin {
			return nil, usage(c, "-f - can be given once")
		}
		in.stdin = true
	}
	in.Listing = load.List(named, load.Options{Dir: r.dir})
	if in.Terraform > 0 {
		return nil, usage(c, "-f takes YAML or JSON: convert does not change Terraform yet")
	}
	if in.stdin {
		listing, err := load.Stdin(r.stdin, c.String("stdin-filename"), load.Options{Dir: r.dir})
		if err != nil {
			return nil, err
		}
		in.Files = append(in.Files, listing.Files...)
	}
	return in, nil
}

// collect reads the files that may change. A conversion looks at all of them together.
func (r *runner) collect(in *input) ([]*model.File, outcome) {
	var mu sync.Mutex
	var files []*model.File
	o := load.Each(r.ctx, in.Files, convert.Selects, func(f load.File, data []byte) error {
		mu.Lock()
		defer mu.Unlock()
		files = append(files, model.NewFile(f.Path, data))
		return nil
	})
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return files, outcome{o.Read, o.Selected, o.Errors}
}

type conversion func([]*model.File) []convert.File

// convertFiles converts all files together. If that panics, the files that panic alone are
// left out and reported, and the others are converted.
func convertFiles(convert conversion, files []*model.File) ([]convert.File, []error) {
	converted, bug := tryConvert(convert, files)
	if bug == nil {
		return converted, nil
	}
	var bugs []error
	var good []*model.File
	for _, f := range files {
		if _, bug := tryConvert(convert, []*model.File{f}); bug != nil {
			bugs = append(bugs, bug)
			continue
		}
		good = append(good, f)
	}
	if converted, bug = tryConvert(convert, good); bug != nil && len(good) > 0 {
		bugs = append(bugs, bug)
	}
	return converted, bugs
}

func tryConvert(convert conversion, files []*model.File) (converted []convert.File, bug error) {
	path := "the files together"
	if len(files) == 1 {
		path = files[0].Path
	}
	bug = parallel.Try(path, func() error {
		converted = convert(files)
		return nil
	})
	return converted, bug
}

// writeWhole writes each file as it is after the conversion, as karpenter-convert does.
func writeWhole(w io.Writer, listed []load.File, files []*model.File, converted []convert.File) error {
	after := map[string][]byte{}
	for _, f := range files {
		after[f.Path] = f.Data
	}
	for _, f := range converted {
		after[f.Path] = f.After
	}
	for i, f := range listed {
		text := after[f.Path]
		if i > 0 && !bytes.HasPrefix(text, []byte("---")) {
			text = append([]byte("---\n"), text...)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// saveAll writes the changed files. Of one that cannot be written nothing is converted.
func (r *runner) saveAll(listed []load.File, converted []convert.File) []error {
	byPath := map[string]load.File{}
	for _, f := range listed {
		byPath[f.Path] = f
	}
	var errs []error
	for i := range converted {
		f := &converted[i]
		if bytes.Equal(f.Before, f.Written) {
			continue
		}
		listed, known := byPath[f.Path]
		if !known {
			errs = append(errs, fmt.Errorf("%s is to be changed but was not read", filepath.FromSlash(f.Path)))
			continue
		}
		if err := r.save(listed, f.Before, f.Written); err != nil {
			errs = append(errs, err)
			skip(f)
		}
	}
	return errs
}

func skip(f *convert.File) {
	f.Written = f.Before
	for i := range f.Notes {
		f.Notes[i].Preview = f.Notes[i].Level != convert.Decision
	}
	for i := range f.Objects {
		if f.Objects[i].Status == convert.Converted {
			f.Objects[i].To, f.Objects[i].Status = f.Objects[i].From, convert.Skipped
		}
	}
}

// convertCode is 1 where a person has to decide, and with check where something would change.
func convertCode(files []convert.File, check bool) int {
	for i := range files {
		if check && files[i].Changed() {
			return exitFound
		}
		if files[i].Undecided() {
			return exitFound
		}
	}
	return exitOK
}
