package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/internal/sides"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/versions"
)

// linting is one run of lint.
type linting struct {
	*runner
	in     *input
	roots  *roots
	groups []*group
	files  fileset.Overlay // the disk, with standard input
	fix    bool
	unsafe bool
	diff   bool

	all, statistics bool // see report.Lint
	news            newness
	baselines       baselines

	result lint.TreeResult
	fixed  int
	diffs  map[string]string // by file
}

func lintFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		listOf("format", "`FORMAT` of the report: "+choice(report.Formats())+"; repeatable", report.Formats()...),
		listOf("output", "write one format to a file: `FORMAT=FILE`; repeatable", report.Formats()...),
		listOf("select", "check only these rules: `IDS`, prefixes (KL5), names or advice, comma separated; repeatable; KL000 "+
			"stays on unless ignored", rule.AdviceGroup),
		&cli.StringSliceFlag{Name: "ignore", Usage: "do not check these rules: `IDS`, prefixes or names, comma separated; repeatable"},
		oneOf("fail-on", "lowest `LEVEL` of findings that fail", "error", "warning", "info"),
		versionFlag("Karpenter `VERSION` that the configuration is for: 1.0.8, 1.0, \">= 0.37, < 1.1\""),
		&cli.StringFlag{Name: "kubernetes-version", Usage: "Kubernetes `VERSION` of the clusters: 1.29 or 1.29.3"},
		&cli.StringSliceFlag{Name: "var-file", Usage: "`FILE` of values for Terraform's variables, as for terraform plan; repeatable"},
		&cli.StringFlag{Name: "new-from", Usage: "report only what is new since the history left that of the git `REVISION`: main, HEAD^"},
		&cli.BoolFlag{Name: "staged", Usage: "report only what is new in the index of git, against HEAD; for hooks"},
		&cli.BoolFlag{Name: "fix", Usage: "apply the safe fixes"},
		&cli.BoolFlag{Name: "unsafe-fixes", Usage: "apply the safe fixes and those that need review"},
		&cli.BoolFlag{Name: "diff", Usage: "show what --fix would change, and write nothing"},
	}, baselineFlags(), []cli.Flag{
		configFlag(),
		rulesFlag(),
		&cli.BoolFlag{Name: "statistics", Usage: "text: how often each rule reports, instead of the findings"},
		&cli.BoolFlag{Name: "all", Usage: "text: every finding, also beyond three equal ones in a directory"},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 even if there are findings"},
		colorFlag(),
		&cli.StringFlag{Name: "stdin-filename", Usage: "`FILE` that standard input is in the report"},
	})
}

// lintUsage returns an error for flags that contradict each other, whatever the configurations are.
func lintUsage(c *cli.Context) error {
	if err := checkExclusive(c, [][2]string{
		{"exit-zero", "fail-on"}, {"all", "statistics"}, {"diff", "write-baseline"},
		{"new-from", "staged"}, {"new-from", "write-baseline"}, {"staged", "write-baseline"},
	}...); err != nil {
		return err
	}
	if c.IsSet("fail-on") {
		return checkOneOf(c, "fail-on", c.String("fail-on"))
	}
	return nil
}

func (r *runner) lint(c *cli.Context) (int, error) {
	outputs, err := lintOutputs(c)
	if err != nil {
		return 0, err
	}
	stdout, err := terminalOf(c, r.stdout)
	if err != nil {
		return 0, err
	}
	if err := lintUsage(c); err != nil {
		return 0, err
	}
	run, err := r.lintOnce(c, outputs)
	for round := 1; err == nil && run != nil && run.news.changed && round < maxRounds; round++ { // a fix may make something new
		before := run
		before.news.sides.Close()
		if run, err = r.lintOnce(c, outputs); err == nil {
			run.follow(before)
		}
	}
	if err != nil || run == nil {
		return exitOK, err
	}
	defer run.news.sides.Close()
	if err := run.writeReport(outputs, stdout); err != nil {
		run.result.Errors = append(run.result.Errors, err)
	}
	code := exitOK
	if !c.Bool("exit-zero") && slices.ContainsFunc(slices.Concat(run.result.Findings, run.news.held), run.fails) {
		code = exitFound
	}
	return r.reportOutcome(run.in, run.outcome(), code), nil
}

func (l *linting) outcome() outcome {
	return outcome{l.result.Files, l.result.Selected, l.result.Errors}
}

// maxRounds bounds how often new findings are fixed.
const maxRounds = 25

// lintOnce lints, and applies fixes if they are requested. It returns nil if there is nothing to say.
func (r *runner) lintOnce(c *cli.Context, outputs []output) (*linting, error) {
	compared, nothing, err := r.openSides(c, outputs)
	if nothing || err != nil {
		return nil, err
	}
	run, err := r.lintSides(c, compared)
	if err != nil {
		compared.Close()
		return nil, err
	}
	return run, nil
}

