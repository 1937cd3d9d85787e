package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/completion"
)

const about = `karplint checks and migrates Karpenter configuration where it is written, offline.

Usage: karplint COMMAND [flags] [PATH...]

`

const exitCodes = `
Exit codes:
  0  nothing found, everything converted
  1  findings at or above --fail-on; a decision is needed; --check and something would change
  2  usage, configuration, an unreadable path, a bug
`

// writeHelp writes the help of a command, or of karplint itself.
func writeHelp(w io.Writer, i *invocation, commands []*cli.Command) {
	if i.command == nil {
		fmt.Fprint(w, about)
		writeCommands(w, commands)
		fmt.Fprintf(w, "\nRun %q for the flags of a command.\n%s", "karplint COMMAND --help", exitCodes)
		return
	}
	c := i.command
	fmt.Fprintf(w, "%s\n\nUsage: %s\n", c.Usage, strings.TrimSpace(i.name()+" "+c.ArgsUsage))
	if c.Description != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(c.Description))
	}
	if len(c.Subcommands) > 0 {
		fmt.Fprintln(w)
		writeCommands(w, c.Subcommands)
	}
	if len(c.Flags) > 0 {
		fmt.Fprint(w, "\nFlags:\n")
		writeFlags(w, c.Flags)
	}
}

func writeCommands(w io.Writer, commands []*cli.Command) {
	fmt.Fprint(w, "Commands:\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-10s  %s\n", c.Name, c.Usage)
	}
}

// writeFlags writes one line for each flag. In the usage, backquotes enclose the name of the value.
func writeFlags(w io.Writer, flags []cli.Flag) {
	for _, f := range flags {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		value, usage := completion.Placeholder(doc.GetUsage())
		name := dashed(f.Names())
		if doc.TakesValue() {
			name += " " + value
		}
		fmt.Fprintf(w, "  %-29s  %s\n", name, usage)
	}
	fmt.Fprintf(w, "  %-29s  %s\n", "-h, --help", "show this")
}
