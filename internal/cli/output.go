package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/internal/terminal"
)

// output is one format of the report and its destination.
type output struct {
	format string
	file   string // "" is standard output
	adds   bool   // to the file, instead of replacing it
}

// write writes the report to its file, or to standard output.
func (o output) write(standard io.Writer, l *report.Lint) error {
	if o.file == "" {
		return report.Write(standard, o.format, l)
	}
	plain := *l
	plain.Terminal = terminal.Terminal{}
	var text bytes.Buffer
	if err := report.Write(&text, o.format, &plain); err != nil {
		return err
	}
	if o.adds {
		if err := save.Append(o.file, slices.Concat([]byte("\n\n"), text.Bytes())); err != nil {
			return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
		}
		return nil
	}
	if err := save.Output(o.file, text.Bytes()); err != nil {
		return fmt.Errorf("--output %s: %w", o.format, err)
	}
	return nil
}

// lintOutputs reads --format and --output. Each format goes to one destination, and at most one format to
// standard output.
func lintOutputs(c *cli.Context) ([]output, error) {
	formats := split(c.StringSlice("format"))
	if err := checkExclusive(c, [2]string{"diff", "format"}, [2]string{"diff", "output"}); err != nil {
		return nil, err
	}
	var outputs []output
	inFile := map[string]bool{}
	for _, o := range c.StringSlice("output") {
		format, file, ok := strings.Cut(o, "=")
		if !ok || file == "" {
			return nil, usage(c, "--output %q is not of the form FORMAT=FILE", o)
		}
		if err := checkOneOf(c, "output", format); err != nil {
			return nil, err
		}
		if file == "-" {
			return nil, usage(c, "--output writes to a file; for standard output use --format %s", format)
		}
		inFile[format] = true
		outputs = append(outputs, output{format: format, file: file})
	}
	if len(formats) == 0 {
		formats = []string{"text"}
	}
	standard := ""
	for _, f := range formats {
		if err := checkOneOf(c, "format", f); err != nil {
			return nil, err
		}
		if inFile[f] && c.IsSet("format") || f == standard {
			continue
		}
		if standard != "" {
			return nil, usage(c, "the formats %s and %s both go to standard output; write one to a file: --output %s=FILE", standard, f, f)
		}
		standard = f
		outputs = append(outputs, output{format: f})
	}
	return outputs, nil
}

// stepSummary returns the Markdown report for the summary of a step on GitHub, if annotations are written for it.
func stepSummary(outputs []output) []output {
	file := os.Getenv("GITHUB_STEP_SUMMARY")
	if file == "" || !writesToStandard(outputs, "github") {
		return nil
	}
	return []output{{format: "markdown", file: file, adds: true}}
}

// isForPeople reports whether an output is read on standard output, by people.
func isForPeople(o output) bool { return o.file == "" && (o.format == "text" || o.format == "concise") }

func writesToStandard(outputs []output, format string) bool {
	return slices.ContainsFunc(outputs, func(o output) bool { return o.file == "" && o.format == format })
}
