package load

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/karplint/karplint/base/regular"
)

// ignores are the .gitignore rules that apply in a directory.
type ignores struct {
	base     string // the repository's root, or the requested directory outside of any
	work     *ignoreWork
	above    *ignores // the rules of the directories above; nil if there are none
	domain   int      // number of steps to the directory of the patterns
	patterns []ignorePattern
	count    int // of the patterns, with those above
}

// ignorePattern is a line of an ignore file.
type ignorePattern struct {
	gitignore.Pattern
	cost int // of a comparison with one step of a path
}

// ignoreWork counts what the ignore files of a run, and the exclusions in its configurations, cost.
type ignoreWork struct {
	compared int
	exceeded string // the bound that was exceeded, or ""
}

// take counts comparisons, and reports whether they were still allowed.
func (w *ignoreWork) take(compared int) bool {
	if w.compared > maxIgnoreWork {
		w.exceeded = fmt.Sprintf("%d comparisons of patterns and names", maxIgnoreWork)
		return false
	}
	w.compared += compared
	return true
}

// Bounds of ignore files. Beyond them, nothing more is ignored.
const (
	maxIgnorePatterns = 200_000    // that apply in one directory
	maxIgnoreWork     = 40_000_000 // comparisons of a pattern with a step of a path, which take about 2 seconds
)

// ignoresAbove returns the rules that apply in dir, without those of its own .gitignore: rules of the directories above it up to
// the repository's root, and of .git/info/exclude. If dir itself is ignored, it was requested on purpose, and no rule from above
// applies in it.
func ignoresAbove(dir string, work *ignoreWork) *ignores {
	root := RepositoryRoot(dir)
	if root == "" {
		return &ignores{base: dir, work: work}
	}
	rules := (&ignores{base: root, work: work}).add(readPatterns(filepath.Join(gitDir(root), "info", "exclude")), 0)
	steps := rules.steps(dir)
	current := root
	for i, step := range steps {
		rules = rules.addOwn(current)
		current = filepath.Join(current, step)
		if rules.match(current, true) {
			return &ignores{base: filepath.Join(append([]string{root}, steps[:i+1]...)...), work: work}
		}
	}
	return rules
}

// addOwn returns the rules with those of the directory's own .gitignore.
func (r *ignores) addOwn(dir string) *ignores {
	return r.add(readPatterns(filepath.Join(dir, ".gitignore")), len(r.steps(dir)))
}

func (r *ignores) add(patterns []ignorePattern, domain int) *ignores {
	if free := maxIgnorePatterns - r.count; len(patterns) > free {
		patterns = slices.Clone(patterns[:free])
		r.work.exceeded = fmt.Sprintf("%d patterns for a directory", maxIgnorePatterns)
	}
	if len(patterns) == 0 {
		return r
	}
	return &ignores{base: r.base, work: r.work, above: r, domain: domain, patterns: patterns, count: r.count + len(patterns)}
}

func (r *ignores) match(path string, isDir bool) bool {
	if r.count == 0 {
		return false
	}
	steps := r.steps(path)
	for ; r != nil; r = r.above {
		inDomain := steps[min(r.domain, len(steps)):]
		for _, p := range slices.Backward(r.patterns) {
			if !r.work.take(p.cost * len(inDomain)) {
				return false
			}
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

// maxIgnoreSize is the size in bytes up to which an ignore file is read.
const maxIgnoreSize = 1 << 20

// readPatterns returns the patterns of an ignore file, relative to its directory. Like git, it does not follow a link, and a file that cannot be read
// ignores nothing.
func readPatterns(path string) []ignorePattern {
	if regular.IsLink(path) {
		return nil
	}
	data, err := regular.Read(path, maxIgnoreSize)
	if err != nil {
		return nil
	}
	var patterns []ignorePattern
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range strings.SplitSeq(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		patterns = append(patterns, ignorePattern{gitignore.ParsePattern(line, nil), costOf(line)})
		if len(patterns) > maxIgnorePatterns {
			break
		}
	}
	return patterns
}

// costOf returns how many times longer a line takes to match a name than one without stars. Each star may look at the whole rest of a name.
func costOf(line string) int {
	const usual, bytesOfUnit = 2, 32
	return 1 + max(strings.Count(line, "*")-usual, 0)*len(line)/bytesOfUnit
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

// gitDir returns the git directory that the worktrees of a repository share: .git itself, or the target of the file .git in a
// linked worktree or a submodule.
func gitDir(root string) string {
	dir := filepath.Join(root, ".git")
	if target, ok := readPointer(dir, "gitdir: "); ok {
		dir = absolute(target, root)
		if common, ok := readPointer(filepath.Join(dir, "commondir"), ""); ok {
			dir = absolute(common, dir)
		}
	}
	return dir
}

func readPointer(file, prefix string) (string, bool) {
	data, err := regular.Read(file, maxIgnoreSize)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(strings.TrimSpace(string(data)), prefix)
}

func absolute(path, base string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}
