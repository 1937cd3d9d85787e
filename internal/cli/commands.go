package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/report"
)

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
		r.leaf(&cli.Command{
			Name: "lint", Usage: "Check Karpenter configuration", ArgsUsage: "[flags] [PATH...]",
			Description: pathHelp + `Files of Terraform are read as well: .tf, .tofu, .tfvars, and their forms in JSON. The rest
of the repository is read as context; findings in it are not reported.`, Flags: lintFlags(),
		}, r.lint),
		r.leaf(&cli.Command{
			Name: "convert", Usage: "Convert Karpenter's objects, labels and annotations to v1beta1 or v1", ArgsUsage: "[flags] [PATH...]",
			Description: pathHelp + `Manifests in Terraform are converted in place. Shell scripts, Makefiles and Jenkinsfiles are
not changed, but old names in them are reported. Pools, classes and patches depend on each other: pass
all of them to one run. The changes are printed as a diff; --write applies them, -f prints a converted
file. The exit code is 1 if a decision is left to you.`, Flags: convertFlags(),
		}, r.convert),
		r.leaf(&cli.Command{
			Name: "plan", Usage: "Plan the upgrade of Karpenter: the stops on the way, and what to do at each", ArgsUsage: "[flags] [PATH...]",
			Description: diskHelp + `The runbook is for this repository: which files change, in which order they are applied with
the tools that it uses, how to check each step, and how to return. The exit code is 1 if a decision is
left to you.`, Flags: planFlags(),
		}, r.plan),
		r.leaf(&cli.Command{
			Name: "upgrade", Usage: "Change the files to a newer release of Karpenter, stop by stop", ArgsUsage: "--to VERSION [flags] [PATH...]",
			Description: diskHelp + `Files of Terraform are read as well. An upgrade of Karpenter has to stop at some releases on its way. Each
run takes the next stop: it changes the versions of Karpenter's charts and their values, the objects,
labels and annotations, and whatever else that release needs. Apply the result, and run it again.
The changes are printed as a diff; --write makes them. The exit code is 1 if something is left to you.`, Flags: upgradeFlags(),
		}, r.upgrade),
		{
			Name: "rules", Usage: "Show the rules", HideHelp: true,
			Subcommands: []*cli.Command{
				r.leaf(&cli.Command{
					Name: "list", Usage: "List the rules, with their settings in the configuration", ArgsUsage: "[flags]",
					Flags: []cli.Flag{
						&cli.StringFlag{Name: "format", Value: "text", Usage: "`FORMAT`: text or json"},
						configFlag(),
						colorFlag(),
					},
				}, r.rulesList),
				r.leaf(&cli.Command{
					Name: "explain", Usage: "Explain a rule", ArgsUsage: "[flags] ID|NAME",
					Flags: []cli.Flag{colorFlag()},
				}, r.rulesExplain),
			},
		},
		r.leaf(&cli.Command{
			Name: "init", Usage: "Write a commented " + config.Name, ArgsUsage: "[flags] [DIR]",
			Description: "DIR is the directory to write it to, or - for standard output; none means the current directory.\n" +
				"Every setting is explained and commented out, so the file changes nothing.",
			Flags: []cli.Flag{&cli.BoolFlag{Name: "force", Usage: "overwrite an existing file"}},
		}, r.init),
		r.leaf(&cli.Command{Name: "version", Usage: "Print karplint's version"}, r.version),
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

func lintFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "format", Usage: "`FORMAT` of the report: " + strings.Join(report.Formats(), ", ") + " (default text); repeatable"},
		&cli.StringSliceFlag{Name: "output", Usage: "write one format to a file: `FORMAT=FILE`; repeatable"},
		&cli.StringSliceFlag{Name: "select", Usage: "check only these rules: `IDS`, prefixes (KL5), names or advice, comma separated; repeatable; KL000 stays on unless ignored"},
		&cli.StringSliceFlag{Name: "ignore", Usage: "do not check these rules: `IDS`, prefixes or names, comma separated; repeatable"},
		&cli.StringFlag{Name: "fail-on", Usage: "lowest `LEVEL` of findings that fail: error (default), warning or info"},
		versionFlag("Karpenter `VERSION` that the configuration is for: 1.0.8, 1.0, \">= 0.37, < 1.1\""),
		&cli.StringFlag{Name: "kubernetes-version", Usage: "Kubernetes `VERSION` of the clusters: 1.29 or 1.29.3"},
		&cli.StringSliceFlag{Name: "var-file", Usage: "`FILE` of values for Terraform's variables, as for terraform plan; repeatable"},
		&cli.BoolFlag{Name: "fix", Usage: "apply the safe fixes"},
		&cli.BoolFlag{Name: "unsafe-fixes", Usage: "apply the safe fixes and those that need review"},
		&cli.BoolFlag{Name: "diff", Usage: "show what --fix would change, and write nothing"},
		configFlag(),
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 even if there are findings"},
		colorFlag(),
		&cli.StringFlag{Name: "stdin-filename", Usage: "`NAME` of standard input in the report"},
	}
}

func convertFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "diff", Usage: "show the changes as a unified diff (default)"},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "change the files"},
		&cli.BoolFlag{Name: "check", Usage: "change nothing, and exit with 1 if something would change"},
		&cli.StringSliceFlag{Name: "f", Usage: "print the whole converted `FILE` (- for standard input); repeatable"},
		&cli.StringFlag{Name: "to", Value: string(convert.V1Beta1), Usage: "`API` version to convert to: v1beta1 (default) or v1"},
		&cli.BoolFlag{Name: "keep", Usage: "keep the alpha objects and add the new ones beside them, while 0.32 runs both"},
		&cli.BoolFlag{Name: "strict", Usage: "make no assumptions about values, and leave the decisions that depend on them to you"},
		&cli.StringFlag{Name: "role", Usage: "IAM role `NAME` for node classes that have none"},
		&cli.StringFlag{Name: "instance-profile", Usage: "instance profile `NAME` for node classes that have none"},
		&cli.BoolFlag{Name: "ignore-defaults", Usage: "do not write out the requirements that the alpha API added by default"},
		versionFlag("exact Karpenter `VERSION` that the output is for; Karpenter's charts and their values are changed to it (default: the installed one if it serves the API; else " +
			apis.DefaultVersion(convert.V1Beta1) + ", for v1 " + apis.DefaultVersion(convert.V1) + ")"),
		&cli.StringFlag{Name: "format", Value: "text", Usage: "`FORMAT` of the report: text or json"},
		configFlag(),
		colorFlag(),
		&cli.StringFlag{Name: "stdin-filename", Usage: "`NAME` of standard input in the report"},
	}
}

func versionFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "karpenter-version", Usage: usage}
}

func configFlag() cli.Flag {
	return &cli.StringFlag{Name: "config", Usage: "configuration `FILE` for all files (default: the nearest " + config.Name + " above each file)"}
}

func colorFlag() cli.Flag {
	return &cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` to colour: auto, always or never"}
}
