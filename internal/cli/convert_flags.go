package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/internal/config"
)

// convertUsage returns an error for flags that contradict each other.
func convertUsage(c *cli.Context) error {
	if err := checkOneOf(c, "format", c.String("format")); err != nil {
		return err
	}
	if err := checkOneOf(c, "to", c.String("to")); err != nil {
		return err
	}
	if c.Bool("keep") && c.String("to") == string(convert.V1) {
		return usage(c, "--keep and --to v1 cannot be used together: no version of Karpenter serves both the alpha API and v1")
	}
	if err := checkExclusive(c, [][2]string{
		{"write", "diff"}, {"write", "check"},
		{"f", "write"}, {"f", "diff"}, {"f", "check"}, {"f", "format"},
		{"role", "instance-profile"}, {"f", "staged"}, {"status", "write"}, {"status", "diff"}, {"status", "f"},
	}...); err != nil {
		return err
	}
	if c.IsSet("f") && c.NArg() > 0 {
		return usage(c, "-f and paths cannot be used together")
	}
	if c.Bool("write") && c.Args().First() == "-" {
		return usage(c, "--write cannot change standard input; -f - prints it converted")
	}
	return nil
}

// configuredConversion returns the options of a conversion in a configuration.
func configuredConversion(cfg *config.Config) convert.Options {
	return convert.Options{
		Role: cfg.Convert.Role, Roles: cfg.Convert.Roles, InstanceProfile: cfg.Convert.InstanceProfile,
		IgnoreDefaults: cfg.Convert.IgnoreDefaults, Answers: cfg.Convert.Answers, Exclude: cfg.Convert.Exclude,
	}
}

// roleOptions returns the options for classes from the flags and the configuration.
func roleOptions(c *cli.Context, cfg *config.Config) convert.Options {
	role := textSetting(c, "role", cfg, "convert.role", cfg.Convert.Role)
	profile := textSetting(c, "instance-profile", cfg, "convert.instance-profile", cfg.Convert.InstanceProfile)
	if c.IsSet("role") { // a flag overrides the file, also the setting that excludes it
		profile.value = ""
	} else if c.IsSet("instance-profile") {
		role.value = ""
	}
	options := configuredConversion(cfg)
	options.Role, options.InstanceProfile = role.value, profile.value
	if c.IsSet("role") || c.IsSet("instance-profile") {
		options.Answers = slices.Clone(options.Answers)
		for i := range options.Answers {
			a := &options.Answers[i]
			a.Places = maps.Clone(a.Places)
			delete(a.Places, "role")
			delete(a.Places, "instanceProfile")
		}
	}
	if c.IsSet("ignore-defaults") {
		options.IgnoreDefaults = c.Bool("ignore-defaults")
	}
	return options
}

// convertOptions returns all options from the flags and the configuration.
func convertOptions(c *cli.Context, cfg *config.Config) (convert.Options, error) {
	options := roleOptions(c, cfg)
	options.To, options.Keep, options.Strict = convert.API(c.String("to")), c.Bool("keep"), c.Bool("strict")
	options.KarpenterVersion = c.String("karpenter-version")
	_, err := convert.New(options)
	if err != nil && c.IsSet("karpenter-version") {
		if alternative := servedAPI(options.KarpenterVersion, options); alternative == options.To {
			err = fmt.Errorf("%w, or leave --keep out", err)
		} else if alternative != "" {
			err = fmt.Errorf("%w, or --to %s", err, alternative)
		}
		err = usage(c, "--karpenter-version: %v", err)
	}
	return options, err
}

func convertFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "diff", Usage: "show the changes as a unified diff (default)"},
		&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Usage: "change the files"},
		&cli.BoolFlag{Name: "check", Usage: "change nothing, and exit with 1 if something would change"},
		&cli.StringSliceFlag{Name: "f", Usage: "print the whole converted `FILE` (- for standard input); repeatable"},
		oneOf("to", "`API` version to convert to", apis.Outputs()...),
		&cli.BoolFlag{Name: "status", Usage: "show how far the migration is, and the open decisions, without a diff"},
		&cli.BoolFlag{Name: "staged", Usage: "convert only what is staged in git, with what must change with it; the files are changed, not the index"},
		&cli.BoolFlag{Name: "keep", Usage: "keep the alpha objects and add the new ones beside them, while 0.32 runs both"},
		&cli.BoolFlag{Name: "strict", Usage: "make no assumptions about values, and leave the decisions that depend on them to you"},
		&cli.StringFlag{Name: "role", Usage: "IAM role `NAME` for node classes that have none"},
		&cli.StringFlag{Name: "instance-profile", Usage: "instance profile `NAME` for node classes that have none"},
		&cli.BoolFlag{Name: "ignore-defaults", Usage: "do not write out the requirements that the alpha API added by default"},
		versionFlag("exact Karpenter `VERSION` that the output is for; Karpenter's charts and their values are changed to it (default: the installed one " +
			"if it serves the API; else " +
			apis.DefaultVersion(convert.V1Beta1) + ", for v1 " + apis.DefaultVersion(convert.V1) + ")"),
		oneOf("format", "`FORMAT` of the report", "text", "json"),
		configFlag(),
		colorFlag(),
		&cli.StringFlag{Name: "stdin-filename", Usage: "`FILE` that standard input is in the report"},
	}
}

// servedAPI returns another API than the requested one that the version serves, or "".
func servedAPI(version string, o convert.Options) convert.API {
	for _, name := range apis.Outputs() {
		api := convert.API(name)
		if api == o.To && !o.Keep {
			continue // the requested one
		}
		if _, err := convert.New(convert.Options{To: api, KarpenterVersion: version}); err == nil {
			return api
		}
	}
	return ""
}

// checkRole returns an error if the role or instance profile of the command line cannot be written in one of the files.
func checkRole(c *cli.Context, converted []convert.File) error {
	flag := "role"
	if c.IsSet("instance-profile") {
		flag = "instance-profile"
	}
	if !c.IsSet(flag) {
		return nil
	}
	for _, f := range converted {
		for _, o := range f.Objects {
			if o.UnknownRole != "" {
				return usage(c, "--%s: %s:%d: %s; convert the other files separately", flag, f.Path, o.Line, o.UnknownRole)
			}
		}
	}
	return nil
}
