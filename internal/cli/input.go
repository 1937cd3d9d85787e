package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/model"
)

// input is the files of the command line.
type input struct {
	*load.Listing
	configs   *configs
	stdin     bool
	stdinPath string
	unsaved   map[string][]byte // texts of files that are open in an editor, by path
	paths     []string
	disks     []*load.Disk // for reading files of the input
	kinds     string       // kinds of files, for messages
}

// findInput finds the files of the command line, with the options, and their configurations.
func (r *runner) findInput(c *cli.Context, o load.Options) (*input, error) {
	in := &input{configs: r.configs, paths: c.Args().Slice(), kinds: "YAML or JSON"}
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
	o = r.configs.loadOptions(o)
	if !in.stdin {
		if c.IsSet("stdin-filename") {
			return nil, usage(c, "--stdin-filename needs the path -")
		}
		in.Listing = r.list(in.paths, o)
		return in, in.Err
	}
	listing, err := r.listStdin(c, o)
	if err != nil {
		return nil, err
	}
	in.Listing = listing
	in.stdinPath = listing.Stdin
	return in, in.Err
}

// copied returns a copy with notes and readers of its own.
func (in *input) copied() *input {
	copied, listing := *in, *in.Listing
	listing.Notes = slices.Clone(listing.Notes)
	copied.Listing, copied.disks = &listing, slices.Clone(in.disks)
	return &copied
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
	if nothing := nothingChecked(r, in, o); nothing != "" {
		r.printNote(nothingToCheck+"%s", nothing)
	}
	return code
}

// nothingToCheck begins the note of a run that checked no file.
const nothingToCheck = "nothing to check: "

// nothingChecked says why no file was checked, "" if one was.
func nothingChecked(r *runner, in *input, o outcome) string {
	isComplete := r.files == nil && len(in.Errors)+len(o.errors)+len(in.Broken) == 0 && limit.Of(r.ctx) == nil
	switch {
	case isComplete && o.read == 0:
		return fmt.Sprintf("no %s file in %s, besides ignored and excluded ones", in.kinds, strings.Join(in.paths, ", "))
	case isComplete && o.selected == 0:
		return "no Karpenter configuration in " + report.Count(o.read, "file")
	}
	return ""
}

// requested removes the files of broken configurations.
func (in *input) requested() *input {
	if in != nil {
		in.Files = slices.DeleteFunc(in.Files, func(f load.File) bool { return f.Context })
	}
	return in
}

func inputOf(f load.File) fileset.Input {
	return fileset.Input{Path: f.Path, Terraform: f.Terraform, Named: f.Named, Context: f.Context}
}
