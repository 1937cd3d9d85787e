package lint

import (
	"context"
	"path"
	"slices"

	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/versions"
)

// Session lints the files of a repository again and again, while the texts of some change, as in an editor. A job (a root, a manifest, a project)
// whose files and surroundings are as they were in the last run is not done again. It is for one goroutine; a copy goes on from the same run.
type Session struct {
	memory *inventory.Memory
	last   *comparedSide
	fixed  string // the file whose fixes are made; "" if none are
}

// NewSession returns a session without a run.
func NewSession() *Session { return &Session{memory: inventory.NewMemory()} }

// Fixing returns a session that goes on from the same run, and whose findings in a file have all that is needed to make their fixes together.
func (s *Session) Fixing(file string) *Session {
	return &Session{memory: s.memory, last: s.last, fixed: file}
}

// State is the result of a run of a session.
type State struct {
	TreeResult
	side *comparedSide // nil if a limit ended the run before the files were surveyed
}

// Lint returns what function Lint finds, besides fixes by conversion, which need all manifests. The trees of all runs are of the same files on the
// disk, and have the same settings; only texts in memory, and which files there are, may differ. It returns false if ctx ended before the run, and
// then the next run goes on from the one before.
func (s *Session) Lint(ctx context.Context, t Tree, settings Settings) (State, bool) {
	t.Memory = s.memory
	now, exceeded := newSide(ctx, Side{Tree: t, Settings: settings}, nil)
	if exceeded != nil {
		return State{TreeResult: stopped(t.Source, exceeded)}, true
	}
	now.fixing = s.fixed != ""
	if s.last != nil {
		now.takeSame(s.last)
	}
	if s.fixed != "" && (s.last == nil || !s.last.fixing) {
		now.dropFixesOf(s.fixed)
	}
	var left []Finding
	var todo []job
	var numbers []int
	for i, result := range now.results {
		if result == nil {
			todo, numbers = append(todo, now.jobs[i]), append(numbers, i)
		}
	}
	done, results, left, errs := now.do(todo)
	if len(left) > 0 {
		return State{TreeResult: now.merge(done, results, left, errs), side: now}, true
	}
	if ctx.Err() != nil {
		return State{}, false
	}
	for i := range results {
		now.results[numbers[i]] = &results[i]
	}
	now.errors = errs
	s.last = now
	return State{now.mergedCopy(), now}, true
}

// takeSame takes the results of the jobs that find the same as on the other side.
func (s *comparedSide) takeSame(old *comparedSide) {
	p := newPair(s, old)
	for i, j := range s.jobs {
		other := old.number(j)
		if other < 0 || s.number(j) < 0 || !p.same(j, old.jobs[other]) {
			continue
		}
		s.results[i] = old.results[other]
	}
}

// dropFixesOf drops the results with fixes of findings in a file, because a run that fixes nothing does not keep what they were planned from.
func (s *comparedSide) dropFixesOf(file string) {
	for i, result := range s.results {
		isOfFile := func(f Finding) bool { return f.File == file && f.Fix != nil }
		if result != nil && slices.ContainsFunc(result.Findings, isOfFile) {
			s.results[i] = nil
		}
	}
}

// mergedCopy is merged, which changes findings, on copies of the results.
func (s *comparedSide) mergedCopy() TreeResult {
	copied := *s
	copied.results = make([]*Result, len(s.results))
	for i, result := range s.results {
		if result != nil {
			of := *result
			of.Findings = slices.Clone(of.Findings)
			copied.results[i] = &of
		}
	}
	return copied.merged()
}

// TargetOf returns the releases of Karpenter that a file is for; an unknown target if nothing tells.
func (s State) TargetOf(file string) versions.Target {
	if s.side == nil {
		return versions.Target{}
	}
	by := s.side.settingsOf(file)
	for _, root := range s.side.now.Roots {
		if slices.Contains(root.Sources, file) {
			return by.TargetOf(s.side.now.Projects.RootTarget(root.Summary))
		}
	}
	return by.TargetOf(s.side.targetOf(file))
}

// ProjectsOf returns the directories of the projects that a file is linted with: those of Terraform roots, and that of its installation. A manifest
// without any has its own directory.
func (s State) ProjectsOf(file string) (dirs []string) {
	if s.side == nil {
		return []string{path.Dir(file)}
	}
	for _, root := range s.side.now.Roots {
		if slices.Contains(root.Sources, file) || slices.Contains(root.Read, file) {
			dirs = append(dirs, root.Dir.Path)
		}
	}
	if dir := s.side.now.Projects.RootOf(file); dir != "" {
		dirs = append(dirs, dir)
	}
	if len(dirs) == 0 {
		dirs = append(dirs, path.Dir(file))
	}
	return dirs
}

// Reads returns the text that a file had in the run. Errors are those of the files of the tree.
func (s State) Reads(file string) ([]byte, error) { return s.side.Files.ReadFile(file) }