// lintSides lints all files, or what is new between sides.
func (r *runner) lintSides(c *cli.Context, compared *sides.Sides) (*linting, error) {
	found, err := inTime(r, c, r.lintInput)
	if err != nil {
		return nil, err
	}
	run := &linting{
		runner: r, in: found.in, roots: newRoots(r.dir), groups: found.groups, diffs: map[string]string{},
		diff: c.Bool("diff"), unsafe: c.Bool("unsafe-fixes"),
		all: c.Bool("all"), statistics: c.Bool("statistics"), news: newness{wanted: asksForNew(c), sides: compared, staged: c.Bool("staged")},
	}
	run.fix = run.diff || run.unsafe || c.Bool("fix")
	varFiles, err := run.openFiles(c)
	if err != nil {
		return nil, err
	}
	if run.news.wanted {
		return run, run.lintNew(c, varFiles)
	}
	run.lintAll(varFiles)
	return run, nil
}

// follow adds what was done before the run.
func (l *linting) follow(before *linting) {
	l.fixed += before.fixed
	l.result.Errors = append(before.result.Errors, l.result.Errors...)
	for _, note := range before.in.Notes {
		if !slices.Contains(l.in.Notes, note) {
			l.in.Notes = append(l.in.Notes, note)
		}
	}
}

// lintedInput is the files of the command line, by their configurations.
type lintedInput struct {
	in     *input
	groups []*group
}

// lintInput finds the files of the command line, and those around them if findings may depend on them.
func (r *runner) lintInput(c *cli.Context) (found lintedInput, err error) {
	isStdin := slices.Contains(c.Args().Slice(), "-")
	named := isStdin || r.files == nil && load.AreFiles(r.configs.reader, r.dir, c.Args().Slice())
	in, err := r.findInput(c, load.Options{Terraform: true, Context: !named})
	if err != nil {
		return found, err
	}
	hintAtRules(in)
	groups, err := newGroups(c, in, versions.Target{})
	if err == nil && named && !foundAlone(in, groups) {
		err = r.addContext(c, in)
	}
	return lintedInput{in, groups}, err
}

// hintAtRules adds to the error of a path that does not exist what to run instead, if it is the id or the name of a rule.
func hintAtRules(in *input) {
	for i, err := range in.Errors {
		var missing *load.Error
		if !errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		rules, broken := builtinRules()
		if broken == nil && rules.Lookup(missing.Path) != nil {
			const hint = "%w; for a rule run karplint rules explain %[2]s, or karplint lint --select %[2]s"
			in.Errors[i] = &load.Error{Path: missing.Path, Err: fmt.Errorf(hint, missing.Err, missing.Path)}
		}
	}
}

// addContext lists the files around the input.
func (r *runner) addContext(c *cli.Context, in *input) error {
	o := in.configs.loadOptions(load.Options{Terraform: true, Context: true})
	if !in.stdin {
		in.Listing = r.list(in.paths, o)
		return in.Err
	}
	listing, err := r.listStdin(c, o)
	if err == nil {
		in.Listing = listing
		err = in.Err
	}
	return err
}

// foundAlone reports whether findings in the files depend on no other files.
func foundAlone(in *input, groups []*group) bool {
	disk := in.Disk()
	for _, f := range in.Files {
		data, err := disk.ReadFile(f.Path)
		if err != nil || f.Terraform || !groupFor(groups, in.configs.settingsOf(f)).linter.FoundAlone(f.Path, data) {
			return false
		}
	}
	return len(in.Files) > 0
}

// openFiles prepares to read the files, and returns the paths of --var-file, in order.
func (l *linting) openFiles(c *cli.Context) (varFiles []string, err error) {
	disk := l.in.disk(l.in.Listing)
	l.files = fileset.Overlay{Base: disk}.With(l.in.stdinTexts())
	for _, name := range c.StringSlice("var-file") {
		if regular.IsDir(name) {
			return nil, usage(c, "--var-file takes a file, but %s is a directory", name)
		}
		path, err := disk.Allow(name)
		if err != nil {
			return nil, fmt.Errorf("--var-file: %w", err)
		}
		data, err := disk.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("--var-file: %w", err)
		}
		file := model.NewFile(path, data)
		if _, broken := hcl.Parse(file); broken != nil {
			position := file.Position(broken.Span.Start)
			return nil, fmt.Errorf("--var-file: %s:%d:%d: %w", path, position.Line, position.Column, broken)
		}
		varFiles = append(varFiles, path)
	}
	return varFiles, l.openBaselines(c, disk)
}

