package git_test

import (
	"archive/tar"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestRandomHistories: of random commits, a Snapshot has the files that git archive writes, whatever is on the disk.
func TestRandomHistories(t *testing.T) {
	for seed := range uint64(golden.Draws(5, 100)) {
		random := rand.New(rand.NewPCG(seed, 1))
		c := newCheckout(t)
		var commits []string
		for range 4 {
			for range 1 + random.IntN(6) {
				c.change(random)
			}
			commits = append(commits, c.commit())
		}
		c.change(random)
		r := c.open()
		for _, commit := range commits {
			wantContents(t, snapshot(t, r.Tree, commit), c.archived(commit))
		}
		wantContents(t, c.index(r), c.archived("HEAD"))
		if err := r.Err(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("the seed is %d", seed)
		}
	}
}

// change writes or removes a random file, link or directory.
func (c checkout) change(random *rand.Rand) {
	c.t.Helper()
	steps := []string{"a", "b.yaml", "a-b", "a.b", "new\nline", "\xff", "ü", " ", "-c", `"`}
	name := steps[random.IntN(len(steps))]
	for range random.IntN(3) {
		name = filepath.Join(name, steps[random.IntN(len(steps))])
	}
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if info, err := os.Lstat(filepath.Join(c.dir, dir)); err == nil && !info.IsDir() {
			c.remove(dir)
		}
	}
	c.remove(name)
	content := strings.Repeat("line\r\n", random.IntN(3)) + steps[random.IntN(len(steps))]
	if random.IntN(4) == 0 {
		return
	}
	c.write(map[string]string{name: content})
	switch random.IntN(4) {
	case 0:
		c.remove(name)
		c.link(content, name)
	case 1:
		if err := os.Chmod(filepath.Join(c.dir, name), 0o755); err != nil {
			c.t.Fatal(err)
		}
	}
}

// archived returns what git archive writes of a commit, in the form of contents.
func (c checkout) archived(commit string) map[string]string {
	c.t.Helper()
	cmd := exec.Command("git", "archive", "--format=tar", commit)
	cmd.Dir = c.dir
	out, err := cmd.Output()
	if err != nil {
		c.t.Fatal(err)
	}
	files := map[string]string{}
	archive := tar.NewReader(strings.NewReader(string(out)))
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			c.t.Fatal(err)
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			c.t.Fatal(err)
		}
		switch header.Typeflag {
		case tar.TypeReg:
			files[header.Name] = "file " + string(data)
		case tar.TypeSymlink:
			files[header.Name] = "link " + header.Linkname
		}
	}
}
