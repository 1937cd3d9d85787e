// Package cli is karplint's command line.
package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/completion"
	"github.com/karplint/karplint/internal/config"
)

// Main runs the command line args (args[0] is the program's name) and returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	tuneMemory()
	if len(args) > 1 && args[1] == "lint" {
		go builtinRules() //nolint:errcheck // loading takes longer than everything else before the rules are needed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	r := &runner{
		stdin: stdin, out: bufio.NewWriterSize(stdout, 64<<10), err: stderr,
		stdout: stdout, stderr: stderr,
	}
	r.ctx = ctx
	codes := make(chan int, 1)
	go func() { codes <- r.run(args) }()
	select {
	case code := <-codes:
		return code
	case <-ctx.Done():
		r.saves.Lock() // a file that is being written is completed
		fmt.Fprintln(stderr, "karplint: interrupted")
		return exitFailed
	}
}

func (r *runner) run(args []string) (code int) {
	defer func() {
		if value := recover(); value != nil {
			fmt.Fprintf(r.err, "karplint: a bug in karplint: %v; please report it at %s\n", value, issuesURL)
			code = exitFailed
		}
	}()
	completes := len(args) > 1 && args[1] == completion.Command
	if completes {
		r.err = io.Discard // a command line is on the screen
	}
	dir, err := os.Getwd()
	if err == nil {
		dir, err = regular.WithoutLinks(dir) // otherwise .. would differ from the system's
	}
	if err != nil {
		return r.reportFailure(err)
	}
	r.dir = dir
	if completes {
		complete(r, args[2:])
		return r.flush(exitOK)
	}
	if err := r.command(args); err != nil {
		return r.reportFailure(err)
	}
	return r.flush(r.code)
}

// command runs the command in args.
func (r *runner) command(args []string) error {
	if len(args) == 2 && args[1] == "--version" {
		args = []string{args[0], "version"}
	}
	commands := r.commands()
	i, err := parseInvocation(commands, args)
	if err != nil {
		return err
	}
	if i.help {
		writeHelp(r.out, i, commands)
		return nil
	}
	app := &cli.App{
		Name:     "karplint",
		Commands: commands,
		HideHelp: true, HideVersion: true,
		DisableSliceFlagSeparator: true, // a file name may hold a comma
		Reader:                    r.stdin, Writer: r.out, ErrWriter: r.err,
		ExitErrHandler: func(*cli.Context, error) {}, // Main decides
	}
	return app.RunContext(r.ctx, i.args)
}

const (
	pathHelp = `PATH is a file, a directory, or - for standard input; none means the current directory.
` + directoryHelp
	diskHelp = `PATH is a file or a directory; none means the current directory.
` + directoryHelp
	directoryHelp = `In a directory, .yaml, .yml and .json files and templates of YAML (.yaml.tpl, .yml.j2)
are read, except those that .gitignore excludes.
`
)

