package git

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// options stand before each command. Git would otherwise run the program of core.fsmonitor and the hooks of core.hooksPath, take a directory in the
// files of a repository for a repository of its own, with its own configuration, and show an object in place of another.
var options = []string{
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.bareRepository=explicit", "--no-replace-objects",
}

// kept are the variables about git that are passed on, with GIT_DIR and GIT_CONFIG*: git sets them for a hook, to say where the index of the commit
// that is made and the objects of a push are. The configuration in the environment is the user's, and may contain safe.directory; the options above
// win over it. All other variables are left out. They change what the commands read (GIT_GRAFT_FILE, GIT_NAMESPACE, GIT_LITERAL_PATHSPECS,
// GIT_WORK_TREE), what they print (GIT_TRACE), or which programs run (GIT_EXTERNAL_DIFF, GIT_SSH_COMMAND, GIT_EXEC_PATH).
var kept = []string{"GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"}

// environmentOf returns the environment of git, made of that of the process.
func (r *Repository) environmentOf(process []string) (environment []string) {
	for _, variable := range process {
		name, _, _ := strings.Cut(variable, "=")
		switch {
		case name == "GIT_DIR":
			environment = append(environment, "GIT_DIR="+r.own) // absolute, because git runs in the root
		case !strings.HasPrefix(name, "GIT_"), strings.HasPrefix(name, "GIT_CONFIG"), slices.Contains(kept, name):
			environment = append(environment, variable)
		}
	}
	return append(environment,
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", // nothing is written or fetched
		"GIT_WORK_TREE="+r.root,                         // whatever core.worktree says, so that paths are relative to the root
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(r.root), // a broken .git is an error, and not a reason to look for a repository above
		"LC_ALL=C") // errors are told apart by their words
}

// command returns a command of git that is ready to be started.
func (r *Repository) command(arguments ...string) (*exec.Cmd, *beginning) {
	cmd := exec.CommandContext(r.ctx, r.program, append(options[:len(options):len(options)], arguments...)...)
	cmd.Dir, cmd.Env = r.root, r.environment
	said := &beginning{}
	cmd.Stderr = said
	return cmd, said
}

// output runs git and returns what it writes.
func (r *Repository) output(arguments ...string) (string, error) {
	cmd, said := r.command(arguments...)
	var out strings.Builder
	cmd.Stdout = &out
	err := cmd.Run()
	if r.ctx.Err() != nil {
		return "", context.Cause(r.ctx)
	}
	if err != nil {
		return "", r.explain(arguments[0], said.String(), err)
	}
	return out.String(), nil
}

// beginning keeps the first bytes of what is written to it.
type beginning struct{ bytes.Buffer }

// Write implements io.Writer.
func (b *beginning) Write(p []byte) (int, error) {
	const room = 4 << 10
	_, _ = b.Buffer.Write(p[:min(len(p), max(0, room-b.Len()))]) // it never fails
	return len(p), nil
}
