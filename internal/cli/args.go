package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/completion"
)

// invocation is a command line whose command and flags exist.
type invocation struct {
	words   []string     // "karplint", "rules", "list"
	command *cli.Command // nil for karplint itself
	help    bool
	args    []string // for urfave/cli: the words, the flags, "--", the paths
}

func (i *invocation) name() string { return strings.Join(i.words, " ") }

// parseInvocation finds the command in args and puts its flags before its paths, because urfave/cli
// stops looking for flags at the first path.
func parseInvocation(commands []*cli.Command, args []string) (*invocation, error) {
	i := &invocation{words: []string{"karplint"}}
	words := args[min(1, len(args)):]
	for len(commands) > 0 && len(words) > 0 {
		word := words[0]
		words = words[1:]
		if completion.IsHelp(word) || word == "help" {
			i.help = true
			continue
		}
		index := slices.Index(commandNames(commands), word)
		if index < 0 {
			return nil, i.unknownCommand(commands, word, words)
		}
		i.words = append(i.words, word)
		i.command = commands[index]
		commands = i.command.Subcommands
	}
	if len(commands) > 0 && !i.help {
		return nil, &usageError{i.name(), fmt.Sprintf("%s needs a command: one of %s", i.name(), strings.Join(commandNames(commands), ", "))}
	}
	if i.command == nil || i.help {
		return i, nil
	}
	return i, i.sortArguments(words)
}

func (i *invocation) unknownCommand(commands []*cli.Command, word string, behind []string) error {
	noun, hint := "command", nearest.Hint(word, commandNames(commands))
	parent := commandWith(commands, word)
	switch {
	case strings.HasPrefix(word, "-"):
		noun, hint = "flag", i.misplacedHint(commands, word, behind)
	case parent != "":
		hint = fmt.Sprintf("; did you mean %q?", parent+" "+word)
	case hint == "" && regular.Exists(word):
		hint = fmt.Sprintf("; to check it, run karplint lint %s", word)
	}
	return &usageError{i.name(), fmt.Sprintf("unknown %s %q%s", noun, word, hint)}
}

// commandWith returns the command that has the subcommand, "" if none has.
func commandWith(commands []*cli.Command, subcommand string) string {
	for _, c := range commands {
		if slices.Contains(commandNames(c.Subcommands), subcommand) {
			return c.Name
		}
	}
	return ""
}

// misplacedHint names the command that a flag belongs behind: the one among the words behind it, else the first that has the flag.
func (i *invocation) misplacedHint(commands []*cli.Command, flag string, behind []string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	meant := ""
	for _, c := range commands {
		isNamed := slices.Contains(behind, c.Name)
		if (meant == "" || isNamed) && completion.Find(c.Flags, name) != nil {
			meant = c.Name
		}
	}
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("; write it behind a command: %s %s %s", i.name(), meant, flag)
}

// sortArguments puts flags with their values before paths.
func (i *invocation) sortArguments(arguments []string) error {
	var flags, paths []string
	for len(arguments) > 0 {
		arg := arguments[0]
		arguments = arguments[1:]
		if arg == "--" {
			paths = append(paths, arguments...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			paths = append(paths, arg)
			continue
		}
		if completion.IsHelp(arg) {
			i.help = true
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		flag := completion.Find(i.command.Flags, name)
		if flag == nil {
			return &usageError{i.name(), fmt.Sprintf("unknown flag %q%s", arg, flagHint(i.command.Flags, name))}
		}
		flags = append(flags, arg)
		if !completion.TakesValue(flag) || hasValue {
			continue
		}
		if len(arguments) == 0 || strings.HasPrefix(arguments[0], "--") {
			return &usageError{i.name(), arg + " needs a value"}
		}
		flags = append(flags, arguments[0])
		arguments = arguments[1:]
	}
	i.args = slices.Concat(i.words, flags, []string{"--"}, paths)
	return nil
}

func commandNames(commands []*cli.Command) []string {
	var words []string
	for _, c := range commands {
		words = append(words, c.Name)
	}
	return words
}

func flagHint(flags []cli.Flag, name string) string {
	var words []string
	for _, f := range flags {
		words = append(words, f.Names()[0])
	}
	if nearestName := nearest.Name(name, words); nearestName != "" {
		return fmt.Sprintf("; did you mean %q?", "--"+nearestName)
	}
	return ""
}
