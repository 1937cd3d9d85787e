package git_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
	"github.com/karplint/karplint/internal/testing/golden"
)

// trap returns a program that leaves a mark, and whether it was run since the last call.
func trap(t *testing.T) (program string, sprang func() bool) {
	t.Helper()
	dir := t.TempDir()
	program, mark := filepath.Join(dir, "trap"), filepath.Join(dir, "mark")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return program, func() bool {
		t.Helper()
		found := regular.Exists(mark)
		if err := os.RemoveAll(mark); err != nil {
			t.Fatal(err)
		}
		return found
	}
}

// wantQuiet does all that a Repository can, and fails if it ran the trap. A trap that git does not run itself when a user asks for it proves nothing.
func wantQuiet(t *testing.T, c checkout, sprang func() bool, user ...string) {
	t.Helper()
	if _, _ = c.try(user...); !sprang() {
		t.Errorf("git %q does not run the program either", user)
	}
	useAll(t, c)
	if sprang() {
		t.Error("a program was run")
	}
}

// useAll calls every method of a Repository whose HEAD has a parent.
func useAll(t *testing.T, c checkout) {
	t.Helper()
	r := c.open()
	for _, tree := range []regular.Tree{c.head(r), c.index(r), snapshot(t, r.Tree, "HEAD~")} {
		contents(t, tree)
		tree.Identity(".")
	}
	_, errWorkTree := r.WorkTree()
	_, errHeads := r.MergeHeads()
	_, errBase := r.MergeBase("HEAD~", "HEAD")
	_, errStaged := r.Staged("HEAD~")
	_, errBetween := r.Between("HEAD~", "HEAD")
	for _, err := range []error{errWorkTree, errHeads, errBase, errStaged, errBetween, r.Err()} {
		if err != nil {
			t.Error(err)
		}
	}
	r.Identity("moved")
	r.Close()
}

// newHistory makes a repository with two commits, a renamed file, and a change in the working tree.
func newHistory(t *testing.T) checkout {
	t.Helper()
	c := newCheckout(t)
	lines := strings.Repeat("line\n", 20)
	c.write(map[string]string{"file": lines, "a.txt": "1\r\n", "b.txt": "1"})
	c.commit()
	c.remove("file")
	c.write(map[string]string{"moved": lines + "1\n", "a.txt": "2\r\n"})
	c.commit()
	c.write(map[string]string{"moved": lines + "2\n"})
	c.git("add", "-A")
	c.write(map[string]string{"b.txt": "3"})
	return c
}

// touch gives a file another time than the index has, so that git status writes the index.
func (c checkout) touch(name string) {
	c.t.Helper()
	if err := os.Chtimes(filepath.Join(c.dir, name), time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		c.t.Fatal(err)
	}
}

// TestFileSystemMonitor: git runs the program of core.fsmonitor when it reads the index, so that without core.fsmonitor=false this fails. The options
// win over a configuration in the environment.
func TestFileSystemMonitor(t *testing.T) {
	program, sprang := trap(t)
	c := newHistory(t)
	c.git("config", "core.fsmonitor", program)
	wantQuiet(t, c, sprang, "status")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", program)
	wantQuiet(t, c, sprang, "status")
}

// TestHooks: no command writes an index or a reference, so git 2.39 runs no hook even without core.hooksPath=/dev/null and GIT_OPTIONAL_LOCKS=0.
func TestHooks(t *testing.T) {
	program, sprang := trap(t)
	for _, inConfiguration := range []bool{false, true} {
		c := newHistory(t)
		hooks := filepath.Join(c.dir, ".git", "hooks")
		if inConfiguration {
			hooks = t.TempDir()
			c.git("config", "core.hooksPath", hooks)
		}
		for _, name := range []string{"post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc", "post-checkout"} {
			if err := os.Symlink(program, filepath.Join(hooks, name)); err != nil {
				t.Fatal(err)
			}
		}
		wantQuiet(t, c, sprang, "commit", "--allow-empty", "-m", "x")
		c.touch("a.txt")
		wantQuiet(t, c, sprang, "status")
	}
}

// TestFilters: contents are read as they are stored, and on the disk without git, so no filter runs. No option forbids them.
func TestFilters(t *testing.T) {
	for _, kind := range []string{"clean", "smudge", "process"} {
		t.Run(kind, func(t *testing.T) {
			program, sprang := trap(t)
			c := newHistory(t)
			c.write(map[string]string{".gitattributes": "* filter=trap\n"})
			c.git("config", "filter.trap."+kind, program)
			if c.write(map[string]string{"b.txt": "4"}); kind == "clean" {
				wantQuiet(t, c, sprang, "diff")
			} else {
				wantQuiet(t, c, sprang, "checkout-index", "-f", "-a")
			}
			c.remove("moved", "a.txt", "b.txt")
			useAll(t, c)
			if sprang() {
				t.Error("a filter was run for a file that is not on the disk")
			}
		})
	}
}

