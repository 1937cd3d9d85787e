package cli

import (
	"context"
	"flag"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/completion"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/lsp"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

const lspHelp = `It speaks the Language Server Protocol on standard input and output; an editor starts it, see docs/editors.md.
Each folder of the editor has the settings of its ` + "`.karplint.yaml`" + `, as for karplint lint in that folder. The flags
override them, and so do initializationOptions of the editor, with the names of the flags:
{"karpenter-version": "1.8.1", "ignore": ["KL301"]}. What it does is logged to standard error.`

func lspFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		versionFlag("Karpenter `VERSION` that the configuration is for: 1.0.8, 1.0, \">= 0.37, < 1.1\""),
		&cli.StringFlag{Name: "kubernetes-version", Usage: "Kubernetes `VERSION` of the clusters: 1.29 or 1.29.3"},
		&cli.StringSliceFlag{Name: "select", Usage: "check only these rules: `IDS`, prefixes (KL5) or names, comma separated; repeatable"},
		&cli.StringSliceFlag{Name: "ignore", Usage: "do not check these rules: `IDS`, prefixes or names, comma separated; repeatable"},
		&cli.StringSliceFlag{Name: "var-file", Usage: "`FILE` of values for Terraform's variables, as for terraform plan; repeatable"},
		&cli.StringFlag{Name: "baseline", Usage: "do not show the findings in `FILE`; \"\": use none"},
		configFlag(),
		rulesFlag(),
		&cli.BoolFlag{Name: "stdio", Usage: "nothing: some editors add it, because servers may have other ways to talk"},
	}, limitFlags())
}

// serveEditor serves an editor until that says exit.
func serveEditor(r *runner, c *cli.Context) (int, error) {
	if c.NArg() > 0 {
		return 0, usage(c, "karplint lsp takes no paths: the editor tells which folders are open")
	}
	open := func(q lsp.Request) (*lsp.Files, error) { return openForEditor(r, c, q) }
	if !lsp.Serve(r.ctx, r.stdin, r.stdout, r.stderr, lsp.Options{Version: currentBuild().Version, Open: open}) {
		return exitFound, nil
	}
	return exitOK, nil
}

// openForEditor finds the files of a workspace, and their configurations.
func openForEditor(r *runner, c *cli.Context, q lsp.Request) (*lsp.Files, error) {
	c, err := inWorkspace(r, c, q)
	if err != nil {
		return nil, err
	}
	at := &runner{ctx: r.ctx, dir: q.Dir, err: r.err, stderr: r.stderr, unwatch: func() {}}
	limits, err := at.limits(c)
	if err != nil {
		return nil, err
	}
	in, err := at.findInput(c, load.Options{Terraform: true, Context: true})
	if err != nil {
		return nil, err
	}
	groups, err := newGroups(c, in, versions.Target{})
	if err != nil {
		return nil, err
	}
	run := &linting{runner: at, in: in, roots: newRoots(at.dir), groups: groups}
	varFiles, err := run.openFiles(c)
	if err != nil {
		return nil, err
	}
	files := &lsp.Files{Tree: run.tree(varFiles), Settings: run.linters(), Limits: limits}
	for i := range files.Tree.Inputs {
		files.Tree.Inputs[i].Named = false // an open file has the findings that it has in the whole repository
	}
	files.Wants = func(path string) bool {
		_, isThere := in.Find(path)
		isNamed := slices.Contains(q.Paths, path)
		return isNamed || isThere && (filetype.IsTerraform(path) || filetype.IsManifest(path))
	}
	files.Accepted = func(findings []lint.Finding) []lint.Finding { return withoutAccepted(run, findings) }
	files.Convert = func(ctx context.Context, texts map[string][]byte) ([]convert.File, error) {
		return convertForEditor(ctx, r, c, q, texts)
	}
	return files, nil
}

// withoutAccepted returns the findings without those of the baseline.
func withoutAccepted(l *linting, findings []lint.Finding) []lint.Finding {
	if l.baselines.used == nil {
		return findings
	}
	of := *l
	of.result = lint.TreeResult{Result: lint.Result{Findings: findings}}
	lint.Fingerprints(of.result.Findings, l.roots.path)
	of.hideAccepted()
	return of.result.Findings
}

