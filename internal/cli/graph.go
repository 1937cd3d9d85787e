package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/lint"
)

func graphFlags() []cli.Flag {
	return []cli.Flag{
		oneOf("format", "`FORMAT`", diagram.Formats()...),
		versionFlag("Karpenter `VERSION` that the files are for"),
		&cli.StringFlag{Name: "kubernetes-version", Usage: "Kubernetes `VERSION` of the clusters"},
		&cli.StringSliceFlag{Name: "var-file", Usage: "`FILE` of values for Terraform's variables; repeatable"},
		configFlag(), rulesFlag(),
	}
}

// drawn is the picture of the files, and what went wrong.
type drawn struct {
	graph  *diagram.Graph
	result lint.TreeResult
	unread []error // files
}

// errors returns what went wrong. The two readings of the files have the same errors.
func (d drawn) errors() []error {
	errs := d.result.Errors
	for _, err := range d.unread {
		isKnown := slices.ContainsFunc(errs, func(other error) bool { return other.Error() == err.Error() })
		if !isKnown {
			errs = append(errs, err)
		}
	}
	return errs
}

// drawGraph prints what depends on what.
func drawGraph(r *runner, c *cli.Context) (int, error) {
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return 0, err
	}
	if c.Args().First() == "-" {
		return 0, usage(c, "graph reads files that belong together, and cannot read standard input")
	}
	found, err := inTime(r, c, r.lintInput)
	if err != nil {
		return 0, err
	}
	run := &linting{runner: r, in: found.in, roots: newRoots(r.dir), groups: found.groups}
	varFiles, err := run.openFiles(c)
	if err != nil {
		return 0, err
	}
	made, exceeded := limit.Within(r.ctx, func(ctx context.Context) drawn {
		tree := run.tree(varFiles)
		result := lint.Lint(ctx, tree, run.linters())
		graph, errs := diagram.New(ctx, tree, slices.Concat(result.Findings, result.Beyond))
		return drawn{graph, result, errs}
	})
	if exceeded != nil {
		r.printNote("%s", exceeded.Advice("nothing is drawn"))
		return exitFound, nil
	}
	if err := diagram.Write(r.out, c.String("format"), made.graph); err != nil {
		return 0, err
	}
	if advice := made.graph.Advice(c.String("format")); advice != "" && made.result.Selected > 0 {
		r.printNote("%s", advice)
	}
	code := exitOK
	for _, f := range made.result.Findings {
		if f.Rule == parseRule {
			r.printNote("%s:%d:%d: %s", f.File, f.Start.Line, f.Start.Column, f.Text())
			code = exitFound
		}
	}
	return r.reportOutcome(run.in, outcome{made.result.Files, made.result.Selected, made.errors()}, code), nil
}
