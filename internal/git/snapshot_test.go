package git_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

// TestSnapshot reads a commit and the index while the working tree has other files: each kind of entry, and odd names.
func TestSnapshot(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"a-b/x.yaml": "1", "a/deep/er/x.yaml": "2", "a.yaml": "3", "run.sh": "4", "crlf.yaml": "5\r\n",
		"new\nline": "6", "tab\t": "7", `"quo'tes" $(x)`: "8", "\xff\xfe.yaml": "9", "-option": "10", " space ": "11", "empty": ""})
	c.link("a.yaml", "toFile")
	c.link("a/deep", "toDirectory")
	c.link("../../outside", "toOutside")
	if err := os.Chmod(filepath.Join(c.dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	c.commit()
	want := map[string]string{"a-b/x.yaml": "file 1", "a/deep/er/x.yaml": "file 2", "a.yaml": "file 3", "run.sh": "file 4", "crlf.yaml": "file 5\r\n",
		"new\nline": "file 6", "tab\t": "file 7", `"quo'tes" $(x)`: "file 8", "\xff\xfe.yaml": "file 9", "-option": "file 10", " space ": "file 11",
		"empty": "file ", "toFile": "link a.yaml", "toDirectory": "link a/deep", "toOutside": "link ../../outside"}
	r := c.open()
	wantContents(t, c.head(r), want)
	wantContents(t, c.index(r), want)

	c.remove("a.yaml", "a-b")
	c.write(map[string]string{"run.sh": "staged", "untracked": "x"})
	c.git("add", "run.sh")
	c.write(map[string]string{"run.sh": "unstaged"})
	r = c.open()
	wantContents(t, c.head(r), want)
	wantContents(t, c.index(r), with(want, map[string]string{"run.sh": "file staged"}))
	if err := r.Err(); err != nil {
		t.Error(err)
	}
}

// TestErrorsOfSnapshot: the errors are those that regular.Tree promises.
func TestErrorsOfSnapshot(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"dir/file": "12345", "other": "1"})
	c.commit()
	r := c.open()
	for range 2 { // from the disk, then from git
		s := c.head(r)
		_, missing := s.Read("none", 5)
		_, directory := s.Read("dir", 5)
		_, large := s.Read("dir/file", 4)
		_, noDir := s.ReadDir("none")
		_, file := s.ReadDir("dir/file")
		for i, pair := range [][2]error{{missing, fs.ErrNotExist}, {directory, regular.ErrNotRegular}, {large, regular.ErrTooLarge},
			{noDir, fs.ErrNotExist}, {file, syscall.ENOTDIR}} {
			if !errors.Is(pair[0], pair[1]) {
				t.Errorf("%d: %v, want %v", i, pair[0], pair[1])
			}
		}
		if data, err := s.Read("dir/file", 5); err != nil || string(data) != "12345" { // also after what was too large
			t.Errorf("%q, %v", data, err)
		}
		if _, found := s.Lookup("none"); found || s.OnDisk("dir/none") || s.Identity("none") != "" || !s.OnDisk(".git/HEAD") {
			t.Error("what is not there is found, or .git is not on the disk")
		}
		c.remove("dir")
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
}

// TestFromDisk: contents that git lacks are read from the disk, if they have the hash. A file that changes during the run counts no more.
func TestFromDisk(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "content"})
	c.commit()
	blob := c.git("rev-parse", "HEAD:file")
	object := filepath.Join(".git", "objects", blob[:2], blob[2:])
	c.git("cat-file", "-e", blob)
	moved := filepath.Join(c.dir, "moved")
	if err := os.Rename(filepath.Join(c.dir, object), moved); err != nil {
		t.Fatal(err)
	}
	r := c.open()
	s := c.head(r)
	wantContents(t, s, map[string]string{"file": "file content"})
	if err := os.Rename(moved, filepath.Join(c.dir, object)); err != nil {
		t.Fatal(err)
	}
	c.write(map[string]string{"file": "another"})
	wantContents(t, s, map[string]string{"file": "file content"})
}

