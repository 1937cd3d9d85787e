package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/internal/completion"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/runbook/road"
)

// setting is a value and its source: "--fail-on", or the place in the configuration.
type setting[T any] struct {
	value T
	from  string
}

// wrap adds the source to an error about the value.
func (s setting[T]) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.from, err)
}

// textSetting returns the flag's value, or the configuration's if the flag is not set.
func textSetting(c *cli.Context, flag string, cfg *config.Config, key, configured string) setting[string] {
	if c.IsSet(flag) || configured == "" {
		return setting[string]{c.String(flag), "--" + flag}
	}
	return setting[string]{configured, cfg.Place(key)}
}

// wordsSetting does the same for a flag with comma-separated words.
func wordsSetting(c *cli.Context, flag string, cfg *config.Config, key string, configured []string) setting[[]string] {
	if c.IsSet(flag) || len(configured) == 0 {
		return setting[[]string]{split(c.StringSlice(flag)), "--" + flag}
	}
	return setting[[]string]{configured, cfg.Place(key)}
}

func split(values []string) []string {
	var lines []string
	for _, v := range values {
		for word := range strings.SplitSeq(v, ",") {
			if word = strings.TrimSpace(word); word != "" {
				lines = append(lines, word)
			}
		}
	}
	return lines
}

// checkOneOf returns an error with the nearest allowed value if value is not one of the words of the flag.
func checkOneOf(c *cli.Context, flag, value string) error {
	allowed := completion.Words(completion.Find(c.Command.Flags, flag))
	if slices.Contains(allowed, value) {
		return nil
	}
	return usage(c, "--%s: unknown value %q%s", flag, value, nearest.HintOr("use", value, allowed))
}

// checkExclusive returns an error if both flags of a pair are set.
func checkExclusive(c *cli.Context, pairs ...[2]string) error {
	for _, pair := range pairs {
		if c.IsSet(pair[0]) && c.IsSet(pair[1]) {
			return usage(c, "%s and %s cannot be used together", dashed(pair[:1]), dashed(pair[1:]))
		}
	}
	return nil
}

func dashed(names []string) string {
	long, short := "", ""
	for _, n := range names {
		if len(n) == 1 {
			short = "-" + n
		} else {
			long = "--" + n
		}
	}
	if long == "" || short == "" {
		return strings.TrimSpace(short + long)
	}
	return short + ", " + long
}

// oneOf returns a flag that takes one of the words, for checkOneOf. The first one is the default.
func oneOf(name, usage string, words ...string) cli.Flag {
	return &completion.Flag{
		StringFlag: &cli.StringFlag{Name: name, Value: words[0], Usage: usage + ": " + choice(words)},
		Words:      func() []string { return words },
	}
}

// listOf returns a repeatable flag for which completion offers the words.
func listOf(name, usage string, words ...string) cli.Flag {
	return &completion.ListFlag{StringSliceFlag: &cli.StringSliceFlag{Name: name, Usage: usage}, Words: func() []string { return words }}
}

// choice lists words of which the first is the default.
func choice(words []string) string {
	last := len(words) - 1
	return words[0] + " (default)" + strings.Join(append([]string{""}, words[1:last]...), ", ") + " or " + words[last]
}

// releaseFlag returns a flag for a release of Karpenter, or a range of them.
func releaseFlag(name, usage string) cli.Flag {
	return &completion.Flag{StringFlag: &cli.StringFlag{Name: name, Usage: usage}, Words: road.Releases}
}

func versionFlag(usage string) cli.Flag { return releaseFlag("karpenter-version", usage) }

// formatFlag is --format of commands that print for people, or JSON.
func formatFlag() cli.Flag { return oneOf("format", "`FORMAT`", "text", "json") }

func configFlag() cli.Flag {
	return &cli.StringFlag{Name: "config", Usage: "configuration `FILE` for all files (default: the nearest " + config.Name + " above each file)"}
}

func rulesFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "rules", Usage: "`DIR` with rules of your own, beside rules-dir of the configuration; repeatable"}
}

func colorFlag() cli.Flag {
	return oneOf("color", "`WHEN` to colour", "auto", "always", "never")
}