func (r *runner) commands() []*cli.Command {
	return []*cli.Command{
		r.watched(&cli.Command{
			Name: "lint", Usage: "Check Karpenter configuration", ArgsUsage: "[flags] [PATH...]",
			Description: pathHelp + `Files of Terraform are read as well: .tf, .tofu, .tfvars, and their forms in JSON. The rest
of the repository is read as context; findings in it are not reported.`, Flags: lintFlags(),
		}, r.lint),
		r.watched(&cli.Command{
			Name: "convert", Usage: "Convert Karpenter's objects, labels and annotations to v1beta1 or v1", ArgsUsage: "[flags] [PATH...]",
			Description: pathHelp + `Manifests in Terraform and in heredocs of shell scripts are converted in place. What other commands,
Makefiles and Jenkinsfiles do with old names is reported. Pools, classes and patches depend on each
other: pass all of them to one run. The changes are printed as a diff; --write applies them, -f prints
a converted file. The exit code is 1 if a decision is left to you.`, Flags: convertFlags(),
		}, r.convert),
		r.watched(&cli.Command{
			Name: "plan", Usage: "Plan the upgrade of Karpenter: the stops on the way, and what to do at each", ArgsUsage: "[flags] [PATH...]",
			Description: diskHelp + `Files of Terraform are read as well. The runbook is for this repository: which files change, in which
order they are applied with the tools that it uses, how to check each step, and how to return. The exit
code is 1 if a decision is left to you.`, Flags: planFlags(),
		}, r.plan),
		r.watched(&cli.Command{
			Name: "upgrade", Usage: "Change the files to a newer release of Karpenter, stop by stop", ArgsUsage: "--to VERSION [flags] [PATH...]",
			Description: diskHelp + `Files of Terraform are read as well. An upgrade of Karpenter has to stop at some releases on its way. Each
run takes the next stop: it changes the versions of Karpenter's charts and their values, the objects,
labels and annotations, and whatever else that release needs. Apply the result, and run it again.
The changes are printed as a diff; --write makes them. The exit code is 1 if something is left to you.`, Flags: upgradeFlags(),
		}, r.upgrade),
		r.watched(&cli.Command{
			Name: "graph", Usage: "Draw what depends on what, and in which order it is created and destroyed", ArgsUsage: "[flags] [PATH...]",
			Description: diskHelp + `Files of Terraform are read as well. Each installation of Karpenter is a picture of its CRDs,
controller, classes, pools, add-ons and groups of nodes. An arrow leads from what needs something
to what it needs. Orders that are missing or wrong are red, with the rule that reports them.`, Flags: graphFlags(),
		}, func(c *cli.Context) (int, error) { return drawGraph(r, c) }),
		r.watched(&cli.Command{
			Name: "report", Usage: "Write one page about a repository, or about many: where they stand, and what is left",
			ArgsUsage: "-o FILE [flags] [PATH...]",
			Description: diskHelp + `Files of Terraform are read as well. The page shows the objects by version of the API, open decisions,
the runbook of plan, the findings of lint and the changes of convert --to v1. It needs nothing but itself.
With --from it is made of data that other runs wrote with -o FILE.json. The exit code is 0 if the file is
written, whatever it says.`, Flags: reportFlags(),
		}, func(c *cli.Context) (int, error) { return writeReport(r, c) }),
		{
			Name: "rules", Usage: "Show the rules, or write a new one", HideHelp: true,
			Subcommands: []*cli.Command{
				r.leaf(&cli.Command{
					Name: "list", Usage: "List the rules, with their settings in the configuration", ArgsUsage: "[flags]",
					Flags: []cli.Flag{
						formatFlag(),
						configFlag(),
						rulesFlag(),
						colorFlag(),
					},
				}, r.rulesList),
				r.leaf(&cli.Command{
					Name: "explain", Usage: "Explain a rule", ArgsUsage: "[flags] ID|NAME",
					Flags: []cli.Flag{configFlag(), rulesFlag(), colorFlag()},
				}, r.rulesExplain),
				r.leaf(&cli.Command{
					Name: "new", Usage: "Write a rule of your own, to begin with", ArgsUsage: "DIR ID NAME",
					Description: "DIR/NAME gets the files of a rule that passes karplint test: rule.rego, rule_test.rego and examples.txtar.",
				}, r.newRule),
			},
		},
		r.watched(&cli.Command{
			Name: "input", Usage: "Print what rules see", ArgsUsage: "[flags] [PATH...]",
			Description: pathHelp + `Files of Terraform are read as well. The output is JSON: for each resource the input of rules with the
scope resource, and for each project that of rules with the scope project.`, Flags: inputFlags(),
		}, r.showInput),
		r.watched(&cli.Command{
			Name: "test", Usage: "Test rules of your own", ArgsUsage: "[flags] [DIR...]",
			Description: `DIR is a folder with rules, a folder for each, or the folder of one rule; none means rules-dir of the
configuration. The tests in Rego run, with the coverage of lines, and the examples of each rule are linted:
a bad one has exactly its findings, a good one has none. The exit code is 1 if something fails.`,
			Flags: []cli.Flag{
				&cli.BoolFlag{Name: "update", Usage: "write the findings and fixed files that the examples have now"},
				configFlag(),
			},
		}, r.testRules),
		r.leaf(&cli.Command{
			Name: "lsp", Usage: "Serve an editor: show findings, fixes and fields while you write", ArgsUsage: "[flags]", Description: lspHelp,
			Flags: lspFlags(),
		}, func(c *cli.Context) (int, error) { return serveEditor(r, c) }),
		r.leaf(&cli.Command{
			Name: "config", Usage: "Show the settings that hold for a file or a directory, and where they are written", ArgsUsage: "[flags] [PATH]",
			Flags: []cli.Flag{
				formatFlag(),
				configFlag(),
			},
		}, r.config),
		r.leaf(&cli.Command{
			Name: "init", Usage: "Write a commented " + config.Name, ArgsUsage: "[flags] [DIR]",
			Description: "DIR is the directory to write it to, or - for standard output; none means the current directory.\n" +
				"Every setting is explained and commented out, so the file changes nothing.",
			Flags: []cli.Flag{&cli.BoolFlag{Name: "force", Usage: "overwrite an existing file"}},
		}, r.init),
		r.leaf(&cli.Command{
			Name: "completion", Usage: "Print the script that completes karplint's commands in a shell", ArgsUsage: strings.Join(completion.Shells(), "|"),
			Description: completionHelp,
		}, func(c *cli.Context) (int, error) { return printScript(r.out, c) }),
		r.leaf(&cli.Command{
			Name: "version", Usage: "Print karplint's version, and the newest release of Karpenter that it knows", ArgsUsage: "[flags]",
			Flags: []cli.Flag{formatFlag()},
		}, r.version),
	}
}

// leaf completes a command without subcommands: run returns the exit code.
func (r *runner) leaf(c *cli.Command, run func(*cli.Context) (int, error)) *cli.Command {
	c.HideHelp = true
	c.OnUsageError = func(ctx *cli.Context, err error, _ bool) error {
		return usage(ctx, "%s", err)
	}
	c.Action = func(ctx *cli.Context) error {
		code, err := run(ctx)
		r.code = code
		return err
	}
	return c
}
