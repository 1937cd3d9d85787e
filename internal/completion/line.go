package completion

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// Line is the command line before the cursor.
type Line struct {
	command   *cli.Command
	values    map[string][]string // of the flags, by their first names
	pending   cli.Flag            // a flag whose value is at the cursor, or nil
	arguments int
	onlyPaths bool // after --
}

// Values returns the values that a flag has so far.
func (l *Line) Values(flag string) []string { return l.values[flag] }

// findCommand returns the command that words name, and the words after its name. If further is not empty, the next word has to name
// one of these commands.
func findCommand(commands []*cli.Command, words []string) (command *cli.Command, further []*cli.Command, others []string) {
	for len(commands) > 0 && len(words) > 0 {
		word := words[0]
		words = words[1:]
		if IsHelp(word) || word == "help" {
			continue
		}
		command = nil
		for _, c := range commands {
			if c.Name == word {
				command = c
			}
		}
		if command == nil {
			return nil, nil, nil
		}
		commands = command.Subcommands
	}
	return command, commands, words
}

// newLine reads the words between a command and the cursor.
func newLine(command *cli.Command, words []string) *Line {
	l := &Line{command: command, values: map[string][]string{}}
	for _, word := range words {
		l.add(word)
	}
	return l
}

func (l *Line) add(word string) {
	switch {
	case l.pending != nil:
		l.set(l.pending, word)
		l.pending = nil
	case l.onlyPaths || len(word) < 2 || word[0] != '-':
		l.arguments++
	case word == "--":
		l.onlyPaths = true
	default:
		name, value, hasValue := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		flag := Find(l.command.Flags, name)
		switch {
		case flag == nil: // a mistake, or --help
		case TakesValue(flag) && !hasValue:
			l.pending = flag
		default:
			l.set(flag, value)
		}
	}
}

func (l *Line) set(flag cli.Flag, value string) {
	name := flag.Names()[0]
	l.values[name] = append(l.values[name], value)
}

// argument returns the placeholder of the argument at the cursor in the command's usage, "" if the command takes no more.
func (l *Line) argument() string {
	_, usage, hasFlags := strings.Cut(l.command.ArgsUsage, "[flags]")
	if !hasFlags {
		usage = l.command.ArgsUsage
	}
	placeholders := strings.Fields(usage)
	if len(placeholders) == 0 {
		return ""
	}
	last := strings.Trim(placeholders[len(placeholders)-1], "[]")
	name, repeats := strings.CutSuffix(last, "...")
	switch {
	case l.arguments < len(placeholders)-1:
		return strings.Trim(placeholders[l.arguments], "[]")
	case l.arguments == len(placeholders)-1 || repeats:
		return name
	}
	return ""
}