// TestCRLF: a commit has the line ends that it was made with, also if those on the disk are others.
func TestCRLF(t *testing.T) {
	c := newCheckout(t)
	c.git("config", "core.autocrlf", "true")
	c.write(map[string]string{"file": "a\r\nb\r\n"})
	c.commit()
	r := c.open()
	wantContents(t, c.head(r), map[string]string{"file": "file a\nb\n"})
	if r.Identity("file") == c.head(r).Identity("file") {
		t.Error("other bytes have the same identity")
	}
}

// TestLinked: a file of a commit is not read where the disk has a link in place of it, or of its directory.
func TestLinked(t *testing.T) {
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "file"), []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newCheckout(t)
	c.write(map[string]string{"dir/file": "content", "file": "content", "inside/file": "content"})
	c.commit()
	blob := c.git("rev-parse", "HEAD:dir/file")
	c.remove("dir", "file", "inside", filepath.Join(".git", "objects", blob[:2], blob[2:]))
	c.link(outside, "dir")
	c.link(filepath.Join(outside, "file"), "file")
	c.link("real", "inside")
	c.write(map[string]string{"real/file": "content"})
	r := c.open()
	s := c.head(r)
	for _, name := range []string{"dir/file", "file", "inside/file"} {
		_, err := s.Read(name, 100)
		wantError(t, err, `git lacks the content of "`+name+`", as in a partial clone, and karplint fetches nothing; run git fetch --refetch --no-filter`)
		if r.Identity(name) == s.Identity(name) {
			t.Errorf("%s has the identity of what the link leads to", name)
		}
	}
}

// TestHostileTree: git writes no commit with such paths, but somebody can make one. They are left out, as git does not check them out.
func TestHostileTree(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	c.git("add", "-A")
	blob := c.git("rev-parse", ":file")
	tree := func(lines ...string) string {
		t.Helper()
		input := ""
		for _, line := range lines {
			input += line + "\x00"
		}
		c.write(map[string]string{".git/lines": input})
		return c.git("-c", "alias.m=!git mktree -z --missing < .git/lines", "m")
	}
	inner := tree("100644 blob " + blob + "\tconfig")
	// git mktree refuses slashes in names only
	root := tree("100644 blob "+blob+"\ta", "40000 tree "+inner+"\ta", "40000 tree "+inner+"\t.git", "40000 tree "+inner+"\t..",
		"40000 tree "+inner+"\t.GIT", "100644 blob "+blob+"\t.", "100644 blob "+blob+"\tgood", "40000 tree "+inner+"\tsub")
	s := snapshot(t, c.open().Tree, c.git("commit-tree", "-m", "x", root))
	wantContents(t, s, map[string]string{"a": "file 1", "good": "file 1", "sub/config": "file 1"})
	if _, found := s.Lookup("a/config"); found {
		t.Error("there is a file below a file")
	}
}

// TestSubmodule: a submodule counts as it lies on the disk, and is an empty directory if it does not lie there.
func TestSubmodule(t *testing.T) {
	inner := newCheckout(t)
	inner.write(map[string]string{"file": "1"})
	inner.commit()
	c := newCheckout(t)
	c.git("submodule", "--quiet", "add", inner.dir, "dir/sub")
	c.remove(".gitmodules")
	c.commit()
	r := c.open()
	s := c.head(r)
	wantContents(t, s, map[string]string{"dir/sub": "on disk"})
	const file = "dir/sub/file"
	if mode, found := s.Lookup("dir/sub"); !found || !mode.IsDir() || !s.OnDisk(file) || s.Identity(file) != r.Identity(file) {
		t.Errorf("%v, %t: the disk does not count in a submodule", mode, found)
	}
	inside := checkout{t, filepath.Join(c.dir, "dir/sub")}
	wantContents(t, inside.head(inside.open()), map[string]string{"file": "file 1"})

	c.remove("dir/sub")
	c.write(map[string]string{"dir/sub/file": "no submodule"})
	s = c.head(c.open())
	wantContents(t, s, map[string]string{"dir/sub": "directory"})
	if s.OnDisk("dir/sub/file") {
		t.Error("a directory that is no submodule counts")
	}
}

