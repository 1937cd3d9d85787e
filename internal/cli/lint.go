package cli

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/rules"
)

// linting is one run of lint.
type linting struct {
	*runner
	linter *lint.Linter
	fix    bool
	unsafe bool
	diff   bool

	mu     sync.Mutex
	result lint.Result
	fixed  int
	diffs  map[string]string // by file
	texts  map[string][]byte // of files whose text is not on disk: standard input
}

func (r *runner) lint(c *cli.Context) (int, error) {
	cfg, err := r.config(c)
	if err != nil {
		return 0, err
	}
	outputs, err := lintOutputs(c)
	if err != nil {
		return 0, err
	}
	failOn, err := failLevel(c, cfg)
	if err != nil {
		return 0, err
	}
	linter, err := newLinter(c, cfg)
	if err != nil {
		return 0, err
	}
	color, err := r.color(c, r.stdoutIsTerminal)
	if err != nil {
		return 0, err
	}
	in, err := r.input(c, cfg)
	if err != nil {
		return 0, err
	}

	run := &linting{
		runner: r, linter: linter, diffs: map[string]string{}, texts: map[string][]byte{},
		diff: c.Bool("diff"), unsafe: c.Bool("unsafe-fixes"),
	}
	run.fix = run.diff || run.unsafe || c.Bool("fix")
	selects := func(_ string, data []byte) bool { return linter.Selects(data) }
	outcome := load.Each(r.ctx, in.Files, selects, run.file)
	lint.Sort(run.result.Findings)

	if err := run.report(in, outcome, outputs, color); err != nil {
		outcome.Errors = append(outcome.Errors, err)
	}
	code := exitOK
	if !c.Bool("exit-zero") && fails(run.result.Findings, failOn) {
		code = exitFound
	}
	return r.tell(in, outcome, code), nil
}

func newLinter(c *cli.Context, cfg *config.Config) (*lint.Linter, error) {
	all, err := lint.Load(rules.FS)
	if err != nil {
		return nil, err
	}
	selected := words(c, "select", cfg, "select", cfg.Select)
	ignored := words(c, "ignore", cfg, "ignore", cfg.Ignore)
	for _, s := range []setting[[]string]{selected, ignored} {
		if _, err := all.Select(s.value, nil); err != nil {
			return nil, s.wrap(err)
		}
	}
	version := text(c, "karpenter-version", cfg, "karpenter-version", cfg.KarpenterVersion)
	target, err := project.ParseTarget(version.value, version.from)
	if err != nil {
		return nil, version.wrap(err)
	}
	linter, err := lint.New(all, lint.Options{Select: selected.value, Ignore: ignored.value, Target: target, Facts: facts.FS})
	if err == nil && len(linter.Rules()) == 0 {
		return nil, ignored.wrap(errors.New("no rule is left to check; ignore less"))
	}
	return linter, err
}

func failLevel(c *cli.Context, cfg *config.Config) (lint.Severity, error) {
	if err := exclusive(c, "exit-zero", "fail-on"); err != nil {
		return 0, err
	}
	level := text(c, "fail-on", cfg, "fail-on", cfg.FailOn).value
	if level == "" {
		return lint.Error, nil
	}
	if err := oneOf(c, "fail-on", level, "error", "warning", "info"); err != nil {
		return 0, err
	}
	return lint.ParseSeverity(level)
}

func fails(findings []lint.Finding, level lint.Severity) bool {
	for _, f := range findings {
		if f.Severity >= level {
			return true
		}
	}
	return false
}

// file lints one file, and fixes it if that was asked for. It is called from several
// goroutines.
func (l *linting) file(f load.File, data []byte) error {
	file := model.NewFile(f.Path, data)
	if !l.fix {
		result, err := l.linter.File(file, f.Named, project.Target{})
		l.add(result)
		if f.IsStdin() {
			l.keep(f.Path, data)
		}
		return inFile(f, err)
	}
	fixed, err := l.linter.Fix(file, l.unsafe, f.Named, project.Target{})
	if err != nil {
		return inFile(f, err)
	}
	if err := l.write(f, data, fixed.Data); err != nil {
		result, _ := l.linter.File(file, f.Named, project.Target{}) // the file is as it was, and so are its findings
		l.add(result)
		return err
	}
	l.add(fixed.Result)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fixed += fixed.Fixes
	return nil
}

func inFile(f load.File, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", f.Path, err)
}

// write does with a fixed file what was asked for.
func (l *linting) write(f load.File, before, after []byte) error {
	switch {
	case l.diff:
		l.mu.Lock()
		defer l.mu.Unlock()
		l.diffs[f.Path] = edit.Diff(f.Path, before, after)
		return nil
	case f.IsStdin():
		l.keep(f.Path, after)
		return nil
	default:
		return l.save(f, before, after)
	}
}

func (l *linting) add(result lint.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.result.Findings = append(l.result.Findings, result.Findings...)
	l.result.Suppressed += result.Suppressed
}

func (l *linting) keep(path string, data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.texts[path] = data
}

// report writes the report, or the diff or the text that was asked for instead of it. The error
// is the first; every output is tried.
func (l *linting) report(in *input, o load.Outcome, outputs []output, color bool) error {
	rep := &report.Lint{
		Findings: l.result.Findings, Files: o.Read, Suppressed: l.result.Suppressed, Fixed: l.fixed,
		Rules: l.linter.Rules(), Target: l.linter.Target(), Version: buildVersion(), Source: l.source(in.Files), Color: color,
	}
	if in.stdin {
		documents := readRendered(l.texts[in.Files[0].Path])
		rep.Template = func(f lint.Finding) string { return documents.template(f.Span.Start) }
	}
	if l.diff {
		for _, f := range in.Files {
			if err := report.Diff(l.out, l.diffs[f.Path], color); err != nil {
				return err
			}
		}
		l.finish(0)
		fmt.Fprintln(l.err, diffSummary(rep))
		return nil
	}
	var to io.Writer = l.out
	if l.fix && in.stdin { // a filter: the text goes on, what remains is told beside it
		for _, f := range in.Files {
			if _, err := l.out.Write(l.texts[f.Path]); err != nil {
				return err
			}
		}
		l.finish(0)
		to = l.err
		rep.Color = false
	}
	var failed error
	for _, o := range outputs {
		if err := o.write(to, rep); err != nil && failed == nil {
			failed = err
		}
	}
	if rep.Files > 0 && !onStandard(outputs, "text") {
		l.finish(0)
		if l.stderrIsTerminal || onStandard(outputs, "concise") {
			fmt.Fprintln(l.err, report.Summary(rep))
		}
	}
	return failed
}

func diffSummary(l *report.Lint) string {
	rest := *l
	rest.Fixed = 0
	return fmt.Sprintf("%s would be fixed; then %s", report.Count(l.Fixed, "finding"), report.Summary(&rest))
}

// source returns a function that reads the text that the findings' positions are in.
func (l *linting) source(files []load.File) func(string) []byte {
	return func(path string) []byte {
		if text, ok := l.texts[path]; ok {
			return text
		}
		for _, f := range files {
			if f.Path == path {
				data, _ := f.Read()
				return data
			}
		}
		return nil
	}
}