// TestDiffDrivers: names of changed files need no text of a difference, so neither textconv nor a program of a user runs. GIT_EXTERNAL_DIFF is left
// out as well.
func TestDiffDrivers(t *testing.T) {
	program, sprang := trap(t)
	for _, configuration := range [][]string{{"diff.trap.textconv", program}, {"diff.trap.command", program}, {"diff.external", program}} {
		c := newHistory(t)
		c.write(map[string]string{".gitattributes": "* diff=trap\n"})
		c.git("config", configuration[0], configuration[1])
		wantQuiet(t, c, sprang, "diff")
	}
	t.Setenv("GIT_EXTERNAL_DIFF", program)
	wantQuiet(t, newHistory(t), sprang, "diff")
}

// TestPager: git shows nothing in a pager, because its output is no terminal. No option forbids it.
func TestPager(t *testing.T) {
	program, sprang := trap(t)
	c := newHistory(t)
	for _, command := range []string{"rev-parse", "merge-base", "ls-tree", "ls-files", "diff-index", "diff-tree", "cat-file"} {
		c.git("config", "pager."+command, program)
		c.git("config", "alias."+command, "!"+program)
	}
	c.git("config", "core.pager", program)
	c.git("config", "alias.spring", "!"+program)
	wantQuiet(t, c, sprang, "spring")
}

// newPartial makes a clone without contents, whose files are in no working tree, and which would fetch them from a server with a command.
func newPartial(t *testing.T, program string) checkout {
	t.Helper()
	c := newHistory(t)
	c.git("config", "uploadpack.allowFilter", "true")
	partial := checkout{t, filepath.Join(t.TempDir(), "partial")}
	c.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+c.dir, partial.dir)
	partial.git("read-tree", "HEAD")
	partial.git("config", "remote.origin.uploadpack", program)
	return partial
}

// TestFetch: git runs a command to fetch a content that a partial clone lacks, unless GIT_NO_LAZY_FETCH or GIT_ALLOW_PROTOCOL forbids it. Without
// both this fails. The command that the error names helps.
func TestFetch(t *testing.T) {
	program, sprang := trap(t)
	c := newPartial(t, program)
	lost := func(name string) string {
		return `git lacks the content of "` + name + `", as in a partial clone, and karplint fetches nothing; run git fetch --refetch --no-filter`
	}
	const changes = "git lacks the content of files, because this is a partial clone, and karplint fetches nothing; run git fetch --refetch --no-filter"
	if _, _ = c.try("cat-file", "-p", "HEAD:moved"); !sprang() {
		t.Error("git does not run the command either")
	}
	for _, url := range []string{"", "ext::" + program, "ssh://host/x"} {
		if url != "" {
			c.git("config", "remote.origin.url", url)
			c.git("config", "core.sshCommand", program)
			c.git("config", "protocol.ext.allow", "always")
			if _, _ = c.try("cat-file", "-p", "HEAD:moved"); !sprang() {
				t.Errorf("git does not run the command of %s either", url)
			}
		}
		r := c.open()
		s := c.head(r)
		for _, name := range []string{"moved", "a.txt"} {
			_, err := s.Read(name, 1000)
			wantError(t, err, lost(name))
		}
		wantError(t, r.Err(), lost("moved"))
		_, err := r.Between("HEAD~", "HEAD")
		wantError(t, err, changes)
		if c.index(r); sprang() {
			t.Error("a command was run")
		}
	}

	c = newPartial(t, "git-upload-pack")
	c.git("fetch", "-q", "--refetch", "--no-filter")
	c.git("config", "remote.origin.uploadpack", program)
	useAll(t, c)
	if sprang() {
		t.Error("a command was run")
	}
}

// TestAlternates: objects may be in another directory, which is read as git reads it. No command, option or program is needed for that.
func TestAlternates(t *testing.T) {
	program, sprang := trap(t)
	c := newHistory(t)
	clone := checkout{t, filepath.Join(t.TempDir(), "clone")}
	c.git("clone", "-q", "--shared", c.dir, clone.dir)
	clone.git("config", "core.alternateRefsCommand", program)
	clone.git("config", "alias.spring", "!"+program)
	wantQuiet(t, clone, sprang, "spring")
	clone.remove("moved")
	r := clone.open()
	if data, err := clone.head(r).Read("moved", 1000); err != nil || len(data) == 0 {
		t.Errorf("%q, %v", data, err)
	}
}