// lintAll lints all files, and reports all findings but those of a baseline.
func (l *linting) lintAll(varFiles []string) {
	tree := l.tree(varFiles)
	l.lintTree(tree)
	if after, ok := l.ctx.Value(afterLintKey{}).(afterLint); ok {
		after(l, tree)
	}
	l.in.Notes = append(l.in.Notes, l.newReleases()...)
	lint.Fingerprints(l.result.Findings, l.roots.path)
	if err := l.useBaselines(); err != nil {
		l.result.Errors = append(l.result.Errors, err)
	}
}

// lintTree lints, and applies fixes if they are requested.
func (l *linting) lintTree(tree lint.Tree) {
	if !l.fix {
		l.result = lint.Lint(l.ctx, tree, l.linters())
		return
	}
	if !l.diff {
		l.in.Notes = append(l.in.Notes, removeLeftovers(l.in.Files)...)
	}
	fixed := lint.Fix(l.ctx, tree, l.linters(), l.unsafe, l.chooseNew(), l.save)
	l.result, l.fixed = fixed.TreeResult, fixed.Fixes
	l.in.Notes = append(l.in.Notes, fixed.Notes...)
}

// save writes a fixed file, or keeps its diff.
func (l *linting) save(path string, original, fixed []byte) error {
	if l.diff {
		l.diffs[path] = diff.Unified(path, original, fixed)
		return nil
	}
	f, ok := l.in.Find(path)
	switch {
	case !ok:
		return fmt.Errorf("%s: not written, because the file was not named", path)
	case f.IsStdin():
		l.files.Texts[path] = fixed
		return nil
	}
	l.unwatch()
	err := l.runner.save(f, path, original, fixed)
	if err == nil {
		l.files = l.files.With(map[string][]byte{path: fixed})
	}
	return err
}

// writeReport writes the report, or the diff or the fixed text instead of it. It writes every output, and returns the
// first error.
func (l *linting) writeReport(outputs []output, stdout terminal.Terminal) error {
	rep := &report.Lint{
		Findings: l.result.Findings, Files: l.result.Files, Mention: l.result.Mention, Suppressed: l.result.Suppressed, Fix: l.fix, Fixed: l.fixed,
		Baselined: l.baselined(), New: l.news.wanted, Rules: l.rules(), Projects: l.projects(), Version: currentBuild().Version,
		Source: l.source, Path: l.roots.path, Fails: l.fails, All: l.all, Statistics: l.statistics, Terminal: stdout,
	}
	rep.Nothing = nothingChecked(l.runner, l.in, l.outcome()) != ""
	if l.in.stdin {
		documents := readRendered(l.files.Texts[l.in.stdinPath])
		rep.Template = func(f lint.Finding) string { return documents.template(f.Span.Start) }
		rep.TemplateFile = templateFiles{l.in.Files, l.source, map[string]string{}}.file
	}
	if l.diff {
		for _, path := range slices.Sorted(maps.Keys(l.diffs)) {
			if err := report.Diff(l.out, l.diffs[path], stdout.Color); err != nil {
				return err
			}
		}
		l.flush(0)
		fmt.Fprintln(l.err, diffSummary(rep))
		return nil
	}
	var w io.Writer = l.out
	if l.fix && l.in.stdin { // a filter: the fixed text goes to standard output, the report to standard error
		if _, err := l.out.Write(l.files.Texts[l.in.stdinPath]); err != nil {
			return err
		}
		l.flush(0)
		w = l.err
		rep.Terminal = terminal.Terminal{}
	}
	var failed error
	for _, o := range append(outputs, stepSummary(outputs)...) {
		if l.news.staged && len(rep.Findings) == 0 && isForPeople(o) {
			continue // a hook that finds nothing says nothing
		}
		if err := o.write(w, rep); err != nil && failed == nil {
			failed = err
		}
	}
	isSilent := l.news.staged && len(rep.Findings) == 0 && isForPeople(outputs[0])
	if rep.Files > 0 && !rep.Nothing && !isSilent && !writesToStandard(outputs, "text") {
		l.flush(0)
		if isTerminal(l.stderr) || writesToStandard(outputs, "concise") {
			fmt.Fprintln(l.err, report.Summary(rep))
		}
	}
	return failed
}

func diffSummary(l *report.Lint) string {
	remaining := *l
	remaining.Fix, remaining.Fixed = false, 0
	return fmt.Sprintf("%s would be fixed; then %s", report.Count(l.Fixed, "finding"), report.Summary(&remaining))
}

// source returns the text that findings refer to, nil if the file is gone, or if a limit ended the run before a file was found.
func (l *linting) source(path string) []byte {
	if path == "." {
		return nil
	}
	data, err := l.files.ReadFile(path)
	if err != nil {
		return nil
	}
	return data
}
