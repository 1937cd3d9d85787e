package git_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/internal/git"
)

// TestCommit: whatever a user writes names a commit, or is an error; it is never an option. (Git 2.39 takes
// none of these for one without --end-of-options either, because of what follows the name.)
func TestCommit(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	first := c.commit()
	c.git("tag", "-a", "-m", "x", "tag")
	c.git("branch", "same")
	second := c.commit()
	r := c.open()
	for revision, want := range map[string]string{"HEAD": second, "HEAD~": first, "tag": first, first[:10]: first, "same": first, "@{0}": second} {
		if hash, err := r.Commit(revision); hash != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", revision, hash, err, want)
		}
	}
	for _, revision := range []string{"", "none", "--all", "-h", "--help", "--output=x", "^HEAD", "HEAD~..HEAD", "HEAD:file", "HEAD^{tree}", ":/none",
		"a\x00b"} {
		_, err := r.Commit(revision)
		want := `git knows no revision "` + strings.ReplaceAll(revision, "\x00", "␀") + `"; check the name, or run git fetch --all`
		wantError(t, err, want)
	}
	for revision, want := range map[string]string{
		"origin/main":     `git knows no revision "origin/main"; run git fetch origin +refs/heads/main:refs/remotes/origin/main`,
		"origin/a;rm -r":  `git knows no revision "origin/a;rm -r"; check the name, or run git fetch --all`,
		"\x1b[31m\n::set": `git knows no revision "␛[31m␊::set"; check the name, or run git fetch --all`,
	} {
		_, err := r.Commit(revision)
		wantError(t, err, want)
		_, err = r.Tree(revision)
		wantError(t, err, want)
		_, err = r.MergeBase("HEAD", revision)
		wantError(t, err, want)
		_, err = r.Staged(revision)
		wantError(t, err, want)
		_, err = r.Between("HEAD", revision)
		wantError(t, err, want)
	}
}

// TestHead: there is a commit, none yet, or one that is lost.
func TestHead(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"dir/file": "1"})
	c.git("add", "-A")
	r := c.open()
	if hash, unborn, err := r.Head(); hash != "" || !unborn || err != nil {
		t.Errorf("%s, %t, %v; there is no commit", hash, unborn, err)
	}
	wantContents(t, snapshot(t, r.Tree, ""), map[string]string{})
	added := []git.Change{{To: "dir/file", ToBlob: c.git("rev-parse", ":dir/file")}}
	if changes, err := r.Staged(""); err != nil || !cmp.Equal(changes, added) {
		t.Errorf("%v, %v", changes, err)
	}
	want := c.commit()
	if hash, unborn, err := r.Head(); hash != want || unborn || err != nil {
		t.Errorf("%s, %t, %v; want %s", hash, unborn, err, want)
	}
	if changes, err := r.Between("", want); err != nil || !cmp.Equal(changes, added) {
		t.Errorf("%v, %v", changes, err)
	}
	c.remove(filepath.Join(".git", "objects", want[:2], want[2:]))
	_, _, err := r.Head()
	wantError(t, err, "git lacks the commit that HEAD names; run git fsck")
}

// TestMergeBase: histories part at a commit, have none in common, or are cut off in a shallow clone, where the command that the error names helps.
func TestMergeBase(t *testing.T) {
	c := newCheckout(t)
	base := c.commit()
	c.git("checkout", "-q", "-b", "topic")
	c.git("commit", "-q", "--allow-empty", "-m", "topic")
	c.git("checkout", "-q", "main")
	c.git("commit", "-q", "--allow-empty", "-m", "main")
	r := c.open()
	if hash, err := r.MergeBase("topic", "HEAD"); hash != base || err != nil {
		t.Errorf("%s, %v; want %s", hash, err, base)
	}
	c.git("checkout", "-q", "--orphan", "alone")
	c.git("commit", "-q", "--allow-empty", "-m", "alone")
	_, err := r.MergeBase("main", "HEAD")
	wantError(t, err, `"main" and "HEAD" have no common history; name a revision that HEAD descends from`)

	shallow := checkout{t, filepath.Join(t.TempDir(), "shallow")}
	c.git("clone", "-q", "--depth=1", "--no-single-branch", "--branch=topic", "file://"+c.dir, shallow.dir)
	_, err = shallow.open().MergeBase("origin/main", "HEAD")
	wantError(t, err, `this is a shallow clone, which ends before the histories of "origin/main" and "HEAD" meet; `+
		`run git fetch --deepen=100 until it is deep enough, or git fetch --unshallow`)
	shallow.git("fetch", "-q", "--deepen=100")
	if hash, err := shallow.open().MergeBase("origin/main", "HEAD"); hash != base || err != nil {
		t.Errorf("%s, %v; want %s", hash, err, base)
	}
}

// TestMergeHeads: a merge of several branches has several heads. What is no hash never reaches git.
func TestMergeHeads(t *testing.T) {
	c := newCheckout(t)
	c.commit()
	for _, branch := range []string{"a", "b"} {
		c.git("checkout", "-q", "-b", branch, "main")
		c.write(map[string]string{branch: branch})
		c.commit()
	}
	c.git("checkout", "-q", "main")
	c.git("commit", "-q", "--allow-empty", "-m", "main")
	c.git("merge", "-q", "--no-commit", "a", "b")
	r := c.open()
	heads, err := r.MergeHeads()
	if want := strings.Fields(c.git("rev-parse", "a", "b")); err != nil || !cmp.Equal(heads, want) {
		t.Errorf("%q, %v; want %q", heads, err, want)
	}
	c.write(map[string]string{".git/MERGE_HEAD": "--output=x\n"})
	_, err = r.MergeHeads()
	wantError(t, err, "MERGE_HEAD in the git directory names no commit; run git merge --abort")
}

