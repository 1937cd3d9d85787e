package cli

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/internal/completion"
	"github.com/karplint/karplint/lint/rule"
)

const completionHelp = `Commands, flags and their values, ids and names of rules are completed, also of rules of your own. Write the
script to one of these files, and open a new shell:

  bash  with the package bash-completion:
          /usr/share/bash-completion/completions/karplint         for all users
          ~/.local/share/bash-completion/completions/karplint     for you
        without it, put this line into ~/.bashrc:
          source <(karplint completion bash)
  zsh   /usr/local/share/zsh/site-functions/_karplint             for all users
        ~/.zsh/completions/_karplint                              for you; ~/.zshrc needs these lines:
          fpath=(~/.zsh/completions $fpath)
          autoload -Uz compinit && compinit
  fish  /usr/share/fish/vendor_completions.d/karplint.fish        for all users
        ~/.config/fish/completions/karplint.fish                  for you

For example:
  mkdir -p ~/.config/fish/completions
  karplint completion fish > ~/.config/fish/completions/karplint.fish`

// printScript prints the script for a shell.
func printScript(w io.Writer, c *cli.Context) (int, error) {
	shells := completion.Shells()
	if c.NArg() != 1 {
		return 0, usage(c, "%s needs one shell: %s", c.Command.HelpName, strings.Join(shells, ", "))
	}
	script, err := completion.Script(c.Args().First())
	if err != nil {
		return 0, usage(c, "unknown shell %q; use %s", c.Args().First(), strings.Join(shells, ", "))
	}
	_, err = w.Write(script)
	return exitOK, err
}

// complete answers a script. The words are those of a command line after karplint, up to the cursor.
func complete(r *runner, words []string) {
	completer := completion.Completer{Commands: r.commands(), Rules: func(line *completion.Line) []completion.Candidate {
		return completedRules(r, line)
	}}
	completer.Complete(words).Write(r.out)
}

// completedRules returns the ids and then the names of the rules that a command line knows. If its configuration or its rules are broken, these are
// karplint's own.
func completedRules(r *runner, line *completion.Line) (ids []completion.Candidate) {
	rules, err := rulesOn(r, line)
	if err != nil {
		if rules, err = builtinRules(); err != nil {
			return nil
		}
	}
	var names []completion.Candidate
	for _, about := range rules.All() {
		ids = append(ids, completion.Candidate{Word: about.ID, About: about.Title})
		names = append(names, completion.Candidate{Word: about.Name, About: about.Title})
	}
	return append(ids, names...)
}

// rulesOn returns the rules that a command line knows.
func rulesOn(r *runner, line *completion.Line) (*rule.Rules, error) {
	config := ""
	if paths := line.Values("config"); len(paths) > 0 {
		config = paths[len(paths)-1]
	}
	configs, err := configsOf(r, config, line.Values("rules"))
	if err != nil {
		return nil, err
	}
	rules, _, err := configs.rulesHere()
	return rules, err
}
