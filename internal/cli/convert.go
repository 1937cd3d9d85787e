package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/model"
)

func (r *runner) convert(c *cli.Context) (int, error) {
	if err := convertUsage(c); err != nil {
		return 0, err
	}
	stdout, err := terminalOf(c, r.stdout)
	if err != nil {
		return 0, err
	}
	stderr, err := terminalOf(c, r.stderr)
	if err != nil {
		return 0, err
	}
	compared, err := r.findSides(c)
	if err != nil {
		return 0, err
	}
	if compared != nil {
		defer compared.Close()
		if compared.IsEmpty {
			r.printNote("%s", nothingStaged("convert"))
			return exitOK, nil
		}
		if err := r.readSides(c, compared); err != nil || !r.mayConvertStaged(compared) {
			return exitOK, cmp.Or(err, compared.Err())
		}
	}
	in, err := inTime(r, c, r.convertInput)
	if err != nil {
		return 0, err
	}
	sources, outcome := r.readFiles(in)
	private := in.copied() // a conversion that a limit ends goes on changing it
	run, exceeded := limit.Within(r.ctx, func(ctx context.Context) *converting { return r.newConversion(ctx, c, private, sources, outcome) })
	if exceeded != nil {
		run = r.notConverted(in, sources, outcome, exceeded)
	}
	if run.err != nil {
		return 0, run.err
	}
	code := convertCode(run.converted, c.Bool("check"))
	if compared != nil {
		run.converted = r.onlyStaged(compared, run.converted, c.Bool("write"))
		code = convertCode(run.converted, true)
		if err := compared.Err(); err != nil || len(run.converted) == 0 && c.String("format") == "text" {
			return exitOK, err // a hook with nothing to do says nothing
		}
	}
	if c.Bool("write") {
		r.unwatch()
		run.in.Notes = append(run.in.Notes, removeLeftovers(in.Files)...)
		run.outcome.errors = append(run.outcome.errors, r.saveAll(in.Files, run.converted)...)
	}
	rep := &report.Convert{Files: run.converted, Read: run.outcome.read, Written: c.Bool("write"), For: run.versionsText(run.converted),
		Terminal: stdout}
	switch {
	case c.Bool("status"):
		err = writeStatus(r.out, c.String("format"), rep)
	case c.String("format") == "json":
		err = report.WriteConvertJSON(r.out, rep)
	case c.IsSet("f"):
		err = writeWhole(r.out, in.Files, sources, run.converted)
	case !c.Bool("write") && (!c.Bool("check") || c.Bool("diff")):
		err = report.WriteDiff(r.out, rep)
	}
	if err != nil {
		return 0, err
	}
	r.flush(0)
	if c.String("format") == "text" && !c.Bool("status") {
		rep.Terminal = stderr
		if err := report.WriteNotes(r.err, rep); err != nil {
			return 0, err
		}
	}
	// a decision names the limit already, or else they are only hints
	notes, _ := limit.Within(r.ctx, func(context.Context) []string { return run.notes() })
	run.in.Notes = append(run.in.Notes, notes...)
	return r.reportOutcome(run.in, run.outcome, code), nil
}

func writeStatus(w io.Writer, format string, rep *report.Convert) error {
	if format == "json" {
		return report.WriteStatusJSON(w, rep)
	}
	return report.WriteStatus(w, rep)
}

// writeWhole writes each file as it is after the conversion, as karpenter-convert does.
func writeWhole(w io.Writer, listed []load.File, files []*model.File, converted []convert.File) error {
	texts := map[string][]byte{}
	for _, f := range files {
		texts[f.Path] = f.Data
	}
	for _, f := range converted {
		texts[f.Path] = f.After
	}
	paths := make([]string, 0, len(listed))
	for _, f := range listed {
		paths = append(paths, f.Path)
	}
	for i, path := range paths {
		text := texts[path]
		if i > 0 && !bytes.HasPrefix(text, []byte("---")) {
			text = append([]byte("---\n"), text...)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// saveAll writes the changed files, group by group. A file that cannot be written counts as not converted.
func (r *runner) saveAll(listed []load.File, converted []convert.File) (errs []error) {
	byPath := map[string]load.File{}
	for _, f := range listed {
		byPath[f.Path] = f
	}
	changes, files := map[int][]save.Change{}, map[int][]*convert.File{} // by group
	for i := range converted {
		f := &converted[i]
		if !f.Changed() {
			continue
		}
		listed, ok := byPath[f.Path]
		if !ok {
			errs = append(errs, fmt.Errorf("%s: not written, because the file was not read", filepath.FromSlash(f.Path)))
			continue
		}
		change := newChange(listed, f.Path, f.Before, f.After)
		change.Remove = f.Removed
		changes[f.Group] = append(changes[f.Group], change)
		files[f.Group] = append(files[f.Group], f)
	}
	for _, group := range slices.Sorted(maps.Keys(changes)) {
		for i, err := range r.saveGroup(changes[group]) {
			if err != nil {
				errs = append(errs, err)
				markSkipped(files[group][i])
			}
		}
	}
	return errs
}

func markSkipped(f *convert.File) {
	f.After = f.Before
	f.Notes = slices.DeleteFunc(slices.Clone(f.Notes), func(n convert.Note) bool { return n.Level != convert.Decision })
	for i := range f.Objects {
		if f.Objects[i].Status == convert.Converted {
			f.Objects[i].To, f.Objects[i].Status = f.Objects[i].From, convert.Skipped
		}
	}
}

// convertCode returns 1 if a decision is left to a person, and with check also if something would change.
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
