package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/terragrunt"
	"github.com/karplint/karplint/runbook/text"
	"github.com/karplint/karplint/runbook/upgrade"
	"github.com/karplint/karplint/versions"
)

func planFlags() []cli.Flag {
	return []cli.Flag{
		releaseFlag("to", "`RELEASE` of Karpenter to upgrade to: 1.8.1 (default: the newest that karplint knows, "+road.Newest()+")"),
		strategyFlag(),
		oneOf("format", "`FORMAT`", text.Formats()...),
		configFlag(),
		colorFlag(),
	}
}

// plan prints the runbook for upgrading everything below the paths.
func (r *runner) plan(c *cli.Context) (int, error) {
	o, err := planOptions(c)
	if err != nil {
		return 0, err
	}
	terminal, err := terminalOf(c, r.stdout)
	if err != nil {
		return 0, err
	}
	run, err := inTime(r, c, r.newUpgrade)
	if err != nil {
		return 0, err
	}
	run.repository.AsDecided = true
	o.Paths = c.Args().Slice()
	run.outcome.selected = len(run.in.Files)
	type result struct {
		*upgrading
		plan *runbook.Plan
		err  error
	}
	made, exceeded := limit.Within(r.ctx, func(ctx context.Context) result {
		private := *run
		plan, err := private.plan(ctx, c, o)
		return result{&private, plan, err}
	})
	if exceeded != nil {
		made = result{run, notPlanned(o, exceeded.Advice("nothing is planned")), nil}
	}
	if made.err != nil {
		return 0, made.err
	}
	source := func(file string) []byte {
		data, _ := run.repository.Tree.Files.ReadFile(file) // on an error a plan shows no line of it
		return data
	}
	if err := text.Write(r.out, c.String("format"), made.plan, text.Options{Terminal: terminal, Source: source}); err != nil {
		return 0, err
	}
	code := exitOK
	if made.plan.IsOpen() {
		code = exitFound
	}
	return r.reportOutcome(made.in, made.outcome, code), nil
}

// notPlanned is the plan of a run that ended early, with the reason as a decision.
func notPlanned(o runbook.Options, reason string) *runbook.Plan {
	return &runbook.Plan{To: o.To, Strategy: o.Strategy, Decisions: []runbook.Item{{Text: reason}}, Roads: []*runbook.Road{}}
}

// plan makes the runbook.
func (u *upgrading) plan(ctx context.Context, c *cli.Context, o runbook.Options) (*runbook.Plan, error) {
	o.ControllerFirst = u.destroysControllerFirst()
	o.Target = func(file string) versions.Target { return u.repository.Settings(file).Target }
	o.Lint = func(tree lint.Tree) []lint.Finding { return u.lintAsInstalled(ctx, c, tree) }
	roads, unclear, err := u.repository.Roads(ctx, o.To)
	if err != nil {
		return nil, err
	}
	for _, of := range unclear {
		for _, file := range of.Files { // the runbook joins items with the same text
			o.Unclear = append(o.Unclear, runbook.Item{Place: runbook.Place{File: file, Line: of.Line}, Text: of.Problem})
		}
	}
	o.Try = func(i *runbook.Installation) runbook.Trial { return newTrial(ctx, u.repository, roads, i) }
	plan, errs := runbook.New(ctx, u.repository.Tree, o)
	terragrunt.Use(plan, u.repository.Tree.Inputs)
	u.outcome.errors = append(u.outcome.errors, errs...)
	if len(u.in.Errors)+len(u.outcome.errors) > 0 {
		plan.Answer = "" // an unreadable file may install Karpenter
	}
	return plan, nil
}

// planOptions reads the flags.
func planOptions(c *cli.Context) (o runbook.Options, err error) {
	if err := checkStrategy(c); err != nil {
		return o, err
	}
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return o, err
	}
	if c.Args().First() == "-" {
		return o, usage(c, "plan reads files that belong together, and cannot read standard input")
	}
	o.Strategy = runbook.Strategy(c.String("strategy"))
	if o.To, err = road.ParseTarget(c.String("to")); err != nil {
		return o, usage(c, "--to: %v", err)
	}
	return o, nil
}

// destroysControllerFirst reports whether a configuration sets destroy-order: controller-first.
func (u *upgrading) destroysControllerFirst() bool {
	requested, err := u.in.configs.requestedSettings(u.in.Files)
	return err == nil && slices.ContainsFunc(requested, func(s *settings) bool { return s.DestroyOrder == "controller-first" })
}

// lintAsInstalled returns the findings in the files, for the releases that they install.
func (u *upgrading) lintAsInstalled(ctx context.Context, c *cli.Context, tree lint.Tree) []lint.Finding {
	linters, err := u.linters(c, versions.Target{})
	if err != nil {
		u.outcome.errors = append(u.outcome.errors, err)
		return nil
	}
	return lint.Lint(ctx, tree, linters.WithoutFixes()).Findings
}

// trial takes the stops of a road on a copy of the files.
type trial struct {
	ctx        context.Context
	repository *upgrade.Repository
	way        *upgrade.Road
	doubt      string
}

// newTrial returns a copy of the files for the road of an installation, nil if there is none.
func newTrial(ctx context.Context, repository *upgrade.Repository, roads []*upgrade.Road, i *runbook.Installation) runbook.Trial {
	if way := upgrade.Find(roads, i.File(), i.Dir, i.Releases); way != nil {
		return &trial{ctx, repository, way, way.Doubt(i.Releases)}
	}
	return nil
}

// Start returns where the road begins.
func (t *trial) Start() road.Start { return t.way.Start }

// Doubt tells why the release of Start is uncertain or unknown; "" if it is certain.
func (t *trial) Doubt() string { return t.doubt }

// Tree returns the copy, in which the files of other roads are context.
func (t *trial) Tree() lint.Tree { return t.repository.On(t.way).Tree }

// Take changes the files of the copy for the stop.
func (t *trial) Take(stop road.Stop) (*runbook.Taken, error) {
	o, err := t.repository.On(t.way).Take(t.ctx, stop)
	if err != nil {
		return nil, err
	}
	t.repository = t.repository.After(o)
	return &runbook.Taken{Files: o.Files, Blockers: o.Blockers, Left: o.Left, Tree: t.repository.Tree}, nil
}
