package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// repository is a work tree or a bare git directory. The comparison works on a copy.
type repository struct {
	name       repoName
	from, into string
}

var errMissing = errors.New("not in the folder")

// gitDir returns the bare git directory; "" for a work tree.
func (r repository) gitDir() (string, error) {
	if _, err := os.Stat(r.from); err != nil {
		return "", errMissing
	}
	heads, err := filepath.Glob(filepath.Join(r.from, "*", "HEAD"))
	if err != nil {
		return "", err
	}
	for _, head := range append(heads, filepath.Join(r.from, "HEAD")) {
		if _, err := os.Stat(filepath.Join(filepath.Dir(head), "objects")); err == nil {
			return filepath.Dir(head), nil
		}
	}
	return "", nil
}

// unpack writes the tree of a commit to a folder, which it returns. If the commit is missing, it takes the newest one.
func (r repository) unpack(commit string) (string, error) {
	git, err := r.gitDir()
	if err != nil || git == "" {
		return r.from, err
	}
	if exec.Command("git", "--git-dir", git, "cat-file", "-e", commit+"^{commit}").Run() != nil {
		commit = "HEAD"
	}
	if err := os.MkdirAll(r.into, 0o750); err != nil {
		return "", err
	}
	for _, pattern := range patterns {
		extract(git, commit, pattern, r.into)
	}
	return r.into, nil
}

// patterns match the files that karplint reads. Other files are not copied.
var patterns = []string{"*.yaml", "*.yml", "*.tf", "*.tfvars", "*.tpl", "*.json", "*.md", "*.MD"}

// extract writes the files of a commit that match a pattern. It ignores errors, because git fails if no file matches.
func extract(git, commit, pattern, into string) {
	archive := exec.Command("git", "--git-dir", git, "archive", commit, "--", pattern)
	unpack := exec.Command("tar", "-x", "-C", into)
	pipe, err := archive.StdoutPipe()
	if err != nil {
		return
	}
	unpack.Stdin = pipe
	if unpack.Start() != nil {
		return
	}
	_ = archive.Run()
	_ = unpack.Wait()
}

// end matches the line after an object in Markdown.
var end = regexp.MustCompile("^\\s*(---|```|\\.\\.\\.$|EOF$)")

// excerpt returns the object that starts at a line of a text, without its indentation.
func excerpt(text string, r row) (string, error) {
	lines := strings.Split(text, "\n")
	if r.line > len(lines) {
		return "", fmt.Errorf("%s has no line %d", r.path, r.line)
	}
	lines = lines[r.line-1:]
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " "))]
	var b strings.Builder
	for _, line := range lines {
		if end.MatchString(line) {
			break
		}
		b.WriteString(strings.TrimPrefix(line, indent) + "\n")
	}
	if !strings.Contains(b.String(), "kind: "+r.kind) {
		return "", fmt.Errorf("%s has no %s at line %d", r.path, r.kind, r.line)
	}
	return b.String(), nil
}

// length returns the number of lines of the object that starts at a line of a file.
func length(text string, r row) (int, error) {
	object, err := excerpt(text, r)
	return strings.Count(object, "\n"), err
}
