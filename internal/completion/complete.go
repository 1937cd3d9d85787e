package completion

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/printable"
)

// Candidate is a word that may be at the cursor.
type Candidate struct {
	Word  string
	About string // one line, or ""
}

// kind is how the shell goes on.
type kind string

const (
	wholeWords kind = "words" // the candidates, each with a space after it
	stems      kind = "stems" // the candidates, which go on
	fileNames  kind = "files" // the names of files
)

// Answer is what may be at the cursor.
type Answer struct {
	kind       kind
	prefix     string // of the word at the cursor: it stays, and is not part of the candidates
	candidates []Candidate
}

// Completer completes command lines.
type Completer struct {
	Commands []*cli.Command
	Rules    func(*Line) []Candidate // the rules that a command line knows, by their ids and names
}

// Complete returns what may be at the cursor, in the last of the words. The name of the program is not among them.
func (c *Completer) Complete(words []string) Answer {
	if len(words) == 0 {
		words = []string{""}
	}
	before, word := words[:len(words)-1], words[len(words)-1]
	command, further, before := findCommand(c.Commands, before)
	switch {
	case len(further) > 0:
		return answer(commandCandidates(command, further, word), "", word)
	case command == nil:
		return answer(nil, "", word)
	}
	line := newLine(command, before)
	if line.pending != nil {
		return c.value(line, line.pending, "", word)
	}
	if line.onlyPaths || !strings.HasPrefix(word, "-") {
		return c.argument(line, word)
	}
	name, value, hasValue := strings.Cut(word, "=")
	if !hasValue {
		return answer(line.flags(), "", word)
	}
	if flag := Find(command.Flags, strings.TrimLeft(name, "-")); flag != nil {
		return c.value(line, flag, name+"=", value)
	}
	return answer(nil, "", word)
}

// commandCandidates returns the commands, or the flags that are used instead of one.
func commandCandidates(parent *cli.Command, commands []*cli.Command, word string) (found []Candidate) {
	if strings.HasPrefix(word, "-") {
		found = append(found, Candidate{"--help", "show the commands"})
		if parent == nil {
			found = append(found, Candidate{"--version", "print karplint's version"})
		}
		return found
	}
	for _, c := range commands {
		found = append(found, Candidate{c.Name, c.Usage})
	}
	return found
}

// flags returns the flags that may follow.
func (l *Line) flags() (found []Candidate) {
	for _, f := range l.command.Flags {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok || l.values[f.Names()[0]] != nil && !isRepeatable(f) {
			continue
		}
		_, usage := Placeholder(doc.GetUsage())
		for _, name := range f.Names() {
			found = append(found, Candidate{dashed(name), usage})
		}
	}
	return append(found, Candidate{"--help", "show the help of the command"})
}

// argument completes an argument that is no flag.
func (c *Completer) argument(line *Line, word string) Answer {
	placeholder := line.argument()
	switch {
	case placeholder == "" && word == "":
		return answer(line.flags(), "", word)
	case placeholder == strings.ToLower(placeholder): // the words themselves
		return answer(plain(strings.Split(placeholder, "|")), "", word)
	}
	return c.named(line, placeholder, nil, false, "", word)
}

// value completes the value of a flag.
func (c *Completer) value(line *Line, flag cli.Flag, prefix, text string) Answer {
	doc, ok := flag.(cli.DocGenerationFlag)
	if !ok {
		return answer(nil, prefix, text)
	}
	placeholder, _ := Placeholder(doc.GetUsage())
	return c.named(line, placeholder, Words(flag), isRepeatable(flag), prefix, text)
}

// named completes what a placeholder stands for, or one of the words.
func (c *Completer) named(line *Line, placeholder string, words []string, isList bool, prefix, text string) Answer {
	switch placeholder {
	case "PATH", "FILE", "DIR":
		return Answer{kind: fileNames, prefix: prefix}
	case "FORMAT=FILE":
		if format, _, ok := strings.Cut(text, "="); ok {
			return Answer{kind: fileNames, prefix: prefix + format + "="}
		}
		found := answer(plain(words), prefix, text)
		found.kind = stems
		for i := range found.candidates {
			found.candidates[i].Word += "="
		}
		return found
	}
	found := plain(words)
	if placeholder == "IDS" || placeholder == "ID|NAME" {
		found = append(found, c.Rules(line)...)
	}
	if comma := strings.LastIndex(text, ",") + 1; isList {
		prefix, text = prefix+text[:comma], text[comma:]
	}
	return answer(found, prefix, text)
}

func plain(words []string) (found []Candidate) {
	for _, word := range words {
		found = append(found, Candidate{Word: word})
	}
	return found
}

// answer returns the candidates that begin with a text, or if there are none, those that do so in other case.
func answer(candidates []Candidate, prefix, text string) Answer {
	a := Answer{kind: wholeWords, prefix: prefix}
	for _, c := range candidates {
		if strings.HasPrefix(c.Word, text) {
			a.candidates = append(a.candidates, c)
		}
	}
	if len(a.candidates) > 0 {
		return a
	}
	a.candidates = slices.DeleteFunc(candidates, func(c Candidate) bool {
		return len(c.Word) < len(text) || !strings.EqualFold(c.Word[:len(text)], text)
	})
	return a
}

// Write writes the answer for the scripts: a line with the kind and the prefix, and a line for each candidate. A tab is in the middle of each.
func (a Answer) Write(w io.Writer) {
	if strings.Contains(a.prefix, "\n") {
		return
	}
	fmt.Fprintf(w, "%s\t%s\n", a.kind, a.prefix)
	for _, c := range a.candidates {
		fmt.Fprintf(w, "%s\t%s\n", c.Word, printable.Text(c.About))
	}
}
