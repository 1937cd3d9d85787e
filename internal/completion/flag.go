// Package completion completes command lines in shells, and knows what flags take.
package completion

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Flag is a flag and the words that are offered as its value.
type Flag struct {
	*cli.StringFlag
	Words func() []string
}

// ListFlag is a flag that may be repeated, and the words that are offered as its values.
type ListFlag struct {
	*cli.StringSliceFlag
	Words func() []string
}

func (f *Flag) words() []string     { return f.Words() }
func (f *ListFlag) words() []string { return f.Words() }

// Words returns the words that are offered as the value of a flag, nil if there are none.
func Words(flag cli.Flag) []string {
	if f, ok := flag.(interface{ words() []string }); ok {
		return f.words()
	}
	return nil
}

// Find returns the flag with the name, which has no hyphens before it, nil if there is none.
func Find(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// TakesValue reports whether a flag has a value.
func TakesValue(flag cli.Flag) bool {
	doc, ok := flag.(cli.DocGenerationFlag)
	return ok && doc.TakesValue()
}

// Placeholder returns the name of a flag's value, which backquotes enclose in the usage, and the usage without them.
func Placeholder(usage string) (value, text string) {
	start, end, ok := strings.Cut(usage, "`")
	if !ok {
		return "VALUE", usage
	}
	value, tail, _ := strings.Cut(end, "`")
	return value, start + value + tail
}

// IsHelp reports whether an argument asks for help.
func IsHelp(arg string) bool { return arg == "-h" || arg == "--help" || arg == "-help" }

func isRepeatable(flag cli.Flag) bool {
	list, ok := flag.(cli.DocGenerationSliceFlag)
	return ok && list.IsSliceFlag()
}

// dashed returns a flag's name as it is written.
func dashed(name string) string { return "--"[:min(2, len(name))] + name }
