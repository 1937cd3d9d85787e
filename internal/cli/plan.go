package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/text"
)

// planFormats are the formats of plan, by name.
var planFormats = map[string]func(io.Writer, *runbook.Plan) error{
	"text": text.Write, "markdown": text.WriteMarkdown,
}

func planFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "to", Usage: "`RELEASE` of Karpenter to upgrade to: 1.8.1 (default: the newest that karplint knows, " + road.Newest() + ")"},
		&cli.StringFlag{Name: "strategy", Value: string(runbook.Drift), Usage: "`WAY` to replace the nodes of old pools: drift (default), delete or manual"},
		&cli.StringFlag{Name: "format", Value: "text", Usage: "`FORMAT`: text or markdown"},
		configFlag(),
	}
}

// plan prints the runbook of the upgrade of everything below the paths.
func (r *runner) plan(c *cli.Context) (int, error) {
	if err := checkOneOf(c, "strategy", c.String("strategy"), string(runbook.Drift), string(runbook.Delete), string(runbook.Manual)); err != nil {
		return 0, err
	}
	if err := checkOneOf(c, "format", c.String("format"), "text", "markdown"); err != nil {
		return 0, err
	}
	to, err := road.ParseTarget(c.String("to"))
	if err != nil {
		return 0, usage(c, "--to: %s", err)
	}
	in, err := r.findInput(c, load.Options{Terraform: true})
	if err != nil {
		return 0, err
	}
	tree := lint.Tree{Files: fileset.Overlay{Base: in.disk(in.Listing)}.With(in.stdinTexts())}
	for _, f := range in.Files {
		tree.Inputs = append(tree.Inputs, inputOf(f))
	}
	inventory := runbook.NewInventory(r.ctx, tree)
	plan := runbook.New(inventory, runbook.Options{To: to, Strategy: runbook.Strategy(c.String("strategy"))})
	if err := planFormats[c.String("format")](r.out, plan); err != nil {
		return 0, err
	}
	code := exitOK
	if plan.Open() {
		code = exitFound
	}
	return r.reportOutcome(in, outcome{len(in.Files), len(in.Files), inventory.Errors}, code), nil
}