// TestSparse: files that git leaves out of the working tree come from the index, all others from the disk.
func TestSparse(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"in/a": "1", "out/b": "2", "in/c": "3"})
	c.commit()
	whole, err := c.open().WorkTree()
	if err != nil {
		t.Fatal(err)
	}
	wantContents(t, whole, map[string]string{".git": "on disk", "in": "on disk", "out": "on disk"})
	c.git("sparse-checkout", "set", "in")
	c.write(map[string]string{"in/c": "other", "untracked": "4", "out/new": "5"})
	r := c.open()
	s, err := r.WorkTree()
	if err != nil {
		t.Fatal(err)
	}
	wantContents(t, s, map[string]string{".git": "on disk", "in": "on disk", "out/b": "file 2", "out/new": "on disk", "untracked": "on disk"})
	for name, onDisk := range map[string]bool{".": false, "in": true, "in/a": true, "out": false, "out/b": false, "out/b/d": false, "none/deep": true} {
		if s.OnDisk(name) != onDisk {
			t.Errorf("OnDisk(%s) is %t", name, !onDisk)
		}
	}
	wantContents(t, c.index(r), map[string]string{"in/a": "file 1", "in/c": "file 3", "out/b": "file 2"})
}

// TestSkipWorktree: an entry that a user marked counts, although the file is there.
func TestSkipWorktree(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"dir/a": "1", "dir/b": "2"})
	c.commit()
	c.git("update-index", "--skip-worktree", "dir/a")
	c.write(map[string]string{"dir/a": "other"})
	s, err := c.open().WorkTree()
	if err != nil {
		t.Fatal(err)
	}
	wantContents(t, s, map[string]string{".git": "on disk", "dir/a": "file 1", "dir/b": "on disk"})
}

// TestSparseIndex: an index may have directories in place of files that are left out.
func TestSparseIndex(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"in/a": "1", "out/b": "2"})
	c.commit()
	c.git("sparse-checkout", "set", "--cone", "--sparse-index", "in")
	wantContents(t, c.index(c.open()), map[string]string{"in/a": "file 1", "out/b": "file 2"})
}

// TestUnmerged: in a merge with conflicts, our side counts, else theirs, else the base.
func TestUnmerged(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"both": "0", "theirs": "0", "same": "0"})
	base := c.commit()
	c.write(map[string]string{"both": "ours"})
	c.remove("theirs")
	c.commit()
	c.git("checkout", "-q", "-b", "other", base)
	c.write(map[string]string{"both": "theirs", "theirs": "theirs", "clean": "1"})
	other := c.commit()
	c.git("checkout", "-q", "main")
	if out, err := c.try("merge", "other"); err == nil {
		t.Fatalf("no conflict: %s", out)
	}
	r := c.open()
	wantContents(t, c.index(r), map[string]string{"both": "file ours", "theirs": "file theirs", "same": "file 0", "clean": "file 1"})
	if heads, err := r.MergeHeads(); err != nil || len(heads) != 1 || heads[0] != other {
		t.Errorf("%q, %v; want %s", heads, err, other)
	}
}

// TestIntentToAdd: git add -N makes an entry without content.
func TestIntentToAdd(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	c.git("add", "-N", "file")
	wantContents(t, c.index(c.open()), map[string]string{"file": "file "})
}

// TestSHA256: repositories may hash with SHA-256.
func TestSHA256(t *testing.T) {
	c := newCheckout(t, "--object-format=sha256")
	c.write(map[string]string{"same": "1", "other": "2"})
	c.link("same", "link")
	if hash := c.commit(); len(hash) != 64 {
		t.Fatal(hash)
	}
	c.write(map[string]string{"other": "3"})
	r := c.open()
	s := c.head(r)
	wantContents(t, s, map[string]string{"same": "file 1", "other": "file 2", "link": "link same"})
	if s.Identity("same") != r.Identity("same") || s.Identity("link") != r.Identity("link") || s.Identity("other") == r.Identity("other") {
		t.Error("the disk is hashed in another way")
	}
}