// TestChanges compares commits, and the index with a commit: new, deleted, changed and renamed files, and submodules, also if .gitmodules hides them.
func TestChanges(t *testing.T) {
	inner := newCheckout(t)
	one, two := inner.commit(), inner.commit()
	lines := strings.Repeat("line\n", 20)
	c := newCheckout(t)
	c.write(map[string]string{"changed": "1", "deleted": "2", "moved\n1": lines, "same": "3", "type": "4",
		".gitmodules": "[submodule \"s\"]\n\tpath = changed-link\n\turl = x\n\tignore = all\n"})
	c.git("add", "-A")
	for _, name := range []string{"changed-link", "deleted-link"} {
		c.git("update-index", "--add", "--cacheinfo", "160000,"+one+","+name)
	}
	c.git("commit", "-q", "-m", "x")
	before := c.git("rev-parse", "HEAD")
	c.write(map[string]string{"changed": "other", "new": "6", "moved\t2": lines + "more\n"})
	c.remove("deleted", "moved\n1", "type")
	c.link("same", "type")
	c.git("add", "-A", "--", "changed", "new", "moved\n1", "moved\t2", "deleted", "type")
	c.git("update-index", "--add", "--cacheinfo", "160000,"+two+",changed-link", "--cacheinfo", "160000,"+two+",new-link")
	c.git("rm", "-q", "--cached", "deleted-link")
	want := []git.Change{{From: "changed", To: "changed"}, {From: "changed-link", To: "changed-link", FromCommit: one, ToCommit: two}, {From: "deleted"},
		{From: "deleted-link", FromCommit: one}, {From: "moved\n1", To: "moved\t2"}, {To: "new"}, {To: "new-link", ToCommit: two},
		{From: "type", To: "type"}}
	links := map[string]bool{"changed-link": true, "deleted-link": true, "new-link": true}
	for i, change := range want {
		if change.From != "" && !links[change.From] {
			want[i].FromBlob = c.git("rev-parse", before+":"+change.From)
		}
		if change.To != "" && !links[change.To] && change.To != "type" {
			want[i].ToBlob = c.git("rev-parse", ":"+change.To)
		}
	}
	r := c.open()
	staged, err := r.Staged("HEAD")
	if diff := cmp.Diff(want, staged); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	c.git("commit", "-q", "-m", "x")
	between, err := r.Between(before, "HEAD")
	if diff := cmp.Diff(want, between); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if changes, err := r.Staged("HEAD"); err != nil || len(changes) > 0 {
		t.Errorf("%v, %v; nothing is staged", changes, err)
	}
}

// TestNoGit: without git there is an error with advice, and a git in the repository is not taken for it.
func TestNoGit(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"git": "#!/bin/sh\ntouch marker\n"})
	if err := os.Chmod(filepath.Join(c.dir, "git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(c.dir)
	for _, directories := range []string{"/none", ".", ".:/none", ""} {
		t.Setenv("PATH", directories)
		_, err := git.Open(t.Context(), c.dir)
		wantError(t, err, "git is not on the PATH; install git")
	}
}

// TestNoRepository: a directory without a repository, or with a broken .git, is an error, although a directory above is one.
func TestNoRepository(t *testing.T) {
	c := newCheckout(t)
	c.commit()
	c.write(map[string]string{"dir/.git/HEAD": "ref: refs/heads/main\n", "file/.git": "gitdir: none\n"})
	_, _, err := checkout{t, filepath.Join(c.dir, "dir")}.open().Head()
	wantError(t, err, `git finds no repository in "`+c.dir+`/dir"; run karplint in a clone, or run git init`)
	_, err = checkout{t, filepath.Join(c.dir, "file")}.open().Index()
	wantError(t, err, `git finds no repository in "`+c.dir+`/file"; run karplint in a clone, or run git init`)
}

// TestFailure: any other error has git's own words, and no control characters.
func TestFailure(t *testing.T) {
	c := newCheckout(t)
	c.commit()
	c.write(map[string]string{".git/index": "DIRC\x1b"})
	_, err := c.open().Index()
	wantError(t, err, "git ls-files failed: .git/index: index file smaller than expected")
	c.write(map[string]string{".git/config": "[core]\n\x1b[31m\n"})
	_, _, err = c.open().Head()
	wantError(t, err, "git rev-parse failed: bad config line 2 in file .git/config")
}

// TestEnd: the end of the context ends git, with the cause as the error, and is no failure of a repository.
func TestEnd(t *testing.T) {
	c := newCheckout(t)
	c.write(map[string]string{"file": "1"})
	c.commit()
	ctx, cancel := context.WithCancelCause(t.Context())
	r, err := git.Open(ctx, c.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s := c.head(r)
	c.remove("file")
	if _, err := s.Read("file", 1); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("cause")
	cancel(cause)
	for range 2 {
		if _, err := s.Read("file", 1); !errors.Is(err, cause) {
			t.Error(err)
		}
	}
	if _, err := r.Commit("HEAD"); !errors.Is(err, cause) {
		t.Error(err)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
}
