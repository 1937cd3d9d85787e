package load

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
)

// ignores are the .gitignore rules that apply in a directory.
type ignores struct {
	reader   *regular.Reader
	base     string   // the repository's root, or the requested directory outside of any
	above    *ignores // the rules of the directories above; nil if there are none
	domain   int      // number of steps to the directory of the patterns
	patterns []gitignore.Pattern
}

// ignoresAbove returns the rules that apply in dir, without those of its own .gitignore: rules of the directories above it up to
// the repository's root, and of .git/info/exclude. If dir itself is ignored, it was requested on purpose, and no rule from above
// applies in it.
func ignoresAbove(dir string, reader *regular.Reader) *ignores {
	root := RepositoryRoot(dir)
	if root == "" {
		return &ignores{reader: reader, base: dir}
	}
	rules := &ignores{reader: reader, base: root}
	_, common := git.Directories(root, reader)
	rules = rules.add(rules.patternsIn(filepath.Join(common, "info", "exclude")), 0)
	steps := rules.steps(dir)
	current := root
	for i, step := range steps {
		rules = rules.addOwn(current)
		current = filepath.Join(current, step)
		if rules.match(current, true) {
			return &ignores{reader: reader, base: filepath.Join(append([]string{root}, steps[:i+1]...)...)}
		}
	}
	return rules
}

// addOwn returns the rules with those of the directory's own .gitignore.
func (r *ignores) addOwn(dir string) *ignores {
	return r.add(r.patternsIn(filepath.Join(dir, ignoreFile)), len(r.steps(dir)))
}

func (r *ignores) add(patterns []gitignore.Pattern, domain int) *ignores {
	if len(patterns) == 0 {
		return r
	}
	return &ignores{reader: r.reader, base: r.base, above: r, domain: domain, patterns: patterns}
}

func (r *ignores) match(path string, isDir bool) bool {
	if len(r.patterns) == 0 {
		return false // nor has any above: add leaves none out
	}
	steps := r.steps(path)
	for ; r != nil; r = r.above {
		inDomain := steps[min(r.domain, len(steps)):]
		for _, p := range slices.Backward(r.patterns) {
			if result := p.Match(inDomain, isDir); result != gitignore.NoMatch {
				return result == gitignore.Exclude
			}
		}
	}
	return false
}

func (r *ignores) steps(path string) []string {
	rel, err := filepath.Rel(r.base, path)
	if err != nil || rel == "." {
		return nil
	}
	return strings.Split(filepath.ToSlash(rel), "/")
}

// ignoreFile is the name of a file with the rules of its directory.
const ignoreFile = ".gitignore"

// maxIgnoreSize is the size in bytes up to which an ignore file is read.
const maxIgnoreSize = 1 << 20

// patternsIn returns the patterns of an ignore file, relative to its directory. Like git, it does not follow a link, and a file that cannot be read
// ignores nothing.
func (r *ignores) patternsIn(path string) []gitignore.Pattern {
	if r.reader.IsLink(path) {
		return nil
	}
	data, err := r.reader.Read(path, maxIgnoreSize)
	if err != nil {
		return nil
	}
	var patterns []gitignore.Pattern
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range strings.SplitSeq(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		patterns = append(patterns, gitignore.ParsePattern(line, nil))
	}
	return patterns
}

// RepositoryRoot returns the nearest directory with a .git in or above dir, or "".
func RepositoryRoot(dir string) string {
	for {
		if IsRepository(dir) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// IsRepository reports whether the directory is the root of a repository: it has a .git.
func IsRepository(dir string) bool { return regular.Exists(filepath.Join(dir, ".git")) }

func absolute(path, base string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}