// TestWorktree: a linked working tree has a HEAD, an index and a merge of its own.
func TestWorktree(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	c.commit()
	linked := checkout{t, filepath.Join(t.TempDir(), "linked")}
	c.git("worktree", "add", "-q", "-b", "other", linked.dir)
	linked.write(map[string]string{"file": "2"})
	other := linked.commit()
	linked.write(map[string]string{"file": "3"})
	linked.git("add", "file")
	r := linked.open()
	wantContents(t, linked.head(r), map[string]string{"file": "file 2"})
	wantContents(t, linked.index(r), map[string]string{"file": "file 3"})
	wantContents(t, c.head(c.open()), map[string]string{"file": "file 1"})

	linked.git("reset", "-q", "--hard")
	c.write(map[string]string{"new": "4"})
	c.commit()
	linked.git("merge", "-q", "--no-commit", "main")
	if heads, err := linked.open().MergeHeads(); err != nil || len(heads) != 1 || heads[0] == other {
		t.Errorf("%q, %v", heads, err)
	}
	if heads, err := c.open().MergeHeads(); err != nil || heads != nil {
		t.Errorf("%q, %v; nothing is merged here", heads, err)
	}
}

// TestIndexFile: git commit PATH makes its commit from another index, which it names to its hooks.
func TestIndexFile(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"one": "1", "two": "2"})
	c.commit()
	c.write(map[string]string{"one": "staged", "two": "committed"})
	c.git("add", "one")
	report := filepath.Join(t.TempDir(), "report")
	c.write(map[string]string{".git/hooks/pre-commit": "#!/bin/sh\ncp \"$GIT_INDEX_FILE\" .git/copy\nenv | grep ^GIT_ >" + report + "\n"})
	if err := os.Chmod(filepath.Join(c.dir, ".git/hooks/pre-commit"), 0o755); err != nil {
		t.Fatal(err)
	}
	c.git("commit", "-q", "-m", "x", "two")
	c.git("reset", "-q", "--soft", "HEAD~")
	wantContents(t, c.index(c.open()), map[string]string{"one": "file staged", "two": "file committed"})
	t.Setenv("GIT_INDEX_FILE", ".git/copy") // relative to the root, as git reads it
	wantContents(t, c.index(c.open()), map[string]string{"one": "file 1", "two": "file committed"})
}

// TestGitDir: GIT_DIR names the repository, relative to the working directory of karplint.
func TestGitDir(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"dir/file": "1"})
	c.commit()
	if err := os.Rename(filepath.Join(c.dir, ".git"), filepath.Join(c.dir, "dir", "moved")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(c.dir, "dir"))
	t.Setenv("GIT_DIR", "moved")
	wantContents(t, c.head(c.open()), map[string]string{"dir/file": "file 1"})
	wantContents(t, c.index(c.open()), map[string]string{"dir/file": "file 1"})
}

// TestCoreWorktree: paths are relative to the root, whatever the configuration says.
func TestCoreWorktree(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"dir/file": "1"})
	c.commit()
	c.git("config", "core.worktree", "../..")
	t.Setenv("GIT_WORK_TREE", "/")
	wantContents(t, c.index(c.open()), map[string]string{"dir/file": "file 1"})
}

// TestIdentity: what is the same in a commit, in the index and on the disk has the same identity.
func TestIdentity(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"same/file": "1", "same/run": "2", "changed/file": "1", "grown/file": "1", "type/x": "1", "type/become": "same"})
	c.link("file", "same/link")
	c.commit()
	c.write(map[string]string{"changed/file": "2", "grown/new": "2"})
	c.remove("type/x", "type/become")
	c.link("file", "type/x")
	c.link("same", "type/become")
	if err := os.Chmod(filepath.Join(c.dir, "same/run"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := c.open()
	if id := r.Identity("same/file"); id != "" {
		t.Errorf("%s: how the repository hashes was not seen", id)
	}
	s, index := c.head(r), c.index(r)
	for name, same := range map[string]bool{".": true, "same": true, "same/file": true, "same/run": true, "same/link": true,
		"changed": true, "changed/file": false, "grown": true, "type": true, "type/x": false, "type/become": false} {
		if (s.Identity(name) == r.Identity(name)) != same || s.Identity(name) != index.Identity(name) || s.Identity(name) == "" {
			t.Errorf("%s: %q, %q, %q on the disk; the same: %t", name, s.Identity(name), index.Identity(name), r.Identity(name), same)
		}
	}
	for _, name := range []string{"none", "../x", "same/link/x"} {
		if id := r.Identity(name); id != "" {
			t.Errorf("%s is %s", name, id)
		}
	}
	if s.Identity("same/file") != s.Identity("changed/file") || s.Identity("same/file") == s.Identity("same/run") {
		t.Error("the identity of a file is not that of its content")
	}
}
