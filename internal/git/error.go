package git

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// Error says why git cannot tell what was asked.
type Error struct {
	Message string // the fact, printable
	Help    string // what to do, such as a command; may be ""
	said    string // by git: its first line about the error
}

func (e *Error) Error() string {
	if e.Help == "" {
		return e.Message
	}
	return e.Message + "; " + e.Help
}

// explain returns the error for a command of git that failed with err and wrote to standard error.
func (r *Repository) explain(command, stderr string, err error) *Error {
	said, owner := firstError(stderr), ""
	for line := range strings.Lines(stderr) {
		if strings.Contains(line, "git config --global --add safe.directory ") {
			owner = printable.Text(strings.TrimSpace(line))
		}
	}
	e := &Error{said: said}
	switch {
	case owner != "":
		e.Message = fmt.Sprintf("git refuses the repository in %s, because it belongs to another user", quoted(r.root))
		e.Help = "if you trust it, run " + owner
	case strings.Contains(said, "safe.bareRepository"):
		e.Message = fmt.Sprintf("%s is a bare repository, whose configuration is not trusted", quoted(r.root))
		e.Help = "run karplint in a clone of it"
	case strings.Contains(said, "not a git repository"):
		e.Message = fmt.Sprintf("git finds no repository in %s", quoted(r.root))
		e.Help = "run karplint in a clone, or run git init"
	case strings.Contains(stderr, "promisor remote"):
		e.Message, e.Help = "git lacks the content of files, because this is a partial clone, and karplint fetches nothing", refetch
	case said == "":
		e.Message = printable.Text(fmt.Sprintf("git %s failed: %v", command, err))
	default:
		e.Message = printable.Text(fmt.Sprintf("git %s failed: %s", command, said))
	}
	return e
}

// refetch says how to get the contents that a partial clone lacks.
const refetch = "run git fetch --refetch --no-filter"

// firstError returns what a program wrote to standard error: the first line about an error, else the first line.
func firstError(stderr string) string {
	for _, prefix := range []string{"fatal: ", "error: "} {
		for line := range strings.Lines(stderr) {
			if said, ok := strings.CutPrefix(line, prefix); ok {
				return strings.TrimSpace(said)
			}
		}
	}
	line, _, _ := strings.Cut(stderr, "\n")
	return strings.TrimSpace(line)
}

// unknown is the error for a revision that names no commit.
func unknown(revision string) *Error {
	e := &Error{Message: "git knows no revision " + quoted(revision), Help: "check the name, or run git fetch --all"}
	if isHash(revision) {
		e.Help = "run git fetch origin " + revision
	}
	branch, ok := strings.CutPrefix(revision, "origin/")
	isPlain := !strings.ContainsFunc(branch, func(r rune) bool {
		return !strings.ContainsRune("./-_", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if ok && isPlain && branch != "" && !strings.HasPrefix(branch, "-") { // it is safe in a shell
		e.Help = fmt.Sprintf("run git fetch origin +refs/heads/%s:refs/remotes/origin/%s", branch, branch)
	}
	return e
}

func quoted(text string) string { return `"` + printable.Text(text) + `"` }