// TestObjectsOfPush: the objects of a push are in a directory of their own while the hooks of the server run, which the environment names.
func TestObjectsOfPush(t *testing.T) {
	c := newCheckout(t)
	c.commit()
	objects := t.TempDir()
	t.Setenv("GIT_OBJECT_DIRECTORY", objects)
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", filepath.Join(c.dir, ".git", "objects"))
	c.write(map[string]string{"file": "1"})
	hash := c.commit()
	c.remove("file")
	wantContents(t, snapshot(t, c.open().Tree, hash), map[string]string{"file": "file 1"})
}

// TestReplace: a replacement of an object is not shown. Without --no-replace-objects this fails.
func TestReplace(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	one := c.commit()
	c.write(map[string]string{"file": "2"})
	two := c.commit()
	c.git("replace", one, two)
	c.git("replace", c.git("rev-parse", two+":file"), c.git("rev-parse", one+"~0:file"))
	c.remove("file")
	r := c.open()
	wantContents(t, snapshot(t, r.Tree, one), map[string]string{"file": "file 1"})
	wantContents(t, snapshot(t, r.Tree, two), map[string]string{"file": "file 2"})
}

// TestBareRepository: files of a repository can be a bare repository, whose configuration names programs. Without safe.bareRepository=explicit git
// would use it where the root has no valid .git, and this fails.
func TestBareRepository(t *testing.T) {
	program, sprang := trap(t)
	c := newHistory(t)
	bare := checkout{t, filepath.Join(c.dir, "bare")}
	c.git("clone", "-q", "--bare", c.dir, bare.dir)
	bare.git("config", "core.fsmonitor", program)
	bare.git("config", "core.bare", "false")
	bare.git("config", "core.worktree", ".")
	_, _, err := bare.open().Head()
	wantError(t, err, `"`+bare.dir+`" is a bare repository, whose configuration is not trusted; run karplint in a clone of it`)
	wantQuiet(t, c, sprang, "-C", "bare", "status")
}

// TestOwner: git refuses the repository of another user. karplint names the command that git names, and does not run it.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		golden.Skip(t, "only root can give a repository to another user")
	}
	c := newHistory(t)
	err := filepath.WalkDir(c.dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, 12345, 12345)
	})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = c.open().Head()
	wantError(t, err, `git refuses the repository in "`+c.dir+`", because it belongs to another user; `+
		`if you trust it, run git config --global --add safe.directory `+c.dir)
	home := filepath.Join(t.TempDir(), "config")
	t.Setenv("GIT_CONFIG_GLOBAL", home)
	if _, _, err := c.open().Head(); err == nil || regular.Exists(home) {
		t.Errorf("%v; the configuration was changed", err)
	}
	c.git("config", "--global", "--add", "safe.directory", c.dir)
	useAll(t, c)
}

// TestEnvironment: variables that change what git reads or prints, or which programs it runs, do not matter. (LC_ALL does only where git's
// translations are installed.)
func TestEnvironment(t *testing.T) {
	c := newHistory(t)
	r := c.open()
	want, changes := contents(t, c.head(r)), staged(t, r)
	trace := filepath.Join(t.TempDir(), "trace")
	for name, value := range map[string]string{"GIT_TRACE": "1", "GIT_TRACE2_EVENT": trace, "GIT_NAMESPACE": "x", "GIT_LITERAL_PATHSPECS": "1",
		"GIT_WORK_TREE": "/", "GIT_CEILING_DIRECTORIES": "/", "GIT_EXEC_PATH": "/none", "GIT_GRAFT_FILE": "/none", "GIT_COMMON_DIR": "/none",
		"GIT_IMPLICIT_WORK_TREE": "0", "GIT_REPLACE_REF_BASE": "refs/heads", "GIT_DEFAULT_HASH": "sha256", "GIT_FLUSH": "0", "GIT_PREFIX": "none/",
		"GIT_NO_LAZY_FETCH": "0", "GIT_ALLOW_PROTOCOL": "ext", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"} {
		t.Setenv(name, value)
	}
	r = c.open()
	wantContents(t, c.head(r), want)
	if got := staged(t, r); len(got) != len(changes) || regular.Exists(trace) {
		t.Errorf("%v instead of %v, or git wrote a trace", got, changes)
	}
}

func staged(t *testing.T, r *git.Repository) []git.Change {
	t.Helper()
	changes, err := r.Staged("HEAD~")
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// TestWritesNothing: no file of the repository changes, although the index could be refreshed.
func TestWritesNothing(t *testing.T) {
	c := newHistory(t)
	c.touch("a.txt")
	read := func() map[string]string {
		t.Helper()
		files := map[string]string{}
		err := filepath.WalkDir(c.dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				files[name] = ""
				return err
			}
			data, err := os.ReadFile(name)
			files[name] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	before := read()
	useAll(t, c)
	after := read()
	for name := range with(before, after) {
		if before[name] != after[name] {
			t.Errorf("%s has changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files instead of %d", len(after), len(before))
	}
}