// pathFlags take files and directories.
var pathFlags = []string{"config", "rules", "var-file", "baseline"}

// inWorkspace returns the command line with the paths and flags of a workspace. Files are named from the working directory if the command line names
// them, and from the workspace if the editor does.
func inWorkspace(r *runner, c *cli.Context, q lsp.Request) (*cli.Context, error) {
	flags := map[string][]string{}
	for _, name := range pathFlags {
		values := c.StringSlice(name)
		if len(values) == 0 {
			values = []string{c.String(name)}
		}
		if c.IsSet(name) {
			flags[name] = fullPaths(r.dir, values)
		}
	}
	for name, values := range q.Flags { // in any order: each is another flag
		if flags[name] = values; slices.Contains(pathFlags, name) {
			flags[name] = fullPaths(q.Dir, values)
		}
	}
	set := flag.NewFlagSet(c.Command.Name, flag.ContinueOnError)
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		f := completion.Find(c.Command.Flags, name)
		if f == nil {
			return nil, usage(c, "initializationOptions: unknown flag %q%s", name, flagHint(c.Command.Flags, name))
		}
		if err := f.Apply(set); err != nil {
			return nil, err
		}
		for _, value := range flags[name] {
			if err := set.Set(name, value); err != nil {
				return nil, usage(c, "initializationOptions: %s: %v", name, err)
			}
		}
	}
	paths := q.Paths
	if len(paths) == 0 {
		paths = []string{q.Dir}
	}
	if err := set.Parse(append([]string{"--"}, paths...)); err != nil {
		return nil, err
	}
	in := cli.NewContext(c.App, set, c)
	in.Command = c.Command
	return in, nil
}

// fullPaths returns the absolute paths of files that are named from a directory, without empty names.
func fullPaths(dir string, names []string) (full []string) {
	for _, name := range names {
		if name != "" {
			name = fullPath(dir, name)
		}
		full = append(full, name)
	}
	return full
}

// convertForEditor converts the manifests of a workspace to v1, as karplint convert --to v1 does. texts are in place of those on the disk.
func convertForEditor(ctx context.Context, r *runner, c *cli.Context, q lsp.Request, texts map[string][]byte) ([]convert.File, error) {
	set := flag.NewFlagSet("convert", flag.ContinueOnError)
	for _, f := range convertFlags() {
		if completion.Find(c.Command.Flags, f.Names()[0]) == nil {
			if err := f.Apply(set); err != nil {
				return nil, err
			}
		}
	}
	if err := set.Set("to", string(convert.V1)); err != nil {
		return nil, err
	}
	if err := set.Parse([]string{"--", q.Dir}); err != nil {
		return nil, err
	}
	c = cli.NewContext(c.App, set, c)
	c.Command = &cli.Command{Name: "convert", HelpName: "karplint convert", Flags: convertFlags()}
	at := &runner{ctx: ctx, dir: q.Dir, err: r.err, stderr: r.stderr, unwatch: func() {}}
	var err error
	if at.configs, err = at.newConfigs(c); err != nil {
		return nil, err
	}
	in, err := at.convertInput(c)
	if err != nil {
		return nil, err
	}
	in.unsaved = texts
	sources, read := at.readFiles(in)
	run := at.newConversion(ctx, c, in, withTexts(sources, in, texts), read)
	return run.converted, run.err
}

// withTexts returns the files with other texts. Such a text may need a conversion although the one on the disk does not.
func withTexts(sources []*model.File, in *input, texts map[string][]byte) (files []*model.File) {
	for _, f := range sources {
		if texts[f.Path] == nil {
			files = append(files, f)
		}
	}
	for path, text := range texts { // in any order: they are sorted
		if _, isListed := in.Listed(path); isListed && convert.Selects(path, text) {
			files = append(files, model.Shared(path, text))
		}
	}
	slices.SortFunc(files, func(a, b *model.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}
