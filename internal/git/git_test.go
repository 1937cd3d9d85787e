package git_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
)

// TestMain gives all tests the same environment, whatever the machine is set to.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			_ = os.Unsetenv(name)
		}
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_CONFIG_COUNT": "4", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "test",
		"GIT_CONFIG_KEY_1": "user.email", "GIT_CONFIG_VALUE_1": "test@example.com",
		"GIT_CONFIG_KEY_2": "init.defaultBranch", "GIT_CONFIG_VALUE_2": "main",
		"GIT_CONFIG_KEY_3": "protocol.file.allow", "GIT_CONFIG_VALUE_3": "always", // submodules in other directories
	} {
		_ = os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// checkout is a working tree of a test.
type checkout struct {
	t   testing.TB
	dir string
}

// newCheckout makes an empty repository.
func newCheckout(t testing.TB, options ...string) checkout {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := checkout{t, dir}
	c.git(append([]string{"init", "-q"}, options...)...)
	return c
}

// git runs git as a user does, and returns what it prints.
func (c checkout) git(arguments ...string) string {
	c.t.Helper()
	out, err := c.try(arguments...)
	if err != nil {
		c.t.Fatalf("git %q: %v\n%s", arguments, err, out)
	}
	return out
}

func (c checkout) try(arguments ...string) (string, error) {
	cmd := exec.Command("git", arguments...)
	cmd.Dir = c.dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

// write writes files.
func (c checkout) write(files map[string]string) {
	c.t.Helper()
	for name, text := range files {
		full := filepath.Join(c.dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c checkout) link(target, name string) {
	c.t.Helper()
	if err := os.Symlink(target, filepath.Join(c.dir, name)); err != nil {
		c.t.Fatal(err)
	}
}

func (c checkout) remove(names ...string) {
	c.t.Helper()
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(c.dir, name)); err != nil {
			c.t.Fatal(err)
		}
	}
}

// commit commits everything and returns the hash.
func (c checkout) commit() string {
	c.t.Helper()
	c.git("add", "-A")
	c.git("commit", "-q", "--allow-empty", "-m", "commit")
	return c.git("rev-parse", "HEAD")
}

func (c checkout) open() *git.Repository {
	c.t.Helper()
	r, err := git.Open(c.t.Context(), c.dir)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(r.Close)
	return r
}

// head returns the Snapshot of HEAD.
func (c checkout) head(r *git.Repository) *git.Snapshot {
	c.t.Helper()
	hash, _, err := r.Head()
	if err != nil {
		c.t.Fatal(err)
	}
	return snapshot(c.t, r.Tree, hash)
}

func (c checkout) index(r *git.Repository) *git.Snapshot {
	c.t.Helper()
	return snapshot(c.t, func(string) (*git.Snapshot, error) { return r.Index() }, "")
}

func snapshot(t testing.TB, read func(string) (*git.Snapshot, error), name string) *git.Snapshot {
	t.Helper()
	s, err := read(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// contents returns what a tree has at each path: "file …", "link …", "directory" for one without entries, or "on disk". It checks on the way that the
// methods of the tree agree.
func contents(t testing.TB, tree regular.Tree) map[string]string {
	t.Helper()
	all := map[string]string{}
	var visit func(string)
	visit = func(dir string) {
		entries, err := tree.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }) {
			t.Errorf("%s is not sorted: %v", dir, entries)
		}
		if len(entries) == 0 && dir != "." {
			all[dir] = "directory"
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			mode, found := tree.Lookup(name)
			if tree.OnDisk(name) {
				all[name] = "on disk"
				continue
			}
			if !found || mode.Type() != e.Type() {
				t.Errorf("Lookup(%q) is %v, %t; its directory says %v", name, mode, found, e.Type())
			}
			if e.IsDir() {
				visit(name)
				continue
			}
			data, err := tree.Read(name, 1<<20)
			if err != nil {
				t.Errorf("%q: %v", name, err)
			}
			if info, err := e.Info(); err != nil || info.Size() != int64(len(data)) {
				t.Errorf("%q: %v, %v; it has %d bytes", name, info, err, len(data))
			}
			all[name] = map[fs.FileMode]string{0: "file ", fs.ModeSymlink: "link "}[e.Type()] + string(data)
		}
	}
	visit(".")
	return all
}

// wantContents expects a tree to have these files.
func wantContents(t testing.TB, tree regular.Tree, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, contents(t, tree)); diff != "" {
		t.Errorf("the tree differs (- is wanted):\n%s", diff)
	}
}

// wantError expects the message of an *Error.
func wantError(t testing.TB, err error, want string) {
	t.Helper()
	var e *git.Error
	if !errors.As(err, &e) || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

// with returns a map with entries replaced, or left out where they are "".
func with(files, others map[string]string) map[string]string {
	files = maps.Clone(files)
	maps.Copy(files, others)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	return files
}
